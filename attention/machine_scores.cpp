#include "attention/machine_scores.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>

#include "claims/stop.hpp"
#include "numeric/checked.hpp"

namespace attest::attention {

namespace {

constexpr std::size_t most_kinds = 1500;  // pair tables of 18 MB
constexpr std::size_t longest_product_table = 1U << 18U;
const Integer most_score = Integer(1) << 50;
const Integer most_undivided = Integer(1) << 62;

Integer largest_entry(const std::vector<std::vector<Integer>>& rows) {
  Integer most = 0;
  for (const auto& row : rows) {
    for (const Integer& entry : row) most = std::max(most, Integer(abs(entry)));
  }
  return most;
}

}  // namespace

std::optional<MachineScores> MachineScores::make(const Head& head, const IntegerScores& scores,
                                                 std::size_t kinds) {
  if (kinds > most_kinds || !head.over.is_listable()) return std::nullopt;
  MachineScores result;
  result.head_ = &head;
  result.kinds_ = kinds;
  std::vector<Integer> largest;
  for (const auto& rows : scores.rows()) largest.push_back(largest_entry(rows));
  std::size_t longest = 0;
  for (const auto& rows : scores.rows()) {
    for (const auto& row : rows) longest = std::max(longest, row.size());
  }
  const Integer length(longest);
  Integer total = 0;
  const auto& monomials = scores.polynomial().monomials();
  for (std::size_t m = 0; m < monomials.size(); ++m) {
    Integer most = length * abs(scores.factor(m));
    for (const std::size_t v : monomials[m]) most *= largest[v];
    total += most;
  }
  // Undivided sums of products stay within machine integers; scores, and so everything that is added to them, below 2^50.
  if (total >= most_undivided || total / scores.divisor() >= most_score) return std::nullopt;
  result.divisor_ = to_long(scores.divisor());
  // Every partial sum is below that in absolute value, and so is every entry that is multiplied by something: an
  // entry counts in `total` unless a factor of its monomial is always zero.
  for (std::size_t m = 0; m < monomials.size(); ++m) {
    bool zero = false;
    for (const std::size_t v : monomials[m]) zero = zero || largest[v] == 0;
    if (zero) continue;
    const auto factor = to_long(scores.factor(m));
    if (monomials[m].size() > 2) {
      result.products_.push_back({monomials[m], factor, {}});
      continue;
    }
    PairTable table{monomials[m][0], monomials[m][1], {}};
    table.of_kinds.assign(kinds * kinds, 0);
    for (std::size_t a = 0; a < kinds; ++a) {
      check_stop();
      for (std::size_t b = 0; b < kinds; ++b) {
        const auto& x = scores.rows()[table.u][a];
        const auto& y = scores.rows()[table.v][b];
        if (x.size() != y.size()) continue;  // tokens that the head never pairs
        Integer sum = 0;
        for (std::size_t c = 0; c < x.size(); ++c) sum += x[c] * y[c];
        table.of_kinds[a * kinds + b] = to_long(Integer(sum * scores.factor(m) / scores.divisor()));
      }
    }
    result.pairs_.push_back(std::move(table));
  }
  if (result.products_.empty()) return result;
  for (const auto& rows : scores.rows()) {
    result.rows_.emplace_back();
    for (const auto& row : rows) {
      result.rows_.back().emplace_back();
      for (const Integer& entry : row) {
        const auto machine = fits_long(entry);
        if (!machine) return std::nullopt;
        result.rows_.back().back().push_back(*machine);
      }
    }
  }
  for (Product& product : result.products_) result.tabulate(product);
  return result;
}

std::int64_t MachineScores::value(const Product& product, std::span<const Row* const> rows) const {
  std::int64_t sum = 0;
  for (std::size_t c = 0; c < rows.front()->size(); ++c) {
    std::int64_t term = product.factor;
    for (const Row* row : rows) term *= (*row)[c];
    sum += term;
  }
  return sum / divisor_;
}

void MachineScores::tabulate(Product& product) const {
  std::size_t length = 1;
  for (std::size_t v = 0; v < product.variables.size(); ++v) {
    if (length > longest_product_table / kinds_) return;
    length *= kinds_;
  }
  product.of_kinds.assign(length, 0);
  std::vector<const Row*> rows(product.variables.size());
  for (std::size_t index = 0; index < length; ++index) {
    if (index % 4096 == 0) check_stop();
    std::size_t rest = index;
    for (std::size_t v = rows.size(); v-- > 0; rest /= kinds_)
      rows[v] = &rows_[product.variables[v]][rest % kinds_];
    // Rows of other lengths are of tokens that the head never takes together.
    if (std::all_of(rows.begin(), rows.end(), [&](const Row* row) { return row->size() == rows[0]->size(); }))
      product.of_kinds[index] = value(product, rows);
  }
}

void MachineScores::add(const Product& product, Token receiver, std::span<const Kind> kinds,
                        std::span<std::int64_t> score) const {
  const std::size_t arity = head_->over.arity();
  const Token* tuple = head_->over.tuples(receiver).data();
  const auto kind_of = [&](std::size_t v) { return kinds[v == 0 ? receiver : tuple[v - 1]]; };
  if (!product.of_kinds.empty()) {
    for (std::int64_t& sum : score) {
      std::size_t index = 0;
      for (const std::size_t v : product.variables) index = index * kinds_ + kind_of(v);
      sum += product.of_kinds[index];
      tuple += arity;
    }
    return;
  }
  boost::container::small_vector<const Row*, 8> rows(product.variables.size());
  for (std::int64_t& sum : score) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      rows[i] = &rows_[product.variables[i]][kind_of(product.variables[i])];
    sum += value(product, {rows.data(), rows.size()});
    tuple += arity;
  }
}

void MachineScores::begin(std::span<const Kind> kinds, Scratch& scratch) const {
  const std::size_t n = kinds.size();
  scratch.pair.resize(pairs_.size());
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    auto& out = scratch.pair[p];
    out.resize(n * n);
    for (std::size_t a = 0; a < n; ++a) {
      const std::int64_t* row = &pairs_[p].of_kinds[kinds[a] * kinds_];
      for (std::size_t b = 0; b < n; ++b) out[a * n + b] = row[kinds[b]];
    }
  }
}

void MachineScores::operator()(Token receiver, std::span<const Kind> kinds, Scratch& scratch) const {
  const std::span<const Token> tuples = head_->over.tuples(receiver);
  const std::size_t arity = head_->over.arity();
  const std::size_t count = tuples.size() / arity;
  const std::size_t n = kinds.size();
  scratch.score.assign(count, 0);
  std::int64_t* score = scratch.score.data();
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const std::size_t u = pairs_[p].u;
    const std::size_t v = pairs_[p].v;  // u < v
    const Token* tuple = tuples.data();
    if (u == 0) {
      const std::int64_t* row = &scratch.pair[p][receiver * n];
      for (std::size_t k = 0; k < count; ++k, tuple += arity) score[k] += row[tuple[v - 1]];
    } else {
      const std::int64_t* table = scratch.pair[p].data();
      for (std::size_t k = 0; k < count; ++k, tuple += arity)
        score[k] += table[tuple[u - 1] * n + tuple[v - 1]];
    }
  }
  for (const Product& product : products_) add(product, receiver, kinds, scratch.score);
}

}  // namespace attest::attention
