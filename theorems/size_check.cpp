#include "theorems/size_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "theorems/instance.hpp"
#include "theorems/lets.hpp"
#include "theorems/match_layers_builder.hpp"
#include "theorems/varying_names.hpp"

namespace attest::theorems {

namespace {

// How long a block is: zeros(k), unit(i, k), each i in RANGE. Null: it is none.
const language::Expression* length_in(const language::Expression& e) {
  if (e->op == language::Op::call && e->name == "zeros") return &e->children[0];
  if (e->op == language::Op::call && e->name == "unit" && e->children.size() == 2) return &e->children[1];
  return nullptr;
}

bool is_each(const language::Expression& e) {
  return e->op == language::Op::quantifier && e->quantifier == language::Quantifier::each;
}

bool ranges_speak_of(const language::Expression& e, const std::vector<std::string>& names) {
  return std::any_of(e->binders.begin(), e->binders.end(),
                     [&](const language::Binder& b) { return speaks_of(b.range, names); });
}

// One number, whatever the names are: no vector inside, and no block of zeros whose length speaks of them.
bool fixed_length(const language::Expression& e, const std::vector<std::string>& names) {
  if (e->op == language::Op::tuple && e->children.size() != 1) return false;
  if (const auto* length = length_in(e)) return !speaks_of(*length, names);
  if (is_each(e) && ranges_speak_of(e, names)) return false;
  return std::all_of(e->children.begin(), e->children.end(),
                     [&](const language::Expression& child) { return fixed_length(child, names); });
}

bool holds_vector(const language::Expression& e) {
  const bool vector =
      (e->op == language::Op::tuple && e->children.size() != 1) || length_in(e) != nullptr || is_each(e);
  return vector || std::any_of(e->children.begin(), e->children.end(), holds_vector);
}

// A vector of as many entries, whatever the names are.
bool fixed_vector(const language::Expression& e, const std::vector<std::string>& names) {
  if (const auto* length = length_in(e)) return !speaks_of(*length, names);
  if (is_each(e) && ranges_speak_of(e, names)) return false;
  if (e->op == language::Op::conditional && speaks_of(e->children[0], names) &&
      (holds_vector(e->children[1]) || holds_vector(e->children[2]))) {
    return false;
  }
  return std::all_of(e->children.begin(), e->children.end(),
                     [&](const language::Expression& child) { return fixed_vector(child, names); });
}

// Whether a number of sizes and parameters alone, as a coefficient is.
bool is_number(const language::Expression& e, const TheoremText& text) {
  const auto names = language::free_names(e);
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return std::any_of(text.sizes.begin(), text.sizes.end(), [&](const auto& s) { return s.name == name; }) ||
           std::any_of(text.parameters.begin(), text.parameters.end(),
                       [&](const auto& p) { return p.name == name; });
  });
}

// Whether a readout's network is one text: no range or repetition of it speaks of the names, nor a case of more than a coefficient.
bool fixed_network(const language::Expression& e, const std::vector<std::string>& names,
                   const TheoremText& text) {
  if (!e || is_number(e, text)) return true;
  if (ranges_speak_of(e, names)) return false;
  if (e->op == language::Op::conditional && speaks_of(e->children[0], names)) return false;
  if (e->op == language::Op::iterate && speaks_of(e->children[1], names)) return false;
  return std::all_of(e->children.begin(), e->children.end(),
                     [&](const language::Expression& child) { return fixed_network(child, names, text); });
}

// What is counted stands in the text and is the same at every value of the names, and of what hangs on them. Of one layer that is its
// encoding or d, its heads and its readout; of several, whose network is not counted, it is the rows, too.
bool written_out(const TheoremText& text, const std::vector<std::string>& stated) {
  const std::vector<std::string> of_sizes = varying_names(text, stated);
  if (text.readout && !has_several_layers(text)) {
    if (!fixed_network(text.readout->value, of_sizes, text)) return false;
    for (const auto& map : text.readout->maps) {
      if (!fixed_vector(map.weight, of_sizes) || (map.bias && !fixed_vector(map.bias, of_sizes)))
        return false;
    }
  }
  for (const LayerStatement& layer : text.layers) {
    std::vector<std::string> names = of_sizes;
    if (!layer.family.empty() && speaks_of(layer.members, of_sizes)) names.push_back(layer.family);
    if (speaks_of(layer.dimension, names)) return false;
    const auto fixed = [&](const std::vector<language::Expression>& encoding) {
      return std::all_of(encoding.begin(), encoding.end(),
                         [&](const language::Expression& e) { return fixed_length(e, names); });
    };
    if (!layer.dimension && !fixed(layer.encoding)) return false;
    for (const EncodingStatement& encoding : layer.encodings) {
      if (!layer.dimension && !fixed(encoding.encoding)) return false;
    }
    for (const HeadStatement& head : layer.heads) {
      for (const RowStatement& row : head.rows) {
        if (has_several_layers(text) && !fixed_vector(without_lets(row.vector, head.lets), names))
          return false;
      }
      if (head.members.size() == 1 && speaks_of(head.members.front(), names)) {
        const auto op = head.members.front()->op;
        if (language::makes_set(op)) return false;
      }
    }
  }
  return true;
}

}  // namespace

bool shows_constant_size(const TheoremText& text, const std::vector<std::string>& names) {
  return written_out(with_lets_written_out(text), names);
}

Check size_check(const TheoremText& text, const CheckStatement& statement, Variant variant,
                 const Parameters& parameters, const Size& here) {
  Check check;
  check.name = "size";
  check.essential = statement.essential;
  const std::string sizes =
      has_several_layers(text)
          ? fmt::format("at most {} heads a layer, of dimension at most {}", here.heads,
                        here.embedding_dimension)
          : fmt::format("{} head{}, d = {}, {} network parameters", here.heads, here.heads == 1 ? "" : "s",
                        here.embedding_dimension, here.mlp_parameters);
  if (written_out(text, statement.names)) {
    check.status = Status::holds;
    check.evidence = Evidence::symbolic;
    check.reason = sizes + "; one text, of expressions in the sizes, serves every size";
    return check;
  }
  std::vector<std::string> compared;
  TheoremText bare = text;  // the layer alone
  bare.checks.clear();
  CheckStatement output;
  output.name = "output";
  bare.checks.push_back(output);
  for (const std::string& name : statement.names) {
    for (long step = 1; step <= 3; ++step) {
      Parameters other = parameters;
      const long value = parameters.integer(name) + step;
      other.set(name, std::to_string(value), ParameterType::integer);
      Size there;
      try {
        const auto setting = make_setting(bare, variant, other);
        if (!setting->runnable()) continue;
        there = setting->size();
      } catch (const UsageError&) {  // no admissible size, or too large a one
        continue;
      }
      if (there.heads != here.heads || there.embedding_dimension != here.embedding_dimension ||
          there.mlp_parameters != here.mlp_parameters) {
        check.status = Status::refuted;
        check.kind = Kind::constant;
        check.reason = fmt::format("{} heads, d = {}, {} network parameters here, and {}, {}, {} at {} = {}",
                                   here.heads, here.embedding_dimension, here.mlp_parameters, there.heads,
                                   there.embedding_dimension, there.mlp_parameters, name, value);
        return check;
      }
      compared.push_back(fmt::format("{}={}", name, value));
    }
  }
  check.reason = compared.empty() ? "no other size could be built"
                                  : fmt::format("{}, as at {}; for all sizes it is not proved", sizes,
                                                fmt::join(compared, ", "));
  return check;
}

}  // namespace attest::theorems
