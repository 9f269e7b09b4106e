#include "theorems/proof/constant_window.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "theorems/constants.hpp"
#include "theorems/fields.hpp"
#include "theorems/lets.hpp"
#include "theorems/patch.hpp"
#include "theorems/proof/window_search.hpp"
#include "theorems/varying_names.hpp"

namespace attest::theorems {

using language::Op;

namespace {

constexpr std::size_t most_window_values = 64;  // each of which is proved
constexpr long farthest_factor = 1024;          // of the stated value, that is looked at
constexpr long window_parts_of_one = 1000;
constexpr long steps_to_the_value = 10;  // with which failures are looked for

constexpr const char* window_option = "--window";

bool is_plain_number(const Expression& e) {
  return language::free_names(e).empty() &&
         (e->op == Op::number ||
          (e->op == Op::divide && e->children[0]->op == Op::number && e->children[1]->op == Op::number));
}

// The numbers that are added, or taken off.
void added_numbers(const Expression& e, std::vector<Expression>& found) {
  if (e->op == Op::tuple && e->children.size() == 1) return added_numbers(e->children[0], found);
  if (is_plain_number(e)) found.push_back(e);
  if (e->op != Op::add && e->op != Op::subtract) return;
  for (const Expression& child : e->children) added_numbers(child, found);
}

Expression with_part_replaced(const Expression& e, const Expression& what, const Expression& by) {
  if (e == what) return by;
  auto copy = std::make_shared<language::Node>(*e);
  for (Expression& child : copy->children) child = with_part_replaced(child, what, by);
  return copy;
}

// A constant of the record as a parameter of a theorem's text.
struct Constant {
  TheoremText text;
  std::string meaning;
  Rational stated;
};

[[noreturn]] void no_constant(const TheoremText& text, const std::string& name) {
  std::vector<std::string> known{"scale", "threshold"};
  for (const ParameterStatement& parameter : text.parameters) known.push_back(parameter.name);
  throw UsageError(window_option, name, "one of " + fmt::format("{}", fmt::join(known, ", ")));
}

bool has_name(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void add_parameter(Constant& constant, const std::string& name) {
  ParameterStatement parameter;
  parameter.name = name;
  parameter.value = language::number(constant.stated);
  constant.text.parameters.push_back(std::move(parameter));
  // Nothing else may have the name.
  const TheoremText& text = constant.text;
  bool used = std::any_of(text.inputs.begin(), text.inputs.end(),
                          [&](const InputStatement& input) { return input.name == name; }) ||
              std::any_of(text.lets.begin(), text.lets.end(),
                          [&](const LetStatement& let) { return let.name == name; });
  for (const TokensStatement& tokens : text.tokens) {
    used = used || tokens.kind == name || has_name(tokens.indices, name);
    for (const auto& feature : tokens.features) used = used || feature.name == name;
  }
  for (const LayerStatement& layer : text.layers) {
    used = used || has_name(layer.coordinates, name);
    for (const EncodingStatement& encoding : layer.encodings)
      used = used || has_name(encoding.coordinates, name);
    for (const HeadStatement& head : layer.heads) used = used || head.name == name;
  }
  each_expression(text, [&](const Expression& e) { used = used || speaks_of(e, {name}); });
  if (used)
    throw UsageError(window_option, name,
                     fmt::format("a constant; the theorem calls something else {}", name));
}

Constant scale_of(const TheoremText& text) {
  Constant constant{text, "a factor of the scale of every softmax head", 1};
  add_parameter(constant, "scale");
  bool found = false;
  for (LayerStatement& layer : constant.text.layers) {
    for (HeadStatement& head : layer.heads) {
      if (head.kernel != Kernel::softmax) continue;
      found = true;
      const Expression factor = language::name("scale");
      head.scale = head.scale ? language::node(Op::multiply, {factor, head.scale}) : factor;
    }
  }
  if (!found)
    throw UsageError(window_option, "scale", "a constant of the theorem, which has no softmax head");
  return constant;
}

Constant threshold_of(const TheoremText& text) {
  std::vector<Expression> numbers;
  if (text.readout && text.readout->value) added_numbers(text.readout->value, numbers);
  if (numbers.size() != 1)
    throw UsageError(window_option, "threshold",
                     fmt::format("a readout that adds one number; this one adds {}", numbers.size()));
  Constant constant{text, "the number that the readout adds", evaluate_number(numbers.front(), {})};
  add_parameter(constant, "threshold");
  Expression& value = constant.text.readout->value;
  value = with_part_replaced(value, numbers.front(), language::name("threshold"));
  return constant;
}

const ParameterStatement* parameter_of(const TheoremText& text, const std::string& name) {
  for (const ParameterStatement& parameter : text.parameters) {
    if (parameter.name == name) return &parameter;
  }
  return nullptr;
}

// The values of a parameter that may be one of few numbers.
std::vector<Rational> few_values(const TheoremText& text, const ParameterStatement& parameter) {
  if (!parameter.allowed) return {};
  try {
    const auto values = evaluate_set(without_lets(parameter.allowed, text.lets), {});
    return values.size() <= most_window_values ? values : std::vector<Rational>();
  } catch (const NetworkError&) {  // words, or what hangs on sizes
    return {};
  }
}

// As the words give it, else as it is stated.
std::optional<Rational> stated_value(const ParameterStatement& parameter, const RangeProof& proof) {
  const auto given = proof.parameters.find(parameter.name);
  if (given != proof.parameters.end()) return given->second;
  if (!parameter.value || !language::free_names(parameter.value).empty()) return std::nullopt;
  return evaluate_number(parameter.value, {});
}

std::vector<std::string> without(const std::vector<std::string>& words, const std::string& name) {
  std::vector<std::string> others = words;
  std::erase_if(others, [&](const std::string& word) { return word.substr(0, word.find('=')) == name; });
  return others;
}

void add_values(const WindowSearch& search, const TheoremClaim& claim, Variant variant,
                const std::vector<Rational>& values, const VerifyOptions& options, Window& window) {
  for (const Rational& value : values) {
    const RangeProof proof = prove_for_every_size(claim, variant, search.words_with(value), options, false);
    window.values.push_back({value, proof.status, proof.reason});
  }
}

void add_ends(const WindowSearch& search, const Rational& start, const Sizes& from, Window& window) {
  const Rational thousandths = start * window_parts_of_one;
  const bool whole = denominator_of(thousandths) == 1;
  const Rational size = start < 0 ? Rational(-start) : start;
  const Rational unit = whole ? Rational(1, window_parts_of_one) : size / window_parts_of_one;
  const Integer units = whole ? Integer(abs(numerator_of(thousandths))) : Integer(window_parts_of_one);
  const Integer step = std::max(Integer(1), Integer(units / steps_to_the_value));
  const Integer far = farthest_factor * std::max(units, Integer(1));
  // A number that is not 0 keeps its sign.
  const auto most = [&](bool to_zero) { return to_zero ? Integer(units - 1) : far; };
  window.least = search.end({start, unit, -1, most(start > 0), std::nullopt, step}, from);
  window.greatest = search.end({start, unit, 1, most(start < 0), std::nullopt, step}, from);
}

}  // namespace

RangeProof prove_with_window(const TheoremClaim& claim, Variant variant,
                             const std::vector<std::string>& words, const std::string& constant,
                             const VerifyOptions& options) {
  RangeProof proof = prove_for_every_size(claim, variant, words, options);
  const TheoremText text = without_idle_readings(variant_of(claim.text(), attest::to_string(variant)));
  const ParameterStatement* parameter = parameter_of(text, constant);
  Window window;
  window.parameter = constant;
  if (parameter != nullptr) {
    const WindowSearch search(claim, variant, constant, without(words, constant), options);
    if (const auto values = few_values(text, *parameter); !values.empty()) {
      add_values(search, claim, variant, values, options, window);
    } else {
      const auto stated = stated_value(*parameter, proof);
      if (!stated)
        throw UsageError(window_option, constant, "a parameter with a number that does not hang on sizes");
      if (proof.status != Status::holds || !proof.main) return proof;
      add_ends(search, *stated, proof.main->from, window);
    }
    proof.window = std::move(window);
    return proof;
  }
  if (constant != "scale" && constant != "threshold") no_constant(text, constant);
  Constant own = constant == "scale" ? scale_of(text) : threshold_of(text);
  if (proof.status != Status::holds || !proof.main) return proof;
  window.meaning = own.meaning;
  const TheoremClaim moved(own.text, claim.info().id, "");
  const Variant only = moved.info().variants.front().variant;
  add_ends(WindowSearch(moved, only, constant, words, options), own.stated, proof.main->from, window);
  proof.window = std::move(window);
  return proof;
}

}  // namespace attest::theorems
