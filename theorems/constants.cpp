#include "theorems/constants.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "theorems/lets.hpp"

namespace attest::theorems {

namespace {

using language::Expression;
using language::Op;

// Whether a parameter is an integer between two that are written out, as in param e in 0..12 = 5.
bool is_integer_between(const ParameterStatement& parameter) {
  const auto integer = [](const Expression& e) {
    return e->op == Op::number && denominator_of(e->value) == 1;
  };
  if (parameter.automatic || !parameter.allowed || parameter.allowed->op != Op::range ||
      parameter.allowed->children.size() != 2) {
    return false;
  }
  return integer(parameter.allowed->children[0]) && integer(parameter.allowed->children[1]) &&
         (!parameter.value || integer(parameter.value));
}

std::vector<long> machine_list(const Expression& expression, const NetworkNames& names) {
  std::vector<long> result;
  for (const Rational& x : evaluate_set(expression, names)) {
    const auto number = fits_long(x);
    if (!number) refuse(expression->place, fmt::format("{} is no integer of 64 bits", to_string(x)));
    result.push_back(*number);
  }
  return result;
}

}  // namespace

std::vector<std::string> words_of(const ParameterStatement& parameter) {
  std::vector<std::string> words;
  if (!parameter.allowed || parameter.allowed->op != Op::set) return words;
  for (const Expression& e : parameter.allowed->children) {
    if (e->op != Op::name) return {};
    words.push_back(e->name);
  }
  return words;
}

Constants constants_of(const TheoremText& text, const Parameters& parameters) {
  Constants result;
  for (const SizeStatement& size : text.sizes) {
    if (!result.values.count(size.name)) result.values[size.name] = Rational(parameters.integer(size.name));
  }
  const auto names = [&result] {
    NetworkNames all;
    all.name = [values = result.values](const std::string& name) -> std::optional<NetworkValue> {
      const auto found = values.find(name);
      if (found == values.end()) return std::nullopt;
      return NetworkValue{found->second};
    };
    return all;
  };
  for (const SizeStatement& size : text.sizes) {
    if (!evaluate_truth(size.condition, names())) {
      throw UsageError(size.name, parameters.text(size.name), language::to_string(size.condition));
    }
  }
  for (const LimitStatement& limit : text.limits) {
    if (limit.command == "verify" && !evaluate_truth(limit.condition, names())) {
      const std::vector<std::string> names_in_it = language::free_names(limit.condition);
      const auto named = std::find_if(text.sizes.rbegin(), text.sizes.rend(), [&](const SizeStatement& size) {
        return std::find(names_in_it.begin(), names_in_it.end(), size.name) != names_in_it.end();
      });
      const std::string& name = named == text.sizes.rend() ? text.sizes.front().name : named->name;
      throw UsageError(name, parameters.text(name),
                       fmt::format("{} (a limit of this program)", language::to_string(limit.condition)));
    }
  }
  for (const ParameterStatement& parameter : text.parameters) {
    const auto words = words_of(parameter);
    if (!words.empty()) {
      for (std::size_t k = 0; k < words.size(); ++k) {
        result.values[words[k]] = Rational(Integer(k + 1));
        if (words[k] == parameters.text(parameter.name))
          result.values[parameter.name] = Rational(Integer(k + 1));
      }
      continue;
    }
    // A word that is no number stands for what this variant's text says.
    const auto given = rational_from_string(parameters.text(parameter.name));
    const bool searched = parameters.text(parameter.name) == "auto" && !parameter.automatic;
    if (!given && (!parameter.value || searched))
      throw UsageError(parameter.name, parameters.text(parameter.name),
                       searched ? "a number p/q, or as-stated: this variant says which" : "a number p/q");
    result.values[parameter.name] = given ? *given : evaluate_number(parameter.value, names());
    if (parameter.condition && !evaluate_truth(parameter.condition, names())) {
      throw UsageError(parameter.name, parameters.text(parameter.name),
                       language::to_string(parameter.condition));
    }
    if (!parameter.allowed) continue;
    if (!is_member(result.values[parameter.name], parameter.allowed, names())) {
      throw UsageError(parameter.name, parameters.text(parameter.name),
                       "one of " + language::to_string(parameter.allowed));
    }
  }
  result.names = names();
  return result;
}

namespace {

// Without what the variant does not have.
Parameters of_this_variant(const Parameters& parameters) {
  Parameters result;
  const Json all = parameters.to_json();
  for (const auto& [name, value] : all.items()) {
    if (parameters.text(name) == not_there) continue;
    result.set(name, parameters.text(name),
               value.is_number() ? ParameterType::integer : ParameterType::rational);
  }
  return result;
}

}  // namespace

std::string text_or_not_there(const Parameters& parameters, const std::string& name) {
  return parameters.to_json().contains(name) ? parameters.text(name) : not_there;
}

Parameters with_numbers(Parameters parameters, const TheoremText& text, const Constants& constants) {
  for (const ParameterStatement& parameter : text.parameters) {
    if (!words_of(parameter).empty() || rational_from_string(parameters.text(parameter.name))) continue;
    parameters.set(parameter.name, to_string(constants.values.at(parameter.name)), ParameterType::rational);
  }
  const Json all = parameters.to_json();
  return std::find(all.begin(), all.end(), not_there) == all.end() ? parameters : of_this_variant(parameters);
}

InputLayout layout_of(const TheoremText& text, const NetworkNames& names) {
  std::vector<InputField> fields;
  for (const InputStatement& input : text.inputs) {
    InputField field;
    field.name = input.name;
    field.shape = input.shape;
    for (const Expression& domain : input.domains) field.domains.push_back(machine_list(domain, names));
    field.values = machine_list(input.range, names);
    if (input.shape == Shape::subset) {
      field.domains = {std::move(field.values)};
      field.values = {0, 1};
      field.shape = Shape::any;
    }
    if (input.shape == Shape::permutation && field.domains.size() == 1 &&
        field.domains.front().size() != field.values.size()) {
      throw NetworkError(input.place,
                         fmt::format("{} is no permutation: {} arguments and {} values", input.name,
                                     field.domains.front().size(), field.values.size()));
    }
    fields.push_back(std::move(field));
  }
  return InputLayout(std::move(fields), text.spelled);
}

namespace {

// A table is drawn with a seed, stands in a file, or either.
ParameterSpec table_spec(const ParameterStatement& table) {
  ParameterSpec spec;
  spec.name = table.name;
  std::vector<std::string> domains;
  for (const Expression& domain : table.domains) domains.push_back(language::to_string(domain));
  const std::string type =
      fmt::format("{} -> {}", fmt::join(domains, " x "), language::to_string(table.range));
  spec.type = table.from == "seed" ? ParameterType::integer : ParameterType::file;
  if (table.from != "file") {
    spec.minimum = Integer(0);
    spec.maximum = Integer(std::numeric_limits<long>::max());
    spec.default_value = "0";
  }
  const std::string file = "the table " + type + " in JSON";
  const std::string seed = "the seed that draws the table " + type;
  spec.meaning = table.from == "file"   ? file
                 : table.from == "seed" ? seed
                                        : seed + ", or a file with it in JSON";
  return spec;
}

}  // namespace

TheoremText with_run_limits(TheoremText text) {
  std::set<std::string> said;
  for (const LimitStatement& limit : text.limits) {
    const auto names = language::free_names(limit.condition);
    if (limit.command == "run") said.insert(names.begin(), names.end());
  }
  std::erase_if(text.limits, [&](const LimitStatement& limit) {
    const auto names = language::free_names(limit.condition);
    return limit.command == "verify" && std::any_of(names.begin(), names.end(), [&](const std::string& name) {
             return said.count(name) != 0;
           });
  });
  for (LimitStatement& limit : text.limits) limit.command = "verify";
  return text;
}

std::vector<ParameterSpec> parameter_specs(const TheoremText& text) {
  std::vector<ParameterSpec> specs;
  for (const ArgumentStatement& argument : text.arguments) specs.push_back(argument.spec);
  for (const SizeStatement& size : text.sizes) {
    const bool known =
        std::any_of(specs.begin(), specs.end(), [&](const ParameterSpec& s) { return s.name == size.name; });
    if (known) continue;
    ParameterSpec spec;
    spec.name = size.name;
    spec.type = ParameterType::integer;
    spec.minimum = Integer(0);
    spec.maximum = Integer(1) << 31;
    // n >= 1 and limit verify n <= 12, where the other side is a number.
    const auto bound = [&](const Expression& e) {
      const auto& children = e->children;
      if (children.size() != 2 || language::to_string(children[0]) != size.name ||
          children[1]->op != Op::number || denominator_of(children[1]->value) != 1) {
        return;
      }
      const Integer value = numerator_of(children[1]->value);
      if (e->op == Op::greater_equal) spec.minimum = std::max(*spec.minimum, value);
      if (e->op == Op::greater) spec.minimum = std::max(*spec.minimum, Integer(value + 1));
      if (e->op == Op::less_equal) spec.maximum = std::min(*spec.maximum, value);
      if (e->op == Op::less) spec.maximum = std::min(*spec.maximum, Integer(value - 1));
    };
    std::string meaning;
    for (const SizeStatement& s : text.sizes) {
      if (s.name != size.name) continue;
      bound(s.condition);
      meaning += (meaning.empty() ? "" : ", ") + language::to_string(s.condition);
    }
    for (const LimitStatement& limit : text.limits) {
      if (limit.command == "verify") bound(limit.condition);
    }
    spec.meaning = "size: " + meaning;
    specs.push_back(std::move(spec));
  }
  for (const ParameterStatement& parameter : text.parameters) {
    ParameterSpec spec;
    spec.name = parameter.name;
    if (parameter.range) {
      specs.push_back(table_spec(parameter));
      continue;
    }
    spec.type = ParameterType::rational;
    spec.meaning = "parameter";
    if (parameter.condition) {
      spec.meaning += ": " + language::to_string(parameter.condition);
      const Expression& bound = parameter.condition->children[1];
      if (parameter.condition->op == Op::greater && bound->op == Op::number &&
          denominator_of(bound->value) == 1)
        spec.minimum = numerator_of(bound->value);  // of a rational parameter: what it is above
    }
    if (auto words = words_of(parameter); !words.empty()) {
      spec.type = ParameterType::named;
      spec.values = std::move(words);
      if (parameter.value) spec.default_value = language::to_string(parameter.value);
    } else if (is_integer_between(parameter)) {
      spec.type = ParameterType::integer;
      spec.minimum = numerator_of(parameter.allowed->children[0]->value);
      spec.maximum = numerator_of(parameter.allowed->children[1]->value);
      if (parameter.value) spec.default_value = language::to_string(parameter.value);
    } else if (parameter.automatic) {
      spec.default_value = "auto";
      spec.values = {"auto"};
    } else if (parameter.value) {
      // A definition may depend on sizes; it is evaluated where it is needed.
      spec.default_value = language::to_string(parameter.value);
      spec.values = {*spec.default_value};
      if (rational_from_string(*spec.default_value)) spec.values.clear();
    }
    specs.push_back(std::move(spec));
  }
  return specs;
}

std::vector<Rational> automatic_candidates(const TheoremText& text, const std::string& parameter,
                                           const Parameters& parameters) {
  std::map<std::string, Rational> sizes;
  for (const SizeStatement& size : text.sizes) sizes[size.name] = Rational(parameters.integer(size.name));
  return automatic_candidates(text, parameter, sizes);
}

std::vector<Rational> automatic_candidates(const TheoremText& text, const std::string& parameter,
                                           const std::map<std::string, Rational>& sizes) {
  return with_lines([&] {
    NetworkNames names;
    names.name = [&](const std::string& name) -> std::optional<NetworkValue> {
      const auto found = sizes.find(name);
      if (found == sizes.end()) return std::nullopt;
      return NetworkValue{found->second};
    };
    std::vector<Rational> result;
    for (const ParameterStatement& p : text.parameters) {
      if (p.name != parameter) continue;
      // 1/4*(1..2000): the multiples, in the order of the range.
      Rational factor = 1;
      Expression range = without_lets(p.candidates, text.lets);
      if (range->op == Op::multiply) {
        factor = evaluate_number(range->children[0], names);
        range = range->children[1];
      }
      for (const Rational& x : evaluate_set(range, names)) result.push_back(factor * x);
    }
    return result;
  });
}

}  // namespace attest::theorems
