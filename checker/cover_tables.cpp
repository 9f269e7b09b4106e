#include "checker/cover_tables.hpp"

#include <algorithm>

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr std::size_t most_cases = 1U << 22;

using OpenCells = std::map<std::size_t, std::size_t>;  // of coordinates

void expect_known(const Matrix& matrix, const OpenCells& open) {
  for (const auto& row : matrix) {
    for (const auto& [coordinate, cell] : open) {
      if (row[coordinate] != 0) throw FreeCell{cell};
    }
  }
}

void add_read(const Readout& readout, const std::vector<mpq_class>& stream, const OpenCells& open,
              std::vector<mpq_class>& result) {
  for (const auto& [at, factor] : readout.terms) {
    if (const auto found = open.find(at); found != open.end()) throw FreeCell{found->second};
    result[at] = stream[at];
  }
  for (const Readout& child : readout.children) add_read(child, stream, open, result);
}

}  // namespace

bool agree(const std::vector<long>& cells, const Values& values) {
  return std::all_of(values.begin(), values.end(), [&](const auto& one) {
    return cells[one.first] == free_cell || cells[one.first] == one.second;
  });
}

void assign(std::vector<long>& cells, const Values& values) {
  for (const auto& [cell, value] : values) cells[cell] = value;
}

Values added_values(const std::vector<long>& before, const std::vector<long>& after) {
  Values result;
  for (std::size_t c = 0; c < before.size(); ++c) {
    if (before[c] != after[c]) result.emplace_back(c, after[c]);
  }
  return result;
}

const InputField& field_of(const Record& record, std::size_t cell) {
  return *std::find_if(record.inputs.begin(), record.inputs.end(),
                       [&](const InputField& one) { return cell < one.first + one.cells; });
}

void each_case(const Record& record, std::vector<long>& cells, const std::function<void()>& visit,
               std::size_t among) {
  std::size_t open = 0;
  try {
    return visit();
  } catch (const FreeCell& free) {
    open = free.cell;
  }
  const std::vector<long>& values = field_of(record, open).values;
  if (values.size() > most_cases / among) throw Undecided("more than 2^22 cases of one token or condition");
  for (const long value : values) {
    cells[open] = value;
    each_case(record, cells, visit, among * values.size());
  }
  cells[open] = free_cell;
}

Shown shown_by(const Head& head, const Layer& layer, std::size_t variable, std::size_t token,
               const std::vector<long>& cells) {
  OpenCells open;
  const auto stream = layer.encoded(token, cells, &open);
  if (head.rows[variable]) expect_known(*head.rows[variable], open);
  for (const auto& [of, matrix] : head.value) {
    if (of == variable) expect_known(matrix, open);
  }
  return shown(head, variable, stream);
}

std::vector<mpq_class> residual_of(const Record& record, const Layer& layer, std::size_t token,
                                   const std::vector<long>& cells) {
  OpenCells open;
  std::vector<mpq_class> result(record.dimension);
  if (record.residual) add_read(record.readout, layer.encoded(token, cells, &open), open, result);
  return result;
}

Roles roles_of(const Record& record, const Layer& layer) {
  Roles roles;
  std::vector<long> cells(record.cells, free_cell);
  const std::vector<long> none = cells;
  for (std::size_t t = 0; t < layer.tokens().size(); ++t)
    each_case(record, cells, [&] { layer.encoded(t, cells); });
  for (const Head& head : record.heads) {
    roles.emplace_back(head.variables, std::vector<std::vector<Case>>(layer.tokens().size()));
    for (std::size_t v = 0; v < head.variables; ++v) {
      for (std::size_t t = 0; t < layer.tokens().size(); ++t) {
        each_case(record, cells, [&] {
          Shown shown = shown_by(head, layer, v, t, cells);
          roles.back()[v][t].push_back({added_values(none, cells), std::move(shown)});
        });
      }
    }
  }
  return roles;
}

WholeNumbers::WholeNumbers(const std::vector<mpq_class>& fractions) {
  mpz_class common = 1;
  for (const mpq_class& x : fractions) common = lcm(common, x.get_den());
  const auto whole = [](const mpz_class& x) {
    if (abs(x) >= 1L << 54) throw Undecided("a score, a value or a readout of numbers beyond 2^54");
    return x.get_si();
  };
  for (const mpq_class& x : fractions) of.push_back(whole(x.get_num() * (common / x.get_den())));
  denominator = whole(common);
}

HeadTable::HeadTable(const Record& record, const Layer& layer, const Roles& roles, std::size_t h,
                     std::size_t receiver, const std::vector<long>& known)
    : head_(record.heads[h]) {
  std::vector<mpq_class> scores, all_values;
  std::map<std::vector<mpq_class>, std::size_t> numbers;
  std::vector<const Shown*> parts(head_.variables);
  std::vector<long> cells = known;
  // The cases of a tuple are those of its tokens that agree with each other.
  const std::function<void(const std::vector<std::size_t>&, std::size_t)> from =
      [&](const std::vector<std::size_t>& tokens, std::size_t v) {
        if (v == tokens.size()) {
          if (scores.size() == most_cases) throw Undecided("more than 2^22 cases of one token's tuples");
          scores.push_back(score_of(head_, parts));
          const auto [found, is_new] = numbers.emplace(value_of(head_, parts), numbers.size());
          if (is_new) all_values.insert(all_values.end(), found->first.begin(), found->first.end());
          tuples.back().entries.push_back({added_values(known, cells), 0, found->second});
          return;
        }
        for (const Case& one : roles[h][v][tokens[v]]) {
          if (!agree(cells, one.values)) continue;
          const std::vector<long> before = cells;
          assign(cells, one.values);
          parts[v] = &one.shown;
          from(tokens, v + 1);
          cells = before;
        }
      };
  layer.each_tuple(head_, receiver, [&](const std::vector<std::size_t>& tokens) {
    tuples.push_back({{tokens.begin() + 1, tokens.end()}, {}});
    from(tokens, 0);
  });
  if (tuples.empty()) throw Rejection("a head has no index tuples");
  values = WholeNumbers(all_values);
  const WholeNumbers whole(scores);
  unit_ = abs(head_.factor) / whole.denominator;
  std::size_t next = 0;
  for (Tuple& tuple : tuples) {
    for (Entry& entry : tuple.entries) entry.score = sgn(head_.factor) * whole.of[next++];
  }
}

// e^-(fall unit sqrt(root) log(logarithm)): what is subtracted is rounded to the other side.
long HeadTable::weight(long fall, mpfr_rnd_t side) const {
  const mpfr_rnd_t other = side == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD;
  mpfr_t x, factor;
  mpfr_inits2(192, x, factor, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_q(x, mpq_class(unit_ * fall).get_mpq_t(), other);
  mpfr_set_z(factor, head_.root.get_mpz_t(), other);
  mpfr_sqrt(factor, factor, other);
  mpfr_mul(x, x, factor, other);
  mpfr_set_q(factor, head_.logarithm.get_mpq_t(), other);
  mpfr_log(factor, factor, other);
  if (head_.logarithm != 1) mpfr_mul(x, x, factor, other);
  mpfr_neg(x, x, side);
  mpfr_exp(x, x, side);
  mpfr_mul_2ui(x, x, weight_bits, side);
  const long result = mpfr_get_si(x, side);
  mpfr_clears(x, factor, static_cast<mpfr_ptr>(nullptr));
  return result;
}

const std::pair<long, long>& HeadTable::weight_of(long fall) {
  const auto found = weights_.find(fall);
  if (found != weights_.end()) return found->second;
  return weights_.emplace(fall, std::make_pair(weight(fall, MPFR_RNDD), weight(fall, MPFR_RNDU)))
      .first->second;
}

}  // namespace attest_check
