#include "kernel/exported.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernel/terms.hpp"

namespace attest::theorems::coq {

using language::Expression;
using language::Node;
using language::Op;
using proof::Laurent;
using proof::Refusal;

namespace {

[[noreturn]] void outside(const std::string& why) {
  throw Refusal("coq", why + "; this is not exported so far");
}

class Exporter {
 public:
  Exporter(SymbolicTheorem& theorem, const LemmaProof& proof)
      : theorem_(theorem), text_(theorem.text()), proof_(proof) {}

  Exported run(const Integer& least, const Integer& corner, const std::string& variant) {
    result_.least = least;
    result_.corner = corner;
    result_.title = fmt::format("{} ({}): {}", text_.id, variant, text_.title);
    result_.name = text_.id + "_" + variant;
    for (char& c : result_.name) {
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    }
    expect_checks();
    read_size();
    read_fields();
    read_tokens();
    read_layer();
    read_head();
    read_task();
    read_addresses();
    return std::move(result_);
  }

 private:
  std::string sizes(const Laurent& value, const std::string& what) const {
    const auto text = integer(value, [this](const std::string& name) {
      if (name != size_) outside(fmt::format("{} in {}", name, value_name(name)));
      return result_.size;
    });
    if (!text) outside(fmt::format("{}, {}, with entries that are no integers", what, value.to_string()));
    return *text;
  }
  static std::string value_name(const std::string& name) { return "a term in " + name; }

  // Essential checks that the text speaks of: the others would be left out.
  void expect_checks() {
    for (const CheckStatement& check : text_.checks) {
      if (!check.essential || check.name == "output" || check.name == "displayed") continue;
      if (check.name == "unique-maximum") {
        result_.unique = true;
      } else if (check.name != "size") {
        outside(fmt::format("line {}: the check '{}'", check.place.line, check.name));
      }
    }
    if (!text_.parameters.empty()) outside("a theorem with parameters");
  }

  void read_size() {
    if (text_.sizes.size() != 1 || theorem_.variables().sizes().size() != 1)
      outside("a theorem with several sizes");
    const SizeStatement& size = text_.sizes.front();
    const Expression& e = size.condition;
    if (e->op != Op::greater_equal || e->children[1]->op != Op::number ||
        e->children[1]->value != Rational(result_.least))
      outside(fmt::format("the sizes {}", language::to_string(e)));
    size_ = size.name;
    result_.size = names_(size.name);
  }

  void read_fields() {
    for (const InputStatement& input : text_.inputs) {
      const SymbolicInput::Field& field = *theorem_.input().find(input.name);
      if (input.shape != Shape::any || field.domains.size() > 1 || !field.integer)
        outside(fmt::format("the input {}", input.name));
      Field one{names_(input.name), !field.domains.empty(), "", sizes(field.values.low, "values"),
                sizes(field.values.high, "values")};
      if (one.function) {
        if (!(field.domains[0].low == Laurent(1))) outside(fmt::format("the domain of {}", input.name));
        one.last = sizes(field.domains[0].high, "a domain");
      }
      result_.fields.push_back(one);
    }
  }

  // An entry of the input, "g x"; nothing for other variables.
  std::optional<std::string> entry(const std::string& variable) {
    const auto* field = theorem_.input().find(variable);
    if (field != nullptr && field->domains.empty()) return names_(variable);
    const auto* arguments = theorem_.input().arguments_of(variable);
    if (arguments == nullptr || arguments->empty()) return std::nullopt;
    Exported::Entry found{names_(variable.substr(0, variable.find('('))), {}};
    for (const Laurent& a : *arguments) found.arguments.push_back(argument(of_input(a)));
    const std::string text = fmt::format("{} {}", found.field, fmt::join(found.arguments, " "));
    if (entries_.insert(text).second) result_.entries.push_back(found);
    return text;
  }

  // A term in the size and the input.
  std::string of_input(const Laurent& value) {
    const auto text = integer(value, [this, &value](const std::string& name) {
      if (name == size_) return result_.size;
      const auto found = entry(name);
      if (!found) outside(fmt::format("{} in {}", name, value.to_string()));
      return *found;
    });
    if (!text) outside(value.to_string());
    return *text;
  }

  // What an expression's names are; `index`: whether the token's own has meaning.
  Written written(bool index) const {
    return [this, index](const Node& e) -> std::optional<std::string> {
      if (e.op == Op::call) {
        const auto* field = theorem_input(e.name);
        if (field == nullptr || field->domains.size() != 1 || e.children.size() != 1) return std::nullopt;
        return fmt::format("{} {}", names_(e.name), argument(integer(e.children[0], written(index))));
      }
      const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
      if (index && name == text_.tokens.front().indices[0]) return result_.index;
      if (name == size_) return result_.size;
      const auto* field = theorem_input(name);
      return field != nullptr && field->domains.empty() ? std::optional(names_(name)) : std::nullopt;
    };
  }
  const SymbolicInput::Field* theorem_input(const std::string& name) const {
    return theorem_.input().find(name);
  }

  void read_tokens() {
    const TokensStatement& tokens = text_.tokens.front();
    if (tokens.indices.size() != 1 || !(theorem_.tokens().ranges()[0].low == Laurent(1)))
      outside("tokens whose index does not run from 1 on");
    result_.index = names_(tokens.indices[0]);
    result_.last = sizes(theorem_.tokens().ranges()[0].high, "the last token");
    if (theorem_.judged().size() != 1 || text_.tasks.front().every) outside("a task at every token");
    result_.judged = sizes(theorem_.judged()[0], "the judged token");
    for (const TokensStatement::Feature& f : tokens.features) {
      const auto values = theorem_.tokens().values_of(f.name);
      if (!values.integer) outside(fmt::format("the feature {}", f.name));
      result_.features.push_back(
          {names_(f.name), f.value->op == Op::concat ? word(f.value) : integer(f.value, written(true)),
           sizes(values.bounds.low, "a feature"), sizes(values.bounds.high, "a feature"),
           of_input(theorem_.tokens().feature_at(f.name, theorem_.judged()))});
    }
  }

  // A = A(i): the input keeps the name.
  std::string feature_name(const std::string& name) const {
    return theorem_input(name) == nullptr ? names_(name) : names_(name) + "_carried";
  }

  // g ++ h ++ (x): each part up to where it ends.
  std::string word(const Expression& e) {
    std::vector<Expression> parts;
    const auto flatten = [&](const auto& self, const Expression& part) -> void {
      if (part->op != Op::concat) return parts.push_back(part);
      self(self, part->children[0]);
      self(self, part->children[1]);
    };
    flatten(flatten, e);
    std::vector<std::pair<Laurent, std::string>> pieces;  // the last index, the letter
    Laurent before;
    for (const Expression& part : parts) {
      if (part->op == Op::tuple) {
        for (const Expression& letter : part->children) {
          before += Laurent(1);
          pieces.emplace_back(before, integer(letter, written(true)));
        }
        continue;
      }
      const std::string place =
          before.is_zero() ? result_.index
                           : fmt::format("{} - {}", result_.index, argument(sizes(before, "a place")));
      pieces.emplace_back(before + theorem_.input().count(*theorem_.input().find(part->name)),
                          fmt::format("{} {}", names_(part->name), argument(place)));
      before = pieces.back().first;
    }
    std::string text;
    for (std::size_t k = 0; k + 1 < pieces.size(); ++k) {
      text += fmt::format("if {} <=? {} then {} else ", result_.index, sizes(pieces[k].first, "a place"),
                          pieces[k].second);
    }
    return text + pieces.back().second;
  }

  // Of the generic token: its index and features.
  std::string of_token(const Laurent& value) {
    const auto text = integer(value, [this, &value](const std::string& name) {
      if (name == size_) return result_.size;
      if (name == "some " + text_.tokens.front().indices[0]) return result_.index;
      for (std::size_t f = 0; f < result_.features.size(); ++f) {
        if (name == "some " + text_.tokens.front().features[f].name) return result_.features[f].name;
      }
      outside(fmt::format("{} in {}", name, value.to_string()));
    });
    if (!text) outside(value.to_string());
    return *text;
  }

  static std::string real(const std::string& integer_term) {
    if (integer_term == "0" || integer_term == "1") return integer_term;
    if (integer_term == "- 1") return "-1";
    return "IZR " + argument(integer_term);
  }

  void read_layer() {
    const LayerStatement& layer = text_.layers.front();
    result_.residual = layer.residual;
    for (const Laurent& coordinate : theorem_.encoding())
      result_.encoding.push_back(real(of_token(coordinate)));
    result_.encoding.resize(theorem_.dimension(), "0");
    const auto readout = theorem_.readout_coordinate();
    if (!readout) outside("a readout that is more than one coordinate of the stream");
    result_.readout = *readout + 1;
    const PiecewiseForm& form = theorem_.readout();
    if (theorem_.heads().size() != 1) outside("a layer with several heads");
    if (!form.form.fixed.is_zero() || form.form.means.size() != 1 ||
        !(form.form.means.begin()->second == Laurent(1)))
      outside("a readout that is not the mean of one value alone");
    result_.value_read = form.form.means.begin()->first.second + 1;
    result_.value_size = theorem_.heads()[0].value.size();
    result_.output.assign(theorem_.dimension(), std::vector<std::string>(result_.value_size, "0"));
    std::vector<std::vector<Laurent>> sum(theorem_.dimension(), std::vector<Laurent>(result_.value_size));
    for (const Landing& landing : theorem_.landings()) sum[landing.to][landing.value] += landing.factor;
    for (std::size_t r = 0; r < sum.size(); ++r) {
      for (std::size_t c = 0; c < sum[r].size(); ++c) result_.output[r][c] = real(sizes(sum[r][c], "W_O"));
    }
  }

  Product product_of(std::size_t variable, const LinearRows& map) {
    Product product;
    product.variable = variable + 1;
    for (std::size_t r = 0; r < map.rows.size(); ++r) {
      product.rows.push_back(of_token(map.rows[r]));
      std::vector<std::string> row;
      for (const Laurent& w : map.weights[r]) row.push_back(real(sizes(w, "W")));
      row.resize(theorem_.dimension(), "0");
      product.weights.push_back(row);
    }
    return product;
  }

  void read_head() {
    const SymbolicHead& head = theorem_.heads()[0];
    result_.monomials = head.monomials;
    std::vector<std::string> words;
    for (const auto& monomial : head.monomials) {
      if (monomial.size() != 2) outside("products of more than two rows");
      words.push_back(fmt::format("x{}*x{}", monomial[0] + 1, monomial[1] + 1));
    }
    result_.product = fmt::format("{}", fmt::join(words, " + "));
    for (const auto& [variable, map] : head.row_maps) result_.rows.push_back(product_of(variable, map));
    for (const auto& [variable, map] : head.value_maps) {
      if (variable == 0) outside("a value of the receiver");
      result_.values.push_back(product_of(variable, map));
    }
    const HeadStatement& statement = text_.layers.front().heads.front();
    if (!statement.over.empty() || !head.runs.empty())
      outside("a head that does not look at all tuples of tokens");
    read_scale(head);
    result_.receiver = result_.index;
    for (const RowStatement& row : statement.rows) {
      const bool first =
          row.label == "query" || (row.number && row.number->op == Op::number && row.number->value == 1);
      if (row.role == RowStatement::Role::row && first && !row.indices.empty())
        result_.receiver = names_(row.indices[0]);
    }
    for (const SummedToken& token : head.tokens) {
      if (token.indices.size() != 1) outside("tokens of two indices");
      if (names_(token.indices[0]) == result_.receiver) result_.receiver = "receiver";
    }
    expect_names(head);
    for (const DisplayStatement& display : statement.displays) {
      if (!display.essential) continue;
      if (display.what != "score" || !display.family.empty())
        outside(fmt::format("the displayed {}", display.what));
      result_.displayed = integer(display.formula, displayed_names());
    }
    result_.units = of_pair(head.any_score);
  }

  // No name stands for two things.
  void expect_names(const SymbolicHead& head) const {
    std::vector<std::string> names{result_.size, result_.receiver};
    for (const Field& field : result_.fields) names.push_back(field.name);
    for (const Feature& feature : result_.features) names.push_back(feature.name);
    for (const SummedToken& token : head.tokens) names.push_back(names_(token.indices[0]));
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (std::count(names.begin(), names.end(), names[k]) > 1)
        outside(fmt::format("two things that would be called {}", names[k]));
    }
  }

  void read_scale(const SymbolicHead& head) {
    const auto factor = head.unit.factor.constant();
    if (head.unit.log_of || !factor) outside("a scale that grows with the size");
    if (denominator_of(head.unit.under_root) != 1) outside("a scale with the root of a fraction");
    const Integer root = numerator_of(head.unit.under_root);
    result_.scale_squared = *factor * *factor * root;
    result_.under_root = root;
    result_.root_factor = *factor * root;
    const Integer a = numerator_of(result_.root_factor);
    const Integer b = denominator_of(result_.root_factor);
    const std::string fraction =
        b == 1 ? fmt::format("IZR {}", a.str()) : fmt::format("IZR {} / IZR {}", a.str(), b.str());
    if (root == 1) {
      result_.scale = fraction;
    } else {
      result_.scale = (a == 1 && b == 1 ? "" : fraction + " * ") + fmt::format("/ sqrt (IZR {})", root.str());
    }
  }

  // Of a display: indices of receiver and tuple, and features at them, phi_j.
  Written displayed_names() const {
    return [this](const Node& e) -> std::optional<std::string> {
      if (e.op == Op::name) {
        if (e.name == size_) return result_.size;
        return index_named(e.name);
      }
      if (e.children.size() != 1 || e.children[0]->op != Op::name) return std::nullopt;
      const auto at = index_named(e.children[0]->name);
      for (std::size_t f = 0; at && f < result_.features.size(); ++f) {
        if (text_.tokens.front().features[f].name == e.name)
          return fmt::format("{} {}", result_.features[f].name, *at);
      }
      return std::nullopt;
    };
  }
  std::optional<std::string> index_named(const std::string& name) const {
    if (names_(name) == result_.receiver) return result_.receiver;
    for (const SummedToken& token : theorem_.heads()[0].tokens) {
      if (token.indices[0] == name) return names_(name);
    }
    return std::nullopt;
  }

  // In the receiver's and the tuple's indices, and functions that say what the tokens carry.
  std::string of_pair(const Laurent& value) const {
    const TokensStatement& tokens = text_.tokens.front();
    const auto text = integer(value, [&](const std::string& name) {
      if (name == size_) return result_.size;
      if (name == "some " + tokens.indices[0]) return result_.receiver;
      for (std::size_t f = 0; f < tokens.features.size(); ++f) {
        if (name == "some " + tokens.features[f].name)
          return fmt::format("{} {}", result_.features[f].name, result_.receiver);
      }
      if (const auto found = of_tuple(name, "")) return *found;
      outside(fmt::format("{} in {}", name, value.to_string()));
    });
    if (!text) outside(value.to_string());
    return *text;
  }

  // An index of the tuple, or a feature there; `input` is what the feature is a function of beside the index.
  std::optional<std::string> of_tuple(const std::string& name, const std::string& input) const {
    for (const SummedToken& token : theorem_.heads()[0].tokens) {
      if (token.indices[0] == name) return names_(name);
      for (std::size_t f = 0; f < result_.features.size(); ++f) {
        const auto symbol = token.symbols.find(text_.tokens.front().features[f].name);
        if (symbol != token.symbols.end() && symbol->second == name)
          return fmt::format("{}{} {}", result_.features[f].name, input, names_(token.indices[0]));
      }
    }
    return std::nullopt;
  }

  void read_task() { result_.truth = integer(text_.tasks.front().truth, written(false)); }

  // In the input and the tuple.
  std::string of_addresses(const Laurent& value) {
    const auto text = integer(value, [&](const std::string& name) -> std::string {
      if (name == size_) return result_.size;
      if (const auto found = of_tuple(name, " " + result_.arguments())) return *found;
      if (const auto found = entry(name)) return *found;
      outside(fmt::format("{} in {}", name, value.to_string()));
    });
    if (!text) outside(value.to_string());
    return *text;
  }

  // lia has to follow a bound of it.
  void expect_linear_value(const Laurent& value) const {
    for (const auto& [monomial, coefficient] : value.terms()) {
      long degree = 0;
      for (const auto& [name, exponent] : monomial) degree += exponent;
      if (degree > 1) outside(fmt::format("the value {}, which is not linear", value.to_string()));
    }
  }

  void read_addresses() {
    if (proof_.lemma != "integer-addresses" || proof_.addresses.size() != 1)
      outside(fmt::format("a proof by the lemma {}", proof_.lemma));
    const FoundAddresses& found = proof_.addresses.front();
    const SymbolicHead& head = theorem_.heads()[0];
    if (found.addresses.squares.size() != head.tokens.size())
      outside("a theorem that is proved case by case");
    Laurent weight;
    for (std::size_t k = 0; k < head.tokens.size(); ++k) {
      const proof::Square& square = found.addresses.squares[k];
      if (square.index != head.tokens[k].indices[0]) outside("addresses in another order than the rows");
      if (k == 0) weight = square.weight;
      if (!(square.weight == weight)) outside("squares of different weights");
      Square one{names_(square.index),
                 sizes(square.weight, "a weight"),
                 of_addresses(square.address),
                 of_input(found.winner.at(square.index)),
                 {}};
      for (std::size_t f = 0; f < result_.features.size(); ++f) {
        const std::string& symbol = head.tokens[k].symbols.at(text_.tokens.front().features[f].name);
        one.features.push_back(of_input(found.winner.at(symbol)));
      }
      result_.squares.push_back(one);
    }
    result_.rest = of_input(found.addresses.rest);
    const Laurent& value = head.value[result_.value_read - 1];
    expect_linear_value(value);
    result_.taken = of_pair(value);
    expect_linear_value(found.deviation);
    result_.deviation = sizes(found.deviation, "the deviation");
    result_.weight = weight;
    result_.factor = Laurent(Rational(Integer(2 * head.tokens.size()))) * found.deviation;
  }

  SymbolicTheorem& theorem_;
  const TheoremText& text_;
  const LemmaProof& proof_;
  Names names_;
  std::string size_;
  std::set<std::string> entries_;
  Exported result_;
};

}  // namespace

std::string Exported::arguments() const {
  std::string text = size;
  for (const Field& field : fields) text += " " + field.name;
  return text;
}

std::string Exported::binders() const {
  std::string text = fmt::format("({} : Z)", size);
  for (const Field& field : fields)
    text += fmt::format(" ({} : {})", field.name, field.function ? "Z -> Z" : "Z");
  return text;
}

std::string Exported::tuple() const {
  std::vector<std::string> names;
  for (const Square& square : squares) names.push_back(square.index);
  const std::string text = fmt::format("{}", fmt::join(names, ", "));
  return names.size() == 1 ? text : "(" + text + ")";
}

std::string Exported::pattern() const {
  std::string text;
  for (const Square& square : squares)
    text = text.empty() ? square.index : fmt::format("[{} {}]", text, square.index);
  return text;
}

Exported exported_of(SymbolicTheorem& theorem, const LemmaProof& proof, const Integer& least,
                     const Integer& corner, const std::string& variant) {
  return Exporter(theorem, proof).run(least, corner, variant);
}

}  // namespace attest::theorems::coq
