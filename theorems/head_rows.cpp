#include "theorems/head_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "theorems/kernels.hpp"
#include "theorems/polynomial_value.hpp"

namespace attest::theorems {

using attention::IndexSet;
using language::Expression;
using language::Node;
using language::Op;

HeadRows::HeadRows(const HeadStatement& statement, const TokenTable& tokens,
                   const std::vector<attention::Token>& judged, const NetworkNames& constants)
    : statement_(statement), tokens_(tokens), judged_(judged), constants_(constants) {
  kernel_ = statement.leftmost ? attention::Kernel::leftmost : statement.kernel;
  polynomial_ = polynomial_of(statement, constants);
  if (kernel_ == attention::Kernel::exact_match && polynomial_.variables() != 2) {
    refuse(statement.place, "an exact-match head compares a query and a key");
  }
  if (kernel_ == attention::Kernel::exact_match && statement.scale)
    refuse(statement.place, "an exact-match head has no scores that a scale could multiply");
  if (statement.score) {
    refuse(statement.score_place,
           "of several layers every head gives its rows; a score in their place is not evaluated so far");
  }
  expand(constants);
  group_.resize(polynomial_.variables());
  receives_.resize(tokens.kinds_of_tokens().size(), false);
  for (const attention::Token receiver : judged) receives_[tokens.group_of(receiver)] = true;
  for (std::size_t v = 0; v < group_.size(); ++v) {
    if (tokens.kinds_of_tokens().size() == 1) {
      group_[v] = 0;
      continue;
    }
    if (v == 0 && std::count(receives_.begin(), receives_.end(), true) == 1)
      group_[v] = tokens.group_of(judged.front());
    for (std::size_t k = 0; k < statement.over.size(); ++k) {
      const auto& over = statement.over[k];
      const std::vector<std::string> said = said_names(v);
      const bool mine =
          v > 0 && (said.empty() ? k + 1 == v : said == std::vector<std::string>{over.variable});
      if (over.kind.empty() || !mine) continue;
      const TokenGroup* kind = tokens.find(over.kind);
      if (kind == nullptr) refuse(over.place, fmt::format("there are no tokens '{}'", over.kind));
      group_[v] = static_cast<std::size_t>(kind - tokens.kinds_of_tokens().data());
    }
  }
  check_over();
}

// What rows and values call the indices of a token; none: they leave it to the tokens.
std::vector<std::string> HeadRows::said_names(std::size_t v) const {
  for (const RowStatement& row : rows_) {
    if (!row.indices.empty() && variable(row) == v) return row.indices;
  }
  return {};
}

// An `over`, and a mask in it, speak of one token by its index, and which one is plain.
void HeadRows::check_over() const {
  const std::size_t summed = polynomial_.variables() - 1;
  std::map<std::string, std::set<std::size_t>> tokens_called;
  for (std::size_t v = 0; v < polynomial_.variables(); ++v) {
    std::vector<std::string> names = said_names(v);
    if (v > 0 && names.empty() && statement_.over.size() == summed) names = {statement_.over[v - 1].variable};
    if (v == 0 && names.empty()) {
      for (std::size_t group = 0; group < receives_.size(); ++group) {
        const auto& own = tokens_.kinds_of_tokens()[group].indices;
        if (may_be(0, group)) names.insert(names.end(), own.begin(), own.end());
      }
    }
    for (const std::string& name : names) tokens_called[name].insert(v);
  }
  for (const auto& over : statement_.over) {
    if (!over.tuples.empty()) return;  // they say which tokens these are
    std::vector<std::string> speaks_of{over.variable};
    for (const Expression& part : {over.range, over.such_that}) {
      if (!part) continue;
      const auto names = language::free_names(plain(part));
      speaks_of.insert(speaks_of.end(), names.begin(), names.end());
    }
    for (const std::string& name : speaks_of) {
      const auto found = tokens_called.find(name);
      if (found != tokens_called.end() && found->second.size() > 1 && (over.range || over.such_that))
        refuse(over.place, fmt::format("'{}' is the index of two tokens of this head; name the one that is "
                                       "looked at by an index of its own",
                                       name));
    }
    const auto found = tokens_called.find(over.variable);
    // The receiver's name says nothing of the tokens that are looked at.
    const bool says = over.range || over.such_that || !over.kind.empty();
    if (found != tokens_called.end() && (*found->second.rbegin() > 0 || !says)) continue;
    if (found != tokens_called.end() || summed == 1) {
      refuse(over.place, fmt::format("'{}' is no index of a token that is looked at", over.variable));
    }
    refuse(over.place,
           fmt::format("the head looks at {} tokens; say which of them '{}' is, as in row 2 ({}) = ..",
                       summed, over.variable, over.variable));
  }
}

// A token that nobody names does not take the receiver's name.
std::vector<std::string> HeadRows::names_in_masks(std::size_t v, std::size_t group) const {
  if (v == 0 || !said_names(v).empty()) return index_names(v, group);
  if (statement_.over.size() == polynomial_.variables() - 1) return {statement_.over[v - 1].variable};
  return {};
}

void HeadRows::expand(const NetworkNames& constants) {
  for (const RowStatement& row : statement_.rows) {
    if (row.family.empty()) {
      rows_.push_back(row);
      continue;
    }
    for (const Rational& x : evaluate_set(row.members, constants)) {
      rows_.push_back(row);
      rows_.back().number = language::number(x, row.place);
      rows_.back().vector = substituted(row.vector, row.family, language::number(x, row.place));
    }
  }
  std::set<std::pair<bool, std::size_t>> seen;
  for (const RowStatement& row : rows_) {
    const bool lands = std::any_of(row.coordinates.begin(), row.coordinates.end(),
                                   [](const std::string& label) { return !label.empty(); });
    if (lands && row.role == RowStatement::Role::row)
      refuse(row.place, "the coordinates of a value say where they land, those of a row land nowhere");
    const std::size_t v = variable(row);
    if (!seen.emplace(row.role == RowStatement::Role::row, v).second) {
      refuse(row.place,
             fmt::format("a second {} {}", row.role == RowStatement::Role::row ? "row" : "value", v + 1));
    }
  }
}

const RowStatement* HeadRows::row(std::size_t v) const {
  for (const RowStatement& row : rows_) {
    if (row.role == RowStatement::Role::row && variable(row) == v) return &row;
  }
  return nullptr;
}

void HeadRows::refuse_missing_row(std::size_t v) const {
  const bool standard = polynomial_.variables() == 2;
  refuse(statement_.place, standard ? fmt::format("there is no {}", v == 0 ? "query" : "key")
                                    : fmt::format("there is no row {}", v + 1));
}

bool HeadRows::needs_row(std::size_t v) const {
  for (const auto& monomial : polynomial_.monomials()) {
    if (std::find(monomial.begin(), monomial.end(), v) != monomial.end()) return true;
  }
  return false;
}

std::size_t HeadRows::variable(const RowStatement& statement) const {
  if (!statement.number) {
    if (polynomial_.variables() == 2) return 1;
    refuse(statement.place, "say which token the value is of: value 2 (j) = ..");
  }
  const Rational number = evaluate_number(statement.number, constants_);
  const auto v = fits_long(number);
  // Of triangular attention the receiver is no factor of the product q_(i,l) k_(l,j): its rows 1 and 2 are those of the
  // tuple's tokens.
  const long first = triangular() ? 0 : 1;
  if (!v || *v < 1 || static_cast<std::size_t>(*v - first) >= polynomial_.variables()) {
    throw NetworkError(statement.place,
                       fmt::format("there is no place {} in this product", attest::to_string(number)));
  }
  return static_cast<std::size_t>(*v - first);
}

bool HeadRows::may_be(std::size_t variable, std::size_t group) const {
  if (group_[variable]) return *group_[variable] == group;
  return variable > 0 || receives_[group];
}

std::vector<std::string> HeadRows::indices(const RowStatement& statement, std::size_t group) const {
  const TokenGroup& kind = tokens_.kinds_of_tokens()[group];
  if (statement.indices.empty()) return kind.indices;
  if (statement.indices.size() != kind.indices.size()) {
    refuse(statement.place,
           statement.role == RowStatement::Role::value
               ? "a value that reads several tokens is not evaluated so far"
               : fmt::format("a row reads one token, by {} of it; what hangs on several tokens is the score: "
                             "score = ..",
                             kind.indices.size() == 1 ? "the index" : "the indices"));
  }
  return statement.indices;
}

std::vector<std::string> HeadRows::index_names(std::size_t variable, std::size_t group) const {
  for (const RowStatement& row : rows_) {
    if (!row.indices.empty() && this->variable(row) == variable) return indices(row, group);
  }
  if (variable > 0 && variable <= statement_.over.size()) return {statement_.over[variable - 1].variable};
  return tokens_.kinds_of_tokens()[group].indices;
}

IndexSet HeadRows::index_set() const {
  try {
    return tuples();
  } catch (const std::length_error& error) {
    refuse(statement_.place, error.what());
  }
}

IndexSet HeadRows::tuples() const {
  const std::size_t arity = polynomial_.variables() - 1;
  std::vector<std::vector<attention::Token>> domains(arity);
  for (std::size_t v = 1; v <= arity; ++v) {
    for (attention::Token token = 0; token < tokens_.tokens(); ++token) {
      if (may_be(v, tokens_.group_of(token))) domains[v - 1].push_back(token);
    }
  }
  bool masked = false;
  for (const auto& over : statement_.over) {
    if (!over.tuples.empty()) return named_tuples(over);
    masked = masked || over.range || over.such_that;
  }
  if (triangular()) {
    refuse(statement_.place, "triangular attention says its tuples: over l: (i,l), (l,j)");
  }
  if (!masked) return IndexSet::product(domains, tokens_.tokens());

  std::vector<bool> wanted(tokens_.tokens(), false);
  for (const attention::Token token : judged_) wanted[token] = true;
  std::vector<Expression> ranges;
  std::vector<Expression> conditions;
  for (const auto& over : statement_.over) {
    ranges.push_back(plain(over.range));
    conditions.push_back(plain(over.such_that));
  }
  const auto allowed = [&](attention::Token receiver, std::span<const attention::Token> tuple) {
    check_stop();
    std::map<std::string, Rational> values;
    const auto bind = [&](attention::Token token, std::size_t variable) {
      const auto names = names_in_masks(variable, tokens_.group_of(token));
      for (std::size_t k = 0; k < names.size(); ++k) values[names[k]] = tokens_.indices_of(token)[k];
    };
    bind(receiver, 0);
    for (std::size_t v = 1; v <= tuple.size(); ++v) bind(tuple[v - 1], v);
    const NetworkNames names = mask_names(values);
    for (std::size_t k = 0; k < statement_.over.size(); ++k) {
      const auto& over = statement_.over[k];
      const auto at = values.find(over.variable);
      if (at == values.end()) refuse(over.place, fmt::format("'{}' is no index of this head", over.variable));
      if (over.range) {
        const std::vector<Rational> range = evaluate_set(ranges[k], names);
        if (std::find(range.begin(), range.end(), at->second) == range.end()) return false;
      }
      if (over.such_that && !evaluate_truth(conditions[k], names)) return false;
    }
    return true;
  };
  return IndexSet::filtered(domains, wanted, allowed);
}

// Masks speak of indices and sizes; what a token carries depends on the input.
NetworkNames HeadRows::mask_names(const std::map<std::string, Rational>& values) const {
  const auto refuse_feature = [this](const std::string& name) {
    for (const TokenGroup& kind : tokens_.kinds_of_tokens()) {
      if (std::find(kind.features.begin(), kind.features.end(), name) == kind.features.end()) continue;
      const auto reads = [&](const Expression& e) {
        const auto names = e ? language::free_names(e) : std::vector<std::string>();
        return std::find(names.begin(), names.end(), name) != names.end();
      };
      const auto mask = std::find_if(statement_.over.begin(), statement_.over.end(), [&](const auto& over) {
        return reads(over.such_that) || reads(over.range);
      });
      refuse(mask != statement_.over.end() ? mask->place : statement_.place,
             fmt::format("a mask that reads '{}' of a token is not evaluated so far", name));
    }
  };
  NetworkNames names = constants_;
  names.name = [this, &values, refuse_feature](const std::string& name) -> std::optional<NetworkValue> {
    if (const auto found = values.find(name); found != values.end()) return NetworkValue{found->second};
    if (auto constant = constants_.name(name)) return constant;
    refuse_feature(name);
    return std::nullopt;
  };
  names.subscript = [refuse_feature](const std::string& base,
                                     const std::string&) -> std::optional<NetworkValue> {
    refuse_feature(base);
    return std::nullopt;
  };
  names.call = [refuse_feature](const Node& call,
                                const std::vector<NetworkValue>&) -> std::optional<NetworkValue> {
    refuse_feature(call.name);
    return std::nullopt;
  };
  return names;
}

// over l: (i,l), (l,j): at the receiver (i,j), for every l for which both are tokens.
IndexSet HeadRows::named_tuples(const HeadStatement::Over& over) const {
  const std::size_t arity = polynomial_.variables() - 1;
  if (over.tuples.size() != arity || statement_.over.size() != 1) {
    refuse(over.place, fmt::format("{} tokens are to be named here", arity));
  }
  const Expression condition = plain(over.such_that);
  std::vector<std::vector<attention::Token>> lists(tokens_.tokens());
  for (const attention::Token receiver : judged_) {
    const std::size_t group = tokens_.group_of(receiver);
    const TokenGroup& kind = tokens_.kinds_of_tokens()[group];
    std::map<std::string, Rational> values;
    const auto receiver_names = index_names(0, group);
    for (std::size_t k = 0; k < receiver_names.size(); ++k)
      values[receiver_names[k]] = tokens_.indices_of(receiver)[k];
    std::set<Rational> candidates;
    for (const attention::Token token : kind.tokens)
      candidates.insert(tokens_.indices_of(token).begin(), tokens_.indices_of(token).end());
    for (const Rational& candidate : candidates) {
      check_stop();
      values[over.variable] = candidate;
      const NetworkNames names = mask_names(values);
      if (condition && !evaluate_truth(condition, names)) continue;
      std::vector<attention::Token> tuple;
      for (const Expression& entry : over.tuples) {
        if (const auto token = tokens_.token(kind, evaluate_vector(entry, names))) tuple.push_back(*token);
      }
      if (tuple.size() == arity) lists[receiver].insert(lists[receiver].end(), tuple.begin(), tuple.end());
    }
  }
  return IndexSet::listed(arity, std::move(lists));
}

}  // namespace attest::theorems
