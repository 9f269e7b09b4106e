#include "tasks/root_finding.hpp"

#include <numeric>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest {

RootFindingTask::RootFindingTask(const Polynomial& p, std::size_t variables, long n, long range)
    : Task(InputSpace(std::vector<Symbol>(static_cast<std::size_t>(n), static_cast<Symbol>(2 * range + 1)))),
      variables_(variables),
      range_(range) {
  for (const auto& term : p.terms()) {
    const Integer coefficient = numerator_of(term.coefficient);
    Term compiled{coefficient, fits_long(coefficient), std::vector<unsigned long>(variables, 0)};
    for (const auto& [name, exponent] : term.exponents) {
      if (exponent != 0) compiled.exponents[std::stoul(name.substr(1)) - 1] = exponent;
    }
    terms_.push_back(std::move(compiled));
  }
}

std::vector<std::size_t> RootFindingTask::judged_positions() const {
  std::vector<std::size_t> all(space().length());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::optional<long> RootFindingTask::machine_value(const std::vector<long>& x) const {
  long sum = 0;
  for (const Term& term : terms_) {
    if (!term.machine) return std::nullopt;
    long product = *term.machine;
    for (std::size_t v = 0; v < variables_; ++v) {
      for (unsigned long e = 0; e < term.exponents[v]; ++e) {
        if (__builtin_mul_overflow(product, x[v], &product)) return std::nullopt;
      }
    }
    if (__builtin_add_overflow(sum, product, &sum)) return std::nullopt;
  }
  return sum;
}

Integer RootFindingTask::value(const std::vector<long>& x) const {
  Integer sum = 0;
  for (const Term& term : terms_) {
    Integer product = term.coefficient;
    for (std::size_t v = 0; v < variables_; ++v) {
      for (unsigned long e = 0; e < term.exponents[v]; ++e) product *= x[v];
    }
    sum += product;
  }
  return sum;
}

bool RootFindingTask::is_root(const std::vector<long>& x) const {
  const auto small = machine_value(x);
  return small ? *small == 0 : value(x) == 0;
}

bool RootFindingTask::has_root(std::span<const Symbol> word, std::vector<long>& x) const {
  if (x.size() == variables_) return is_root(x);
  for (const Symbol symbol : word) {
    x.push_back(static_cast<long>(symbol) - range_);
    const bool found = has_root(word, x);
    x.pop_back();
    if (found) return true;
  }
  return false;
}

long RootFindingTask::truth(std::span<const Symbol> word, std::size_t which) const {
  std::vector<long> x{static_cast<long>(word[which]) - range_};
  return has_root(word, x) ? 1 : 0;
}

Json RootFindingTask::to_json(std::span<const Symbol> word) const {
  Json numbers = Json::array();
  for (const Symbol symbol : word) numbers.push_back(static_cast<long>(symbol) - range_);
  return {{"S", std::move(numbers)}};
}

Word RootFindingTask::from_json(const Json& input) const {
  if (!input.is_object() || input.size() != 1 || !input.contains("S")) {
    throw UsageError("input", input.dump(), R"(an object {"S": [..]})");
  }
  Word word;
  read_symbols(input["S"], "S", space().length(), word);
  return word;
}

}  // namespace attest
