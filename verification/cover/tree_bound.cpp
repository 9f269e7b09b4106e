#include "verification/cover/tree_bound.hpp"

#include <algorithm>
#include <map>

#include "attention/forest.hpp"
#include "claims/stop.hpp"

namespace attest::cover {

using attention::Token;
__extension__ using Sum = unsigned __int128;

namespace {

// Weights over 2^50: sums over at most 2^26 tuples, and products of such with one weight, stay below 2^127.
constexpr int weight_bits = 50;
constexpr std::size_t most_pairs_of_rows = std::size_t{1} << 22U;
constexpr double most_log_tuples = 26;
constexpr std::size_t most_fixed_tuples = std::size_t{1} << 14U;

std::uint64_t upper_weight(WeightTable& weights, long difference) {
  return (static_cast<std::uint64_t>(weights(difference).upper) >> (60 - weight_bits)) +
         (difference == 0 ? 0U : 1U);
}

Sum product_up(Sum a, Sum b) {
  return (a * b + ((Sum(1) << weight_bits) - 1)) >> weight_bits;
}

Integer integer_of(Sum value) {
  return (Integer(static_cast<std::uint64_t>(value >> 64)) << 64) +
         Integer(static_cast<std::uint64_t>(value));
}

long monomial_score(const HeadProblem& head, std::size_t m, std::uint32_t u_class, std::uint32_t v_class) {
  const auto& monomial = head.scores->polynomial().monomials()[m];
  // Every monomial's part of S is an integer (attention/head_sums.hpp).
  if (!head.pairs[m].empty())
    return head.pairs[m][u_class * head.members[monomial[1]].size() + v_class] / head.divisor;
  const std::vector<long>& a = head.rows[monomial[0]][u_class];
  const std::vector<long>& b = head.rows[monomial[1]][v_class];
  long sum = 0;
  // Rows of a role that no tuple has are empty.
  for (std::size_t c = 0; c < std::min(a.size(), b.size()); ++c) sum = sum_of(sum, product_of(a[c], b[c]));
  return product_of(sum, head.factors[m]) / head.divisor;
}

std::optional<std::size_t> monomial_of(const HeadProblem& head, std::size_t u, std::size_t v) {
  const auto& monomials = head.scores->polynomial().monomials();
  for (std::size_t m = 0; m < monomials.size(); ++m) {
    if (monomials[m] == std::vector{std::min(u, v), std::max(u, v)}) {
      return m;
    }
  }
  return std::nullopt;
}

}  // namespace

std::unique_ptr<TreeBound> TreeBound::make(const CoverProblem& problem,
                                           std::shared_ptr<const TreeTables> tables, std::size_t which,
                                           const std::vector<std::int32_t>& symbols) {
  if (!tables) return nullptr;
  std::unique_ptr<TreeBound> bound(new TreeBound(problem, std::move(tables), which, symbols));
  if (!bound->make_nodes()) return nullptr;
  bound->find_range();
  return bound;
}

TreeBound::TreeBound(const CoverProblem& problem, std::shared_ptr<const TreeTables> tables, std::size_t which,
                     std::vector<std::int32_t> symbols)
    : problem_(problem),
      head_(problem.heads().front()),
      which_(which),
      symbols_(std::move(symbols)),
      tables_(std::move(tables)),
      weights_(head_.scores->unit()),
      far_(head_.scores->unit()) {
  const Role& role = head_.roles[0][problem.judged()[which]];
  std::size_t at = 0;
  for (std::size_t k = 0; k < role.positions.size(); ++k)
    at += role.strides[k] * static_cast<std::size_t>(symbols_[role.positions[k]]);
  receiver_class_ = role.classes[at];
}

std::shared_ptr<const TreeTables> TreeTables::make(const CoverProblem& problem) {
  if (problem.heads().size() != 1 || !problem.setting().prepared().forest(0)) return nullptr;
  const Formulas& formulas = problem.formulas();
  const auto of_head = [](const Formula& f) { return f.op == Formula::Op::leaf && f.heads.size() == 1; };
  if (!of_head(formulas.positive) || !of_head(formulas.negative)) return nullptr;
  const HeadProblem& head = problem.heads().front();
  const auto tables = std::make_shared<TreeTables>();
  for (const auto& rows : head.rows) {
    std::map<std::vector<long>, std::uint32_t> known;
    tables->row_of.emplace_back();
    tables->class_of.emplace_back();
    for (std::uint32_t c = 0; c < rows.size(); ++c) {
      const auto [row, is_new] = known.emplace(rows[c], static_cast<std::uint32_t>(known.size()));
      tables->row_of.back().push_back(row->second);
      if (is_new) tables->class_of.back().push_back(c);
    }
  }
  WeightTable weights(head.scores->unit());
  FarWeights far(head.scores->unit());
  const Forest& forest = *problem.setting().prepared().forest(0);
  for (const ForestNode& node : forest) {
    Edge& edge = tables->edges.emplace_back();
    if (!node.parent) continue;
    const std::size_t parent = forest[*node.parent].variable;
    const std::vector<std::uint32_t>& own = tables->class_of[node.variable];
    const std::vector<std::uint32_t>& parents = tables->class_of[parent];
    const auto monomial = monomial_of(head, node.variable, parent);
    if (!monomial || own.size() * parents.size() > most_pairs_of_rows) return nullptr;
    edge.monomial = *monomial;
    const bool own_first = node.variable < parent;
    std::vector<long> scores;
    for (const std::uint32_t c : own) {
      check_stop();
      for (const std::uint32_t p : parents)
        scores.push_back(monomial_score(head, *monomial, own_first ? c : p, own_first ? p : c));
    }
    edge.largest = *std::max_element(scores.begin(), scores.end());
    for (const long score : scores) {
      edge.weight.push_back(upper_weight(weights, edge.largest - score));
      edge.far.push_back(far(edge.largest - score).upper);
    }
  }
  return tables;
}

bool TreeBound::make_nodes() {
  const std::size_t tokens = head_.roles.front().size();
  const Forest& forest = *problem_.setting().prepared().forest(0);
  double log_tuples = 0;
  for (std::size_t n = 0; n < forest.size(); ++n) {
    const ForestNode& from = forest[n];
    log_tuples += std::log2(static_cast<double>(tokens) + 1);
    Node node;
    node.variable = from.variable;
    node.parent = from.parent;
    node.children = from.children;
    node.edge = &tables_->edges[n];
    if (from.touches_query) {
      node.query_monomial = monomial_of(head_, 0, node.variable);
      if (!node.query_monomial) return false;
      std::vector<long> scores;
      for (const std::uint32_t c : tables_->class_of[node.variable])
        scores.push_back(monomial_score(head_, *node.query_monomial, receiver_class_, c));
      node.query_largest = *std::max_element(scores.begin(), scores.end());
      for (const long score : scores) {
        node.query.push_back(upper_weight(weights_, node.query_largest - score));
        node.far_query.push_back(far_(node.query_largest - score).upper);
      }
    }
    for (Token t = 0; t < tokens; ++t) node.free_rows.push_back(rows_of(node.variable, t, symbols_));
    nodes_.push_back(std::move(node));
  }
  return log_tuples <= most_log_tuples;
}

std::vector<std::uint32_t> TreeBound::rows_of(std::size_t variable, Token token,
                                              const std::vector<std::int32_t>& symbols) const {
  const Role& role = head_.roles[variable][token];
  std::vector<std::uint32_t> rows;
  for (std::size_t at = 0; at < role.classes.size(); ++at) {
    bool agrees = true;
    for (std::size_t k = 0; k < role.positions.size() && agrees; ++k) {
      const std::int32_t symbol = symbols[role.positions[k]];
      agrees = symbol == free_symbol ||
               at / role.strides[k] % problem_.symbols(role.positions[k]) == static_cast<std::size_t>(symbol);
    }
    if (agrees) rows.push_back(tables_->row_of[variable][role.classes[at]]);
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

long TreeBound::leaf_of(const std::vector<std::uint32_t>& classes) const {
  const std::size_t leaf = problem_.formulas().positive.leaf;
  const std::vector<long>& coefficients = problem_.coefficients(leaf);
  const auto receiver = static_cast<Token>(problem_.judged()[which_]);
  long result = problem_.receiver_part(leaf, problem_.kind(receiver, symbols_));
  for (std::size_t c = 0; c < coefficients.size(); ++c) {
    long term = coefficients[c];
    for (const HeadProblem::Factor& factor : head_.value)
      term = product_of(term, factor.vectors[classes[factor.variable]].at(c));
    result = sum_of(result, term);
  }
  return result;
}

// Each factor anywhere between its least and its largest entry over all kinds that have one.
void TreeBound::find_range() {
  const std::size_t leaf = problem_.formulas().positive.leaf;
  const std::vector<long>& coefficients = problem_.coefficients(leaf);
  const auto receiver = static_cast<Token>(problem_.judged()[which_]);
  lowest_ = highest_ = problem_.receiver_part(leaf, problem_.kind(receiver, symbols_));
  for (std::size_t c = 0; c < coefficients.size(); ++c) {
    long low = coefficients[c];
    long high = coefficients[c];
    for (const HeadProblem::Factor& factor : head_.value) {
      long least = std::numeric_limits<long>::max();
      long most = std::numeric_limits<long>::min();
      for (const std::vector<long>& vector : factor.vectors) {
        if (vector.empty()) continue;
        least = std::min(least, vector[c]);
        most = std::max(most, vector[c]);
      }
      const long products[] = {product_of(low, least), product_of(low, most), product_of(high, least),
                               product_of(high, most)};
      low = *std::min_element(std::begin(products), std::end(products));
      high = *std::max_element(std::begin(products), std::end(products));
    }
    lowest_ = sum_of(lowest_, low);
    highest_ = sum_of(highest_, high);
  }
}

std::optional<TreeBound::Best> TreeBound::best_fixed(const std::vector<std::int32_t>& symbols) const {
  // For each variable the tokens all of whose symbols that matter are fixed, as classes.
  const std::size_t variables = head_.roles.size();
  std::vector<std::vector<std::uint32_t>> fixed(variables);
  fixed[0] = {receiver_class_};
  std::size_t count = 1;
  for (std::size_t v = 1; v < variables; ++v) {
    for (const Role& role : head_.roles[v]) {
      std::size_t at = 0;
      bool all = true;
      for (std::size_t k = 0; k < role.positions.size() && all; ++k) {
        const std::int32_t symbol = symbols[role.positions[k]];
        all = symbol != free_symbol;
        if (all) at += role.strides[k] * static_cast<std::size_t>(symbol);
      }
      if (all) fixed[v].push_back(role.classes[at]);
    }
    count *= fixed[v].size();
    if (count == 0 || count > most_fixed_tuples) return std::nullopt;
  }
  std::optional<Best> best;
  std::vector<std::uint32_t> classes(variables);
  for (std::size_t k = 0; k < count; ++k) {
    std::size_t rest = k;
    for (std::size_t v = 0; v < variables; ++v) {
      classes[v] = fixed[v][rest % fixed[v].size()];
      rest /= fixed[v].size();
    }
    const long score = head_.score(classes);
    if (!best || score > best->score) best = Best{score, leaf_of(classes)};
  }
  return best;
}

Integer TreeBound::weights_of(const std::vector<std::int32_t>& symbols, const Best& best) {
  const std::size_t tokens = head_.roles.front().size();
  std::vector<bool> changed(nodes_.size(), false);
  Sum total = Sum(1) << weight_bits;
  long largest = 0;
  std::vector<Sum> here;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {  // children come first
    check_stop();
    Node& node = nodes_[n];
    largest = sum_of(largest, sum_of(node.query_largest, node.edge->largest));
    std::vector<std::vector<std::uint32_t>> rows(tokens);
    for (Token t = 0; t < tokens; ++t) {
      const std::vector<std::size_t>& positions = head_.roles[node.variable][t].positions;
      const bool touched = std::any_of(positions.begin(), positions.end(), [&](std::size_t p) {
        return symbols[p] != free_symbol && symbols_[p] == free_symbol;
      });
      rows[t] = touched ? rows_of(node.variable, t, symbols) : node.free_rows[t];
    }
    changed[n] = rows != node.rows || std::any_of(node.children.begin(), node.children.end(),
                                                  [&](std::size_t child) { return changed[child]; });
    if (changed[n]) {
      node.rows = std::move(rows);
      // What a row weighs with the receiver and all below it.
      const std::size_t own = tables_->class_of[node.variable].size();
      here.assign(own, Sum(1) << weight_bits);
      for (std::size_t row = 0; row < own; ++row) {
        if (!node.query.empty()) here[row] = node.query[row];
        for (const std::size_t child : node.children)
          here[row] = product_up(here[row], nodes_[child].message[row]);
      }
      const std::size_t above = node.parent ? tables_->class_of[nodes_[*node.parent].variable].size() : 1;
      node.message.assign(above, 0);
      for (Token t = 0; t < tokens; ++t) {
        std::vector<Sum> most(above, 0);
        for (const std::uint32_t row : node.rows[t]) {
          for (std::size_t p = 0; p < above; ++p) {
            const Sum weight =
                node.parent ? product_up(here[row], node.edge->weight[row * above + p]) : here[row];
            if (weight > most[p]) most[p] = weight;
          }
        }
        for (std::size_t p = 0; p < above; ++p) node.message[p] += most[p];
      }
    }
    if (!node.parent) total = product_up(total, node.message.front());
  }
  // exp(O unit), rounded up to a multiple of 2^-60.
  const long offset = sum_of(largest, -best.score);
  Integer factor = Integer(1) << 60;
  if (offset > 0) {
    const Interval power = exp(Interval(offset, 128) * head_.scores->unit().enclosure(128));
    const double upper = power.upper_double();
    if (!(upper < 0x1p40)) return Integer(0);  // no bound
    factor = (Integer(static_cast<std::uint64_t>(std::ceil(upper * 0x1p20))) << 40);
  }
  return integer_of(total) * factor;
}

bool TreeBound::shows_unique(const std::vector<std::int32_t>& symbols) {
  const auto best = best_fixed(symbols);
  if (!best) return false;
  const Integer weights = weights_of(symbols, *best);
  return weights != 0 && weights < (Integer(2) << (weight_bits + 60));  // 1 + T < 2
}

bool TreeBound::shows_right(const std::vector<std::int32_t>& symbols, long truth) {
  const auto best = best_fixed(symbols);
  if (!best) return false;
  const Integer whole(problem_.denominator());
  const Integer y(best->leaf);
  const bool sign = problem_.task().decision() == Decision::sign;
  // The two claims y + above > 0 and below - y > 0 (or >= 0), of which a sign needs one.
  const Integer shift = whole * Integer(truth);
  const Integer over = sign ? y : Integer(y - shift + whole / 2);
  const Integer under = sign ? Integer(-y) : Integer(shift + whole / 2 - y);
  const bool needs_over = !sign || truth == 1;
  const bool needs_under = !sign || truth != 1;
  if ((needs_over && over <= 0) || (needs_under && under < 0)) return false;
  const Integer weights = weights_of(symbols, *best);
  if (weights == 0) return false;
  // over > (y - lowest) T/(1+T), times 1 + T; weights bound 1 + T from above, and T/(1+T) grows with T.
  const Integer rest = weights - (Integer(1) << (weight_bits + 60));
  const auto proves = [&](const Integer& distance, const Integer& spread) {
    return distance * weights > std::max(Integer(0), spread) * rest;
  };
  return (!needs_over || proves(over, y - Integer(lowest_))) &&
         (!needs_under || proves(under, Integer(highest_) - y));
}

}  // namespace attest::cover
