#include "theorems/admissible_sizes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "numeric/checked.hpp"
#include "theorems/network_value.hpp"

namespace attest::theorems {

namespace {

using language::Op;

// Of a size: its conditions that name nothing else, and between which numbers they leave it.
struct Own {
  std::vector<Expression> conditions;
  Integer least = 0;
  std::optional<Integer> most;
};

// n >= 1, 3 < n, and the like narrow it.
void narrow(Own& own, const std::string& name, const Expression& e) {
  const bool is_less = e->op == Op::less || e->op == Op::less_equal;
  const bool is_greater = e->op == Op::greater || e->op == Op::greater_equal;
  if (!is_less && !is_greater && e->op != Op::equal) return;
  const bool turned = e->children[1]->op == Op::name;
  const Expression& size = e->children[turned ? 1 : 0];
  const Expression& bound = e->children[turned ? 0 : 1];
  if (size->op != Op::name || size->name != name || !language::free_names(bound).empty()) return;
  const Rational number = evaluate_number(bound, NetworkNames{});
  const Integer below = floor_of(number);
  const bool whole = denominator_of(number) == 1;
  const bool strict = e->op == Op::less || e->op == Op::greater;
  const auto at_most = [&](const Integer& value) {
    own.most = own.most ? std::min(*own.most, value) : value;
  };
  if (e->op == Op::equal) at_most(below);
  if (e->op == Op::equal || (turned ? is_less : is_greater))
    own.least = std::max(own.least, whole && !strict ? below : Integer(below + 1));
  if (turned ? is_greater : is_less) at_most(whole && strict ? Integer(below - 1) : below);
}

bool is_met(const Expression& condition, const std::string& name, const Integer& value) {
  NetworkNames names;
  names.name = [&](const std::string& asked) -> std::optional<NetworkValue> {
    if (asked != name) return std::nullopt;
    return NetworkValue{Rational(value)};
  };
  return evaluate_truth(condition, names);
}

constexpr long most_tried = 10000;

bool has_value(const Own& own, const std::string& name) {
  if (!own.most) return true;  // as far as is known
  if (*own.most < own.least) return false;
  if (*own.most - own.least >= most_tried) return true;
  for (Integer value = own.least; value <= *own.most; ++value) {
    try {
      if (std::all_of(own.conditions.begin(), own.conditions.end(),
                      [&](const Expression& e) { return is_met(e, name, value); })) {
        return true;
      }
    } catch (const NetworkError&) {  // the setting itself says what has no value there
      return true;
    }
  }
  return false;
}

}  // namespace

void refuse_without_sizes(const TheoremText& text) {
  std::set<std::string> looked_at;
  for (const SizeStatement& size : text.sizes) {
    if (!looked_at.insert(size.name).second) continue;
    Own own;
    const auto add = [&](const Expression& condition) {
      if (language::free_names(condition) != std::vector<std::string>{size.name}) return;
      own.conditions.push_back(condition);
      narrow(own, size.name, condition);
    };
    const auto refuse_if_none = [&](const char* whose) {
      if (has_value(own, size.name)) return;
      std::vector<std::string> said;
      for (const Expression& e : own.conditions) said.push_back(language::to_string(e));
      refuse(size.place, fmt::format("no {} meets {}{}", size.name, fmt::join(said, ", "), whose));
    };
    for (const SizeStatement& other : text.sizes) add(other.condition);
    refuse_if_none("");
    for (const LimitStatement& limit : text.limits) {
      if (limit.command == "verify") add(limit.condition);
    }
    refuse_if_none(" with the limits of 'verify'");
  }
}

}  // namespace attest::theorems
