#include "theorems/proof/size_ends.hpp"

#include <algorithm>
#include <optional>

#include "theorems/proof/terms.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using proof::Laurent;

SizeEnds::SizeEnds(const TheoremText& text, const std::vector<std::string>& order, const Sizes& minimum,
                   const Sizes& given)
    : order_(order), least_(minimum) {
  proof::Variables sizes;
  std::map<std::string, Laurent> values;
  TermNames names;
  names.written = [&values](const Node& e) -> std::optional<Laurent> {
    const auto found = e.op == Op::name ? values.find(e.name) : values.end();
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
  for (const std::string& name : order) {
    if (const auto number = given.find(name); number != given.end()) {
      values.emplace(name, Laurent(Rational(number->second)));
      continue;
    }
    for (const SizeStatement& size : text.sizes) {
      const Node& condition = *size.condition;
      const bool strict = condition.op == Op::greater;
      if (size.name != name || (!strict && condition.op != Op::greater_equal) ||
          condition.children[0]->op != Op::name || condition.children[0]->name != name) {
        continue;
      }
      try {
        const Laurent end = Terms(sizes, names, "sizes")(condition.children[1]) + Laurent(strict ? 1 : 0);
        if (!sizes.is_integer(end)) continue;
        if (const auto number = end.constant()) {
          least_.at(name) = std::max(least_.at(name), numerator_of(*number));
        } else if (sizes.nonnegative(end - Laurent(Rational(least_.at(name))))) {
          lower_.emplace(name, end);
        }
      } catch (const proof::Refusal&) {  // no polynomial in earlier sizes
      }
    }
    const auto end = lower_.find(name);
    if (end == lower_.end()) {
      sizes.add_size(name, least_.at(name));
    } else {
      sizes.add_size_from(name, end->second);
      least_.at(name) = 0;
    }
    values.emplace(name, Laurent::variable(name));
  }
}

SizeEnds::Sizes SizeEnds::actual(const Sizes& sizes) const {
  Sizes result;
  std::map<std::string, Laurent> values;
  for (const std::string& name : order_) {
    Rational value(sizes.at(name));
    if (const auto end = lower_.find(name); end != lower_.end())
      value += end->second.substitute(values).constant().value();
    values.emplace(name, Laurent(value));
    result.emplace(name, numerator_of(value));
  }
  return result;
}

bool SizeEnds::reach(const Sizes& actual, const Sizes& from) const {
  std::map<std::string, Laurent> values;
  for (const auto& [name, value] : actual) values.emplace(name, Laurent(Rational(value)));
  return std::all_of(from.begin(), from.end(), [&](const auto& one) {
    Laurent above = values.at(one.first);
    if (const auto end = lower_.find(one.first); end != lower_.end())
      above += -end->second.substitute(values);
    return above.constant().value() >= one.second;
  });
}

std::map<std::string, std::string> SizeEnds::said(const Sizes& fixed, const Sizes& from) const {
  std::map<std::string, Laurent> numbers;
  for (const auto& [name, value] : fixed) {
    if (!lower_.contains(name)) numbers.emplace(name, Laurent(Rational(value)));
  }
  std::map<std::string, std::string> result;
  for (const Sizes* sizes : {&fixed, &from}) {
    for (const auto& [name, value] : *sizes) {
      Laurent said{Rational(value)};
      if (const auto end = lower_.find(name); end != lower_.end() && !from.empty())
        said += end->second.substitute(numbers);
      result.emplace(name, said.to_string());
    }
  }
  return result;
}

}  // namespace attest::theorems
