#include "theorems/proof/symbolic_head.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "numeric/checked.hpp"
#include "theorems/kernels.hpp"
#include "theorems/lets.hpp"
#include "theorems/polynomial_value.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using proof::Laurent;
using proof::Refusal;

constexpr std::size_t longest_path = 16;  // of edges

SymbolicHeadBuilder::SymbolicHeadBuilder(SymbolicTheorem& theorem, const HeadStatement& statement,
                                         std::string name)
    : theorem_(theorem),
      statement_(statement),
      polynomial_(polynomial_of(statement, theorem.numbers_)),
      name_(std::move(name)) {}

void SymbolicHeadBuilder::build() {
  if (statement_.polynomial == "path" && polynomial_.variables() > longest_path + 1)
    throw Refusal("G1", fmt::format("a path of more than {} edges", longest_path));
  if (statement_.leftmost) {
    throw Refusal("G1", fmt::format("line {}: a hard maximum that takes the leftmost of the best",
                                    statement_.place.line));
  }
  head_.hard = statement_.kernel == Kernel::hard_maximum;
  head_.exact = statement_.kernel == Kernel::exact_match;
  head_.expressive = statement_.kernel == Kernel::expressive;
  if (head_.expressive && statement_.scale) throw Refusal("G1", "an expressive head with a scale");
  if (attention::weighs_rationally(statement_.kernel) && !head_.expressive)
    throw Refusal("G1", fmt::format("the weights of {}", attention::record_of(statement_.kernel).head));
  if (head_.exact && (polynomial_.variables() != 2 || statement_.scale))
    throw Refusal("G1", "an exact match of a query and a key, without a scale");
  if (statement_.score) {
    throw Refusal("G2", fmt::format("line {}: a head that gives its score, {}, instead of rows",
                                    statement_.score_place.line, language::to_string(statement_.score)));
  }
  theorem_.head_names_.push_back(name_);
  head_.name = name_.empty() ? fmt::format("head{}", theorem_.heads_.size() + 1) : name_;
  expand_rows();
  name_tokens();
  read_scale();
  read_rows();
  read_values();
  read_sole_token();
  check_displays();
  theorem_.heads_.push_back(std::move(head_));
}

void SymbolicHeadBuilder::expand_rows() {
  std::set<std::pair<bool, std::size_t>> seen;
  const auto add = [&](const RowStatement& row) {
    if (!seen.emplace(row.role == RowStatement::Role::row, variable_of(row)).second)
      throw Refusal("G2", fmt::format("line {}: a second row or value of its place", row.place.line));
    rows_.push_back(row);
  };
  // First the name of a family, then the lets, as HeadRows has it.
  const auto add_plain = [&](RowStatement row) {
    row.vector = without_lets(row.vector, statement_.lets);
    add(row);
  };
  for (const RowStatement& row : statement_.rows) {
    const bool lands = std::any_of(row.coordinates.begin(), row.coordinates.end(),
                                   [](const std::string& label) { return !label.empty(); });
    if (lands && row.role == RowStatement::Role::row)
      throw Refusal("G2", fmt::format("line {}: the coordinates of a row land nowhere", row.place.line));
    if (row.family.empty()) {
      add_plain(row);
      continue;
    }
    for (const Rational& x : evaluate_set(row.members, theorem_.numbers_)) {
      RowStatement member = row;
      member.number = language::number(x, row.place);
      member.vector = substituted(row.vector, row.family, language::number(x, row.place));
      add_plain(std::move(member));
    }
  }
}

std::size_t SymbolicHeadBuilder::variable_of(const RowStatement& row) const {
  if (!row.number) {
    if (polynomial_.variables() == 2) return 1;
    throw Refusal("G2", fmt::format("line {}: of which token?", row.place.line));
  }
  const auto v = fits_long(evaluate_number(row.number, theorem_.numbers_));
  const std::size_t before = triangular() ? 1 : 0;  // the receiver has no row there
  if (!v || *v < 1 || static_cast<std::size_t>(*v) + before > polynomial_.variables())
    throw Refusal("G2", fmt::format("line {}: there is no such place in this product", row.place.line));
  return static_cast<std::size_t>(*v - 1) + before;
}

const RowStatement* SymbolicHeadBuilder::statement_of(std::size_t variable, RowStatement::Role role) const {
  for (const RowStatement& row : rows_) {
    if (row.role == role && variable_of(row) == variable) return &row;
  }
  return nullptr;
}

const std::vector<std::string>& SymbolicHeadBuilder::index_names(const RowStatement& row) const {
  if (row.indices.empty()) return theorem_.tokens_->indices();
  if (row.indices.size() != theorem_.tokens_->indices().size())
    throw Refusal("G2", fmt::format("line {}: a row that reads several tokens", row.place.line));
  return row.indices;
}

// p/q * sqrt(r) * log(k) with factors in the sizes: r a number, k and the rational factors in the sizes alone.
void SymbolicHeadBuilder::read_scale() {
  if (!statement_.scale) return;
  TermNames names;
  names.written = [this](const Node& e) -> std::optional<Laurent> {
    if (const auto value = theorem_.constants_.written(e)) return value;
    if (e.op == Op::name && e.name == "d") return Laurent(Rational(Integer(theorem_.dimension_)));
    return std::nullopt;
  };
  Terms terms(theorem_.variables_, names, "G3");
  proof::Rate& unit = head_.unit;
  const auto read = [&](const auto& self, const Expression& e, bool above) -> void {
    if (e->op == Op::tuple && e->children.size() == 1) return self(self, e->children[0], above);
    if (e->op == Op::multiply || e->op == Op::divide) {
      self(self, e->children[0], above);
      return self(self, e->children[1], e->op == Op::divide ? !above : above);
    }
    if (e->op == Op::negate) {
      unit.factor = -unit.factor;
      return self(self, e->children[0], above);
    }
    if (e->op == Op::call && e->name == "sqrt" && e->children.size() == 1) {
      const auto r = terms(e->children[0]).constant();
      if (!r || *r <= 0) throw Refusal("G3", fmt::format("{}: the root of a size", language::to_string(e)));
      // sqrt(r) = r / sqrt(r).
      if (!above) unit.factor = Laurent(Rational(Rational(1) / *r)) * unit.factor;
      unit.under_root *= *r;
      return;
    }
    if (e->op == Op::call && e->name == "log" && e->children.size() == 1) {
      if (!above || unit.log_of)
        throw Refusal("G3", fmt::format("{}: one logarithm above", language::to_string(e)));
      unit.log_of = terms(e->children[0]);
      if (!theorem_.variables_.sizes_alone(*unit.log_of)) throw Refusal("G3", "a logarithm of a token");
      return;
    }
    const Laurent factor = terms(above ? e : language::node(Op::divide, {language::number(1), e}, e->place));
    unit.factor = unit.factor * factor;
  };
  read(read, without_lets(statement_.scale, statement_.lets), true);
  // The root of a square is a number: its integer roots are compared.
  const Integer a = sqrt(numerator_of(unit.under_root));
  const Integer b = sqrt(denominator_of(unit.under_root));
  if (a * a == numerator_of(unit.under_root) && b * b == denominator_of(unit.under_root)) {
    unit.factor = Laurent(Rational(a, b)) * unit.factor;
    unit.under_root = 1;
  }
  head_.unit_positive = proof::positive(unit, theorem_.variables_);
}

SymbolicHeadBuilder::Vector SymbolicHeadBuilder::generic(const RowStatement& row, const std::string& what) {
  TermNames names;
  names.written = [this, indices = index_names(row)](const Node& e) { return theorem_.own(e, indices); };
  names.whole = [this, indices = index_names(row)](const Expression& e) {
    const auto value = theorem_.remainder(e, indices);
    return value ? value : theorem_.indicator(e, indices);
  };
  const Vector vector = Terms(theorem_.variables_, names, "G2").vector(row.vector);
  LinearRows& map =
      (row.role == RowStatement::Role::row ? head_.row_maps : head_.value_maps)[variable_of(row)];
  map.rows = vector;
  for (std::size_t c = 0; c < vector.size(); ++c) {
    if (auto weights = combination(row, c, vector.size())) {
      ++theorem_.linear_rows_;
      map.weights.push_back(std::move(*weights));
    } else {
      map.weights.push_back(theorem_.expect_linear(
          vector[c], fmt::format("coordinate {} of {} (line {})", c + 1, what, row.place.line)));
    }
  }
  return vector;
}

// What it is written as, where this is a sum of named coordinates of the encoding, each times what is in the sizes alone: a row of W, whatever
// the encoding is.
std::optional<SymbolicHeadBuilder::Vector> SymbolicHeadBuilder::combination(const RowStatement& row,
                                                                            std::size_t coordinate,
                                                                            std::size_t length) const {
  const auto named = [](const std::string& name) { return "coordinate " + name; };
  TermNames names;
  names.written = [&](const Node& e) -> std::optional<Laurent> {
    if (e.op == Op::call) return std::nullopt;
    const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
    const auto& indices = index_names(row);
    if (std::find(indices.begin(), indices.end(), name) != indices.end()) return std::nullopt;
    const auto& known = theorem_.coordinate_names_;
    if (std::find(known.begin(), known.end(), name) != known.end()) return Laurent::variable(named(name));
    return theorem_.constants_.written(e);
  };
  try {
    const Vector combined = Terms(theorem_.variables_, names, "G2").vector(row.vector);
    if (combined.size() != length) return std::nullopt;
    for (const auto& [monomial, coefficient] : combined[coordinate].terms()) {
      long degree = 0;
      for (const auto& [name, exponent] : monomial) {
        if (!theorem_.variables_.is_size(name)) degree += exponent == 1 ? 1 : 2;
      }
      if (degree != 1) return std::nullopt;
    }
    Vector weights;
    for (const std::string& name : theorem_.coordinate_names_)
      weights.push_back(combined[coordinate].coefficient(named(name), 1));
    return weights;
  } catch (const Refusal&) {
    return std::nullopt;
  }
}

void SymbolicHeadBuilder::read_rows() {
  vectors_.resize(polynomial_.variables());
  std::optional<std::size_t> length;
  for (std::size_t v = 0; v < polynomial_.variables(); ++v) {
    const RowStatement* row = statement_of(v, RowStatement::Role::row);
    if (row == nullptr) {
      for (const auto& monomial : polynomial_.monomials()) {
        if (std::find(monomial.begin(), monomial.end(), v) != monomial.end())
          throw Refusal("G2", fmt::format("there is no row {}", v + 1));
      }
      continue;
    }
    vectors_[v] = generic(*row, fmt::format("row {}", v + 1));
    if (length && *length != vectors_[v].size())
      throw Refusal("G2", fmt::format("rows of {} and {} coordinates", *length, vectors_[v].size()));
    length = vectors_[v].size();
    if (theorem_.layer_->dimension && vectors_[v].size() > theorem_.dimension_)
      throw Refusal("G2", fmt::format("row {} has more than d coordinates", v + 1));
  }
  if (head_.exact) {
    head_.query = head_.any_query = vectors_[0];
    head_.key = vectors_[1];
    for (Laurent& x : head_.query) x = x.substitute(theorem_.at_judged_);
    for (Laurent& x : head_.key) x = x.substitute(at_token(head_.tokens[0]));
    return;
  }
  head_.score = product(polynomial_.monomials(), true);
  head_.any_score = product(polynomial_.monomials(), false);
  head_.monomials = polynomial_.monomials();
}

std::map<std::string, Laurent> SymbolicHeadBuilder::at_token(const SummedToken& token) const {
  std::map<std::string, Laurent> result;
  for (std::size_t k = 0; k < token.place.size(); ++k)
    result.emplace("some " + theorem_.tokens_->indices()[k], token.place[k]);
  for (const auto& [feature, symbol] : token.symbols)
    result.emplace("some " + feature, Laurent::variable(symbol));
  for (const auto& [name, variable] : token.remainders)
    result.emplace("some " + name, Laurent::variable(variable));
  for (const auto& [name, variable] : token.indicators)
    result.emplace("some " + name, Laurent::variable(variable));
  return result;
}

// Of monomials of the attention polynomial the sum over coordinates of products; the receiver is the judged token, or (for
// displays) any.
Laurent SymbolicHeadBuilder::product(const std::vector<std::vector<std::size_t>>& monomials,
                                     bool judged) const {
  std::vector<Vector> placed = vectors_;
  for (std::size_t v = 0; v < placed.size(); ++v) {
    if (v == 0 && !judged) continue;
    const auto at = v == 0 ? theorem_.at_judged_ : at_token(head_.tokens[v - 1]);
    for (Laurent& x : placed[v]) x = x.substitute(at);
  }
  Laurent sum;
  for (const auto& monomial : monomials) {
    for (std::size_t c = 0; c < placed[monomial.front()].size(); ++c) {
      Laurent term(1);
      for (const std::size_t v : monomial) term = term * placed[v][c];
      sum += term;
    }
  }
  return sum;
}

void SymbolicHeadBuilder::read_values() {
  for (const RowStatement& row : rows_) {
    if (row.role != RowStatement::Role::value) continue;
    const std::size_t v = variable_of(row);
    Vector vector = generic(row, fmt::format("value {}", v + 1));
    const auto at = v == 0 ? theorem_.at_judged_ : at_token(head_.tokens[v - 1]);
    for (Laurent& x : vector) x = x.substitute(at);
    if (head_.value.empty()) {
      head_.value = vector;
    } else if (head_.value.size() != vector.size()) {
      throw Refusal("G2", fmt::format("line {}: values of unequal lengths", row.place.line));
    } else {
      for (std::size_t c = 0; c < vector.size(); ++c) head_.value[c] = head_.value[c] * vector[c];
    }
    for (std::size_t c = 0; c < row.coordinates.size(); ++c) {
      if (row.coordinates[c].empty()) continue;
      const auto& names = theorem_.coordinate_names_;
      const auto to = std::find(names.begin(), names.end(), row.coordinates[c]);
      if (to == names.end())
        throw Refusal("G6", fmt::format("the stream has no coordinate {}", row.coordinates[c]));
      MeanForm arrival;
      arrival.means[{theorem_.heads_.size(), c}] = 1;
      theorem_.stream_[static_cast<std::size_t>(to - names.begin())].add(arrival, 1);
      theorem_.landings_.push_back(
          {theorem_.heads_.size(), c, static_cast<std::size_t>(to - names.begin()), Laurent(1)});
    }
  }
  if (head_.value.empty()) throw Refusal("G2", "the head has no value");
}

// over l where l = i. Of an exact match the key there has to be the query; an expressive head may have the weight 0.
void SymbolicHeadBuilder::read_sole_token() {
  if (head_.expressive || head_.tokens.size() != 1 || head_.indices.size() != 1) return;
  const auto run = head_.runs.find(head_.indices[0].name);
  if (run == head_.runs.end() || !(run->second.low == run->second.high)) return;
  const SummedToken& token = head_.tokens[0];
  if (!token.remainders.empty() || !token.indicators.empty()) return;
  std::map<std::string, Laurent> there{{token.indices[0], run->second.low}};
  for (const auto& [feature, symbol] : token.symbols)
    there.emplace(symbol, theorem_.tokens_->feature_at(feature, {run->second.low}));
  for (std::size_t c = 0; c < head_.query.size(); ++c) {
    if (!(head_.key[c].substitute(there) == head_.query[c])) return;
  }
  std::vector<Laurent> value = head_.value;
  for (Laurent& x : value) x = x.substitute(there);
  head_.sole = std::move(value);
}

// In a display every token is called by its index, and where rows share a name, l(2) is the second one's.
std::optional<Laurent> SymbolicHeadBuilder::displayed_name(const Node& e) const {
  const auto number = [this](const Expression& n) -> std::optional<long> {
    const auto names = language::free_names(n);
    const bool known = std::all_of(names.begin(), names.end(), [this](const std::string& name) {
      return theorem_.constants_.written(*language::name(name)).has_value();
    });
    const auto value =
        known ? Terms(theorem_.variables_, theorem_.constants_, "identity")(n).constant() : std::nullopt;
    return value ? fits_long(*value) : std::nullopt;
  };
  for (std::size_t v = 0; v < names_.size(); ++v) {
    const auto& names = names_[v];
    const bool shared = std::count(names_.begin(), names_.end(), names) > 1;
    const auto place = [&](const Laurent& generic) {
      return v == 0 ? generic : generic.substitute(at_token(head_.tokens[v - 1]));
    };
    const auto own = [&](const Node& n) -> std::optional<Laurent> {
      const auto value = theorem_.own(n, names);
      return value && !theorem_.constants_.written(n) ? std::optional(place(*value)) : std::nullopt;
    };
    const auto numbered = [&](const Node& n) {
      return n.op == Op::call && n.children.size() == 1 && names == std::vector<std::string>{n.name} &&
             number(n.children[0]) == static_cast<long>(v + 1);
    };
    if (numbered(e)) return own(*language::name(e.name));
    if (e.op == Op::call && e.children.size() == 1 && numbered(*e.children[0]))
      return own(*language::name(e.name));
    if (shared) continue;
    // A bare feature is nobody's.
    const bool index = e.op == Op::name && std::find(names.begin(), names.end(), e.name) != names.end();
    if (e.op == Op::name ? index : true) {
      if (const auto value = own(e)) return value;
    }
  }
  return theorem_.constants_.written(e);
}

void SymbolicHeadBuilder::check_displays() {
  const auto& checks = theorem_.text_.checks;
  const bool informative = std::any_of(checks.begin(), checks.end(), [](const CheckStatement& check) {
    return check.name == "displayed" && !check.essential;
  });
  for (const DisplayStatement& display : statement_.displays) {
    if (informative || !display.essential) continue;
    if ((head_.exact || head_.expressive) && display.what == "weight" && display.family.empty() &&
        names_[0].size() == 1 && names_[1].size() == 1) {
      head_.weights.push_back({without_lets(display.formula, statement_.lets), {names_[0][0], names_[1][0]}});
      continue;
    }
    if (head_.exact)
      throw Refusal("identity", fmt::format("displayed {} is not checked for every size", display.what));
    TermNames names;
    names.written = [this](const Node& e) { return displayed_name(e); };
    const auto expect = [&](const Expression& formula, const std::vector<std::vector<std::size_t>>& monomials,
                            const std::string& what) {
      const Laurent difference =
          Terms(theorem_.variables_, names, "identity")(formula) - product(monomials, false);
      if (!difference.is_zero())
        throw Refusal("identity", fmt::format("displayed {}: displayed minus actual is {}", what,
                                              difference.to_string()));
      theorem_.identities_.push_back(fmt::format("{}: {}", head_.name, what));
    };
    const Expression formula = without_lets(display.formula, statement_.lets);
    if (display.what == "score" && display.family.empty()) {
      expect(formula, polynomial_.monomials(), "score");
    } else if (display.what == "inner" && !display.family.empty()) {
      for (const Rational& j : evaluate_set(display.members, theorem_.numbers_)) {
        const auto v = fits_long(j);
        if (!v || *v < 1 || static_cast<std::size_t>(*v) >= polynomial_.variables())
          throw Refusal("identity", "a display of rows that there are not");
        expect(substituted(formula, display.family, language::number(j)),
               {{static_cast<std::size_t>(*v - 1), static_cast<std::size_t>(*v)}},
               fmt::format("inner {}", to_string(j)));
      }
    } else {
      throw Refusal("identity", fmt::format("displayed {} is not checked for every size", display.what));
    }
  }
}

}  // namespace attest::theorems
