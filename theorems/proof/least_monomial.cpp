#include "theorems/proof/least_monomial.hpp"

namespace attest::theorems {

using proof::Laurent;

namespace {

// Of a margin's inverse.
const std::vector<long> margin_exponents{0, 1, 2, 4};
constexpr long margin_power = 16;

}  // namespace

MonomialSearch::MonomialSearch(std::vector<std::string> names, const std::vector<long>& exponents, long power)
    : tried_(exponents), most_power_(power) {
  for (std::string& name : names) exponents_.emplace(std::move(name), 0);
}

Laurent MonomialSearch::monomial() const {
  Laurent product(Rational(Integer(1) << power_));
  for (const auto& [name, exponent] : exponents_)
    product = product * proof::power(Laurent::variable(name), exponent);
  return product;
}

Laurent MonomialSearch::largest() const {
  MonomialSearch search = *this;
  search.power_ = most_power_;
  for (auto& [name, exponent] : search.exponents_) exponent = tried_.back();
  return search.monomial();
}

std::optional<Laurent> MonomialSearch::least(const Enough& enough) {
  power_ = most_power_;
  bool found = false;
  for (const long tried : tried_) {
    for (auto& [name, exponent] : exponents_) exponent = tried;
    found = enough(monomial());
    if (found) break;
  }
  if (!found) return std::nullopt;
  for (auto& [name, exponent] : exponents_) lower(exponent, enough);
  lower(power_, enough);
  return monomial();
}

void MonomialSearch::lower(long& value, const Enough& enough) const {
  long refused = -1;
  while (value - refused > 1) {
    const long enough_from = value;
    value = refused + (enough_from - refused) / 2;
    if (!enough(monomial())) {
      refused = value;
      value = enough_from;
    }
  }
}

std::optional<Laurent> largest_margin(const proof::Variables& variables,
                                      const std::function<bool(const Laurent&)>& leaves) {
  std::vector<std::string> names;
  for (const auto& [name, from] : variables.sizes()) {
    const Laurent size = Laurent::variable(name);
    if (variables.is_integer(size) && variables.positive(size)) names.push_back(name);
  }
  const auto least =
      MonomialSearch(names, margin_exponents, margin_power).least([&](const Laurent& monomial) {
        return leaves(*monomial.inverse());
      });
  return least ? least->inverse() : std::nullopt;
}

}  // namespace attest::theorems
