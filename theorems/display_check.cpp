#include "theorems/display_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/quotes.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "theorems/polynomial_value.hpp"

namespace attest::theorems {

namespace {

using language::Expression;
using language::Node;
using language::Op;

class Display {
 public:
  Display(const HeadRows& rows, const TokenTable& tokens, const std::map<std::string, Rational>& sizes,
          const NetworkNames& constants, const std::vector<NamedCoordinates>& coordinates)
      : rows_(rows), tokens_(tokens), sizes_(sizes), constants_(constants), coordinates_(coordinates) {
    for (std::size_t v = 0; v < rows.polynomial().variables(); ++v) {
      const RowStatement* row = rows.row(v);
      std::size_t group = 0;
      while (!rows.may_be(v, group)) ++group;
      const TokenGroup& kind = tokens.kinds_of_tokens()[group];
      groups_.push_back(group);
      indices_.push_back(row == nullptr ? kind.indices : rows.indices(*row, group));
      features_.push_back(kind.features);
    }
  }

  // Rows are told apart by the names of their indices.
  bool distinct_indices() const {
    // Of tuples that are named, (i,l) and (l,j), equal names are equal indices.
    for (const auto& over : rows_.statement().over) {
      if (!over.tuples.empty()) return true;
    }
    std::vector<std::string> all;
    for (std::size_t v = 0; v < indices_.size(); ++v) {
      if (rows_.needs_row(v)) all.insert(all.end(), indices_[v].begin(), indices_[v].end());
    }
    std::sort(all.begin(), all.end());
    return std::adjacent_find(all.begin(), all.end()) == all.end();
  }

  // The score from the rows, or the product of the rows of these variables alone.
  std::optional<Polynomial> actual(const std::vector<std::vector<std::size_t>>& monomials,
                                   bool symbolic) const {
    std::vector<std::optional<std::vector<Polynomial>>> vectors(indices_.size());
    for (std::size_t v = 0; v < indices_.size(); ++v) {
      if (const RowStatement* row = rows_.row(v)) {
        vectors[v] = polynomials_of(rows_.vector(*row), names(v, symbolic));
        if (!vectors[v]) return std::nullopt;
      }
    }
    Polynomial sum;
    for (const auto& monomial : monomials) {
      std::size_t length = 0;
      for (const std::size_t v : monomial) {
        if (!vectors[v]) return std::nullopt;
        length = std::max(length, vectors[v]->size());
      }
      for (std::size_t c = 0; c < length; ++c) {
        Polynomial product(1L);
        for (const std::size_t v : monomial)
          product = product * (c < vectors[v]->size() ? (*vectors[v])[c] : Polynomial());
        sum += product;
      }
    }
    return sum;
  }

  std::optional<Polynomial> displayed(const Expression& formula, bool symbolic) const {
    return polynomial_of(formula, names(std::nullopt, symbolic));
  }

  // Sizes that say how many rows, coordinates or terms there are, and those of rows that are found from a score: what was written
  // out at their values holds at no others, so they have these values everywhere.
  std::map<std::string, Polynomial> structural_sizes(const Expression& formula) const {
    std::set<std::string> found;
    counted_by(formula, found);
    const HeadStatement& head = rows_.statement();
    if (head.polynomial_arity) all_names(head.polynomial_arity, found);
    for (const RowStatement& row : head.rows) {
      if (row.members) all_names(row.members, found);
      if (row.number) all_names(row.number, found);
    }
    for (const RowStatement& row : rows_.all()) {
      counted_by(rows_.vector(row), found);
      if (row.at_these_sizes)
        for (const auto& [name, value] : sizes_) found.insert(name);
    }
    for (const DisplayStatement& display : head.displays) {
      if (display.members) all_names(display.members, found);
    }
    std::map<std::string, Polynomial> values;
    for (const auto& [name, value] : sizes_) {
      if (found.contains(name)) values.emplace(name, Polynomial(value));
    }
    return values;
  }

  // Tokens of one input at which the difference is not 0.
  Json witness(const Polynomial& difference) const {
    Witness found{difference, sizes_, {}, {}, most_witness_tuples};
    for (const Polynomial::Term& term : difference.terms()) {
      for (const auto& [name, exponent] : term.exponents) found.names.insert(name);
    }
    return witness_from(0, found);
  }

 private:
  static constexpr long most_witness_tuples = 20'000;

  struct Witness {
    const Polynomial& difference;
    std::map<std::string, Rational> values;  // sizes, then what the tokens say
    std::set<std::string> names;             // that the difference reads
    std::vector<attention::Kind> kinds;      // of the tokens so far
    long left;                               // tuples that may be tried
  };

  // What a token of the w-th variable says by the difference's names.
  std::map<std::string, Rational> said_by(attention::Kind kind, std::size_t w) const {
    std::map<std::string, Rational> values;
    const std::vector<Rational>& at = tokens_.indices_of(tokens_.token_of(kind));
    for (std::size_t k = 0; k < indices_[w].size() && k < at.size(); ++k)
      values.emplace(index_of(indices_[w][k], w), at[k]);
    for (const auto& [name, value] : tokens_.features_of(kind)) values.emplace(feature_of(name, w), value);
    return values;
  }

  Json witness_from(std::size_t w, Witness& found) const {
    if (w == indices_.size()) {
      if (--found.left < 0 || !tokens_.possible_together(found.kinds)) return {};
      for (const std::string& name : found.names) {
        if (!found.values.contains(name)) return {};
      }
      const Rational value = found.difference.evaluate(found.values);
      if (value == 0) return {};
      Json tokens = Json::object();
      for (const std::string& name : found.names) {
        const Rational& number = found.values.at(name);
        if (sizes_.find(name) == sizes_.end())
          tokens[name] = denominator_of(number) == 1 && fits_long(number) ? Json(*fits_long(number))
                                                                          : Json(to_string(number));
      }
      return {{"tokens", std::move(tokens)}, {"displayed_minus_actual", to_string(value)}};
    }
    const TokenGroup& group = tokens_.kinds_of_tokens()[groups_[w]];
    for (const attention::Token token : group.tokens) {
      for (attention::Kind kind = tokens_.first()[token]; kind < tokens_.first()[token + 1]; ++kind) {
        if (!tokens_.possible(kind)) continue;
        const auto said = said_by(kind, w);
        const bool is_read = std::any_of(said.begin(), said.end(),
                                         [&](const auto& one) { return found.names.contains(one.first); });
        if (!is_read) return witness_from(w + 1, found);  // whatever token it is
        // Of tuples that are named equal names are equal indices.
        if (std::any_of(said.begin(), said.end(), [&](const auto& one) {
              const auto before = found.values.find(one.first);
              return before != found.values.end() && before->second != one.second;
            }))
          continue;
        Witness longer = found;
        longer.values.insert(said.begin(), said.end());
        longer.kinds.push_back(kind);
        Json result = witness_from(w + 1, longer);
        found.left = longer.left;
        if (!result.is_null() || found.left < 0) return result;
      }
    }
    return {};
  }

  // Names in the row of variable v, or (without one) in a display, where every token is called by its index.
  PolynomialNames names(std::optional<std::size_t> v, bool symbolic) const {
    PolynomialNames result;
    result.integer = [this](const Node& e) -> std::optional<long> { return fits_long(number_of(e)); };
    result.members = [this](const Node& e) -> std::optional<std::vector<Rational>> {
      const NetworkValue value = evaluate(std::make_shared<Node>(e), constants_);
      const auto* set = std::get_if<std::vector<Rational>>(&value.content);
      return set == nullptr ? std::nullopt : std::optional(*set);
    };
    result.condition = [this](const Node& e) -> std::optional<bool> {
      if (!is_number(e)) return std::nullopt;
      return evaluate_truth(std::make_shared<Node>(e), constants_);
    };
    result.variable = [this, v, symbolic](const Node& e) -> std::optional<Polynomial> {
      for (std::size_t w = v.value_or(0); w < (v ? *v + 1 : indices_.size()); ++w) {
        if (auto found = of_token(e, w, v.has_value(), symbolic)) return found;
      }
      const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
      if (e.op == Op::call) return std::nullopt;
      if (const auto size = sizes_.find(name); size != sizes_.end()) {
        return symbolic ? Polynomial::variable(name) : Polynomial(size->second);
      }
      if (constants_.name) {
        if (const auto value = constants_.name(name)) {
          if (const auto* number = std::get_if<Rational>(&value->content)) return Polynomial(*number);
        }
      }
      return std::nullopt;
    };
    return result;
  }

  static void all_names(const Expression& e, std::set<std::string>& found) {
    for (const std::string& name : language::free_names(e)) found.insert(name);
  }
  // Names in the arguments of zeros(..), in the ranges of sums, in the counts of repetitions and in conditions.
  static void counted_by(const Expression& e, std::set<std::string>& found) {
    if (e->op == Op::call && e->name == "zeros") all_names(e, found);
    for (const auto& binder : e->binders) all_names(binder.range, found);
    if (e->op == Op::iterate) all_names(e->children[1], found);
    if (e->op == Op::conditional) all_names(e->children[0], found);
    for (const Expression& child : e->children) counted_by(child, found);
  }

  Rational number_of(const Node& e) const { return evaluate_number(std::make_shared<Node>(e), constants_); }

  // l(v): the index that the v-th variable takes, where several rows call theirs l.
  bool is_index_of(const Node& e, std::size_t w) const {
    return e.op == Op::call && e.children.size() == 1 && indices_[w] == std::vector<std::string>{e.name} &&
           is_number(*e.children[0]) && number_of(*e.children[0]) == Rational(Integer(w + 1));
  }

  // Whether sizes alone occur.
  bool is_number(const Node& e) const {
    if (e.op == Op::name && sizes_.find(e.name) == sizes_.end()) return false;
    return e.op != Op::subscript && e.op != Op::call &&
           std::all_of(e.children.begin(), e.children.end(),
                       [this](const Expression& c) { return is_number(*c); });
  }

  // The polynomial's variable for an index of the token of variable w, and for a feature.
  std::string index_of(const std::string& name, std::size_t w) const {
    return distinct_indices() ? name : name + "_" + std::to_string(w + 1);
  }
  std::string feature_of(const std::string& name, std::size_t w) const {
    std::string text = name;
    for (const std::string& index : indices_[w]) text += "_" + index_of(index, w);
    return text;
  }

  // Index or feature of the token of variable w; bare names only in the token's own row.
  std::optional<Polynomial> of_token(const Node& e, std::size_t w, bool own_row, bool symbolic) const {
    const auto& indices = indices_[w];
    if (is_index_of(e, w)) return Polynomial::variable(index_of(e.name, w));
    if (e.op == Op::call && e.children.size() == 1 && is_index_of(*e.children[0], w))
      return feature(e.name, w, symbolic);
    if (!own_row && !distinct_indices()) return std::nullopt;  // by number alone
    if (e.op == Op::name || e.op == Op::subscript) {
      const std::string name = e.op == Op::name ? e.name : whole_name(e);
      if (std::find(indices.begin(), indices.end(), name) != indices.end())
        return Polynomial::variable(index_of(name, w));
      if (own_row) {
        if (auto found = feature(name, w, symbolic)) return found;
      }
    }
    if (e.op == Op::subscript && indices.size() == 1 && e.children[0]->op == Op::name &&
        e.children[0]->name == indices.front()) {
      return feature(e.name, w, symbolic);
    }
    if (e.op == Op::call && e.children.size() == indices.size()) {
      for (std::size_t k = 0; k < indices.size(); ++k) {
        if (e.children[k]->op != Op::name || e.children[k]->name != indices[k]) return std::nullopt;
      }
      return feature(e.name, w, symbolic);
    }
    return std::nullopt;
  }

  std::optional<Polynomial> feature(const std::string& name, std::size_t w, bool symbolic) const {
    const NamedCoordinates& named = coordinates_[groups_[w]];
    if (const auto coordinate = named.find(name); coordinate != named.end()) {
      // A coordinate is what the encoding says, which may be a feature of the same name.
      PolynomialNames inside;
      inside.variable = [&](const Node& e) -> std::optional<Polynomial> {
        const std::string inner = e.op == Op::subscript ? whole_name(e) : e.name;
        if (e.op != Op::call) {
          const auto& kind = tokens_.kinds_of_tokens()[groups_[w]];
          for (std::size_t k = 0; k < kind.indices.size() && k < indices_[w].size(); ++k) {
            if (kind.indices[k] == inner) return Polynomial::variable(index_of(indices_[w][k], w));
          }
          if (std::find(features_[w].begin(), features_[w].end(), inner) != features_[w].end()) {
            return Polynomial::variable(feature_of(inner, w));
          }
          if (const auto size = sizes_.find(inner); size != sizes_.end()) {
            return symbolic ? Polynomial::variable(inner) : Polynomial(size->second);
          }
        }
        return std::nullopt;
      };
      return polynomial_of(coordinate->second, inside);
    }
    if (std::find(features_[w].begin(), features_[w].end(), name) == features_[w].end()) return std::nullopt;
    return Polynomial::variable(feature_of(name, w));
  }

  const HeadRows& rows_;
  const TokenTable& tokens_;
  const std::map<std::string, Rational>& sizes_;
  const NetworkNames& constants_;
  const std::vector<NamedCoordinates>& coordinates_;  // [kind of tokens]
  std::vector<std::size_t> groups_;                   // [variable]: the kind of its tokens
  std::vector<std::vector<std::string>> indices_;     // [variable]
  std::vector<std::vector<std::string>> features_;    // [variable]
};

}  // namespace

std::vector<DisplayedLine> display_checks(const DisplayStatement& display, const HeadRows& rows,
                                          const TokenTable& tokens,
                                          const std::map<std::string, Rational>& sizes, const TiedNames& tied,
                                          const NetworkNames& constants,
                                          const std::vector<NamedCoordinates>& coordinates) {
  const auto not_evaluated = [&](const std::string& why) {
    refuse(display.place, fmt::format("displayed {}: {}", display.what, why));
  };
  if (display.what != "score" && display.what != "inner")
    not_evaluated("only 'score', 'inner' and 'weight' are known");
  const Display context(rows, tokens, sizes, constants, coordinates);
  struct Member {
    std::string name;
    Expression formula;
    std::vector<std::vector<std::size_t>> monomials;
  };
  std::vector<Member> members;
  if (display.family.empty()) {
    if (display.what != "score") not_evaluated("say for which j: displayed inner j in [t] = ..");
    members.push_back({"identity", display.formula, rows.polynomial().monomials()});
  } else {
    for (const Rational& j : evaluate_set(display.members, constants)) {
      std::vector<std::vector<std::size_t>> monomials = rows.polynomial().monomials();
      if (display.what == "inner") {
        const auto v = fits_long(j);
        if (!v || *v < 1 || static_cast<std::size_t>(*v) >= rows.polynomial().variables()) {
          not_evaluated(fmt::format("there are no rows {} and {}", to_string(j), to_string(Rational(j + 1))));
        }
        monomials = {{static_cast<std::size_t>(*v - 1), static_cast<std::size_t>(*v)}};
      }
      members.push_back({fmt::format("identity-{}", to_string(j)),
                         substituted(display.formula, display.family, language::number(j)), monomials});
    }
  }
  std::vector<DisplayedLine> lines;
  for (const Member& member : members) {
    Check check;
    check.name = member.name;
    check.essential = display.essential;
    const Expression formula = rows.plain(member.formula);
    std::optional<Polynomial> difference;
    for (const bool symbolic : {true, false}) {
      const auto left = context.displayed(formula, symbolic);
      const auto right = context.actual(member.monomials, symbolic);
      if (left && right) {
        difference = *left - *right;
        break;
      }
    }
    if (!difference) not_evaluated("the display or a row is no polynomial in indices, features and sizes");
    *difference = difference->substitute(context.structural_sizes(formula));
    if (!difference->is_zero()) {
      std::map<std::string, Polynomial> numbers;
      for (const Polynomial::Term& term : difference->terms()) {
        for (const auto& [name, exponent] : term.exponents) {
          const auto found = tied.find(name);
          if (found == tied.end()) continue;
          numbers.emplace(name, Polynomial(sizes.at(name)));
          for (const std::string& size : found->second) numbers.emplace(size, Polynomial(sizes.at(size)));
        }
      }
      const Polynomial here = difference->substitute(numbers);
      if (here.is_zero()) *difference = here;
    }
    check.status = difference->is_zero() ? Status::holds : Status::refuted;
    if (difference->is_zero()) {
      check.evidence = Evidence::symbolic;
    } else {
      check.kind = Kind::display;
      const std::string where = in_source(display.mark);
      check.reason = display.mend.empty()
                         ? fmt::format("displayed minus actual is {}{}", difference->to_string(), where)
                         : fmt::format("{}{}; displayed minus actual is {}", display.mend, where,
                                       difference->to_string());
    }
    lines.push_back({std::move(check), difference->is_zero() ? Json() : context.witness(*difference)});
  }
  return lines;
}

}  // namespace attest::theorems
