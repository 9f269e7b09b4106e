#include <fmt/format.h>

#include <optional>

#include "claims/whole_claim.hpp"
#include "tasks/datasets/balance.hpp"
#include "tasks/datasets/examination.hpp"
#include "tasks/datasets/labels.hpp"
#include "tasks/datasets/worked_examples.hpp"

namespace attest {

namespace {

constexpr long first_m = 6;
constexpr long last_m = 8;

// A relation as rows of bits: bit k of row i is R_ik.
struct Bits {
  template <class Rows>
  static Bits of_rows(const Rows& rows) {
    Bits result;
    for (const auto& row : rows) {
      unsigned bits = 0;
      for (std::size_t k = 0; k < row.size(); ++k) bits |= row[k] == '1' ? 1U << k : 0U;
      result.rows.push_back(bits);
    }
    return result;
  }
  static Bits of_numbers(const Numbers& R, int m) {
    Bits result;
    for (int i = 0; i < m; ++i) {
      unsigned bits = 0;
      for (int k = 0; k < m; ++k) {
        if (R[static_cast<std::size_t>(i * m + k)] == 1) bits |= 1U << k;
      }
      result.rows.push_back(bits);
    }
    return result;
  }
  bool operator()(std::size_t i, std::size_t k) const { return ((rows[i] >> k) & 1U) != 0; }
  std::vector<unsigned> rows;
};

// (R o R)_ij: column j is met by row i. Line 277: (B o A)_ij is the disjunction over k of A_ik and B_kj.
bool composed(const Bits& R, std::size_t i, std::size_t j) {
  unsigned column = 0;
  for (std::size_t k = 0; k < R.rows.size(); ++k) column |= R(k, j) ? 1U << k : 0U;
  return (R.rows[i] & column) != 0;
}

// Algorithm 4: the elements of each colour in row i and in row j, a pair of different ones among them.
template <class Colours>
bool quotient_composed(const Bits& R, const Colours& col, std::size_t i, std::size_t j) {
  for (std::size_t k1 = 0; k1 < R.rows.size(); ++k1) {
    unsigned others = 0;  // of the colour of k1
    for (std::size_t k2 = 0; k2 < R.rows.size(); ++k2)
      others |= k2 != k1 && col[k2] == col[k1] ? 1U << k2 : 0U;
    if (R(i, k1) && (R.rows[j] & others) != 0) return true;
  }
  return false;
}

Json table_json(const std::vector<std::string>& rows) {
  return rows;
}

// Compares a printed matrix entry by entry with what `entry` recomputes; places printed blank (-) are not
// compared.
template <class Printed, class Entry>
Check compare_table(Verdict& verdict, const std::string& table, const Printed& rows, const Entry& entry) {
  long compared = 0;
  Json differing = Json::array();
  std::vector<std::string> recomputed;
  std::string first;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string row;
    for (std::size_t j = 0; j < rows.size(); ++j) {
      if (rows[i][j] == '-') {
        row += '-';
        continue;
      }
      ++compared;
      const char value = entry(i, j) ? '1' : '0';
      row += value;
      if (value == rows[i][j]) continue;
      if (first.empty()) first = fmt::format("({},{}) is printed {} and is {}", i, j, rows[i][j], value);
      differing.push_back(Json::array({i, j}));
    }
    recomputed.push_back(row);
  }
  const auto differ = static_cast<long>(differing.size());
  count_inputs(verdict, compared, differ);
  verdict.details["recomputed " + table] = table_json(recomputed);
  if (differ == 0) {
    return holds("example", Evidence::enumeration,
                 fmt::format("all {} entries of {} are as recomputed", compared, table));
  }
  verdict.details["entries of " + table + " that differ"] = differing;
  return refuted(Kind::display, "example",
                 fmt::format("{} of {} entries of {} differ from what its R gives; the first: {}", differ,
                             compared, table, first));
}

// All relations with m <= `largest`; for each the labels of Algorithm 2 against R o R.
Check relation_label_check(Verdict& verdict, int largest) {
  long visited = 0;
  long wrong = 0;
  for (int m = 1; m <= largest; ++m) {
    for_each_sequence(m * m, 2, [&](const Numbers& R) {
      const Numbers labels = relation_labels(R, m);
      const Bits bits = Bits::of_numbers(R, m);
      bool right = true;
      for (int k = 0; k < m * m; ++k) {
        right = right && (labels[static_cast<std::size_t>(k)] == 1) ==
                             composed(bits, static_cast<std::size_t>(k / m), static_cast<std::size_t>(k % m));
      }
      ++visited;
      if (!right) ++wrong;
    });
  }
  count_inputs(verdict, visited, wrong);
  if (wrong != 0)
    return refuted(Kind::construction, "labels",
                   fmt::format("{} of {} relations get wrong labels", wrong, visited));
  return holds("labels", Evidence::enumeration,
               fmt::format("the labels of all {} relations with m <= {} are R o R", visited, largest));
}

Check quotient_label_check(Verdict& verdict, int largest) {
  long visited = 0;
  long wrong = 0;
  for (int m = 1; m <= largest; ++m) {
    for_each_sequence(m, m, [&](const Numbers& col) {
      for_each_sequence(m * m, 2, [&](const Numbers& R) {
        const Numbers labels = quotient_labels(R, col, m);
        const Bits bits = Bits::of_numbers(R, m);
        bool right = true;
        for (int k = 0; k < m * m; ++k) {
          const auto i = static_cast<std::size_t>(k / m);
          const auto j = static_cast<std::size_t>(k % m);
          const int wanted = i == j ? no_label : quotient_composed(bits, col, i, j) ? 1 : 0;
          right = right && labels[static_cast<std::size_t>(k)] == wanted;
        }
        ++visited;
        if (!right) ++wrong;
      });
    });
  }
  count_inputs(verdict, visited, wrong);
  if (wrong != 0)
    return refuted(Kind::construction, "labels",
                   fmt::format("{} of {} instances get wrong labels", wrong, visited));
  return holds(
      "labels", Evidence::enumeration,
      fmt::format("the labels of all {} pairs (R, col) with m <= {} are R^T o R / col off the diagonal "
                  "and -100 on it",
                  visited, largest));
}

// Whether Y is a function of flatten(R) alone, over all R with m = 2.
Check determined_check(Verdict& verdict) {
  std::optional<Check> found;
  long visited = 0;
  for_each_sequence(4, 2, [&](const Numbers& R) {
    const Bits bits = Bits::of_numbers(R, 2);
    std::optional<bool> label;
    for_each_sequence(2, 2, [&](const Numbers& col) {
      const bool here = quotient_composed(bits, col, 0, 1);
      if (label && *label != here && !found) {
        found = refuted(
            Kind::construction, "determined",
            fmt::format("Algorithm 4 adds (flatten(R), Y) to the dataset, without col; for m = 2 and R = "
                        "{}{}{}{} the label at (0,1) depends on whether the two colours are equal, so Y is "
                        "not a function of X",
                        R[0], R[1], R[2], R[3]));
      }
      label = here;
    });
    ++visited;
  });
  count_inputs(verdict, visited, found ? 1 : 0);
  if (found) return *found;
  return holds("determined", Evidence::enumeration, "Y is a function of X for m = 2");
}

// "to achieve a balanced proportion of positive labels" puts no number on it. P is printed with three digits,
// so the question is whether it is the P of three digits that balances best.
Check balance(Verdict& verdict, Rational (*ones)(long, const Rational&), long thousandths) {
  const Rational p(thousandths, 1000);
  const long best = balancing_thousandths(ones, first_m, last_m);
  Json exact = Json::object();
  std::string by_m;
  for (long m = first_m; m <= last_m; ++m) {
    const Rational fraction = ones(m, p);
    exact[fmt::format("m={}", m)] = to_string(fraction);
    by_m += fmt::format("{}{} (m={})", by_m.empty() ? "" : ", ", about(fraction), m);
  }
  verdict.details["expected fraction of ones"] = std::move(exact);
  const Rational average = average_ones(ones, first_m, last_m, p);
  const std::string found = fmt::format("P = {}/1000 gives an expected fraction of ones of {}, on average {}",
                                        thousandths, by_m, about(average));
  Check check = best == thousandths
                    ? holds("balance", Evidence::enumeration,
                            found + "; no other number of thousandths comes nearer to 1/2")
                    : refuted(Kind::constant, "balance",
                              fmt::format("{}; nearest to 1/2 is P = {}/1000 with {}", found, best,
                                          about(average_ones(ones, first_m, last_m, Rational(best, 1000)))));
  return informative(std::move(check));
}

}  // namespace

void examine_relation_composition(Variant variant, Verdict& verdict) {
  const Bits R = Bits::of_rows(printed::table2_R);
  verdict.checks.push_back(compare_table(verdict, "Table 2", printed::table2_composition,
                                         [&](std::size_t i, std::size_t j) { return composed(R, i, j); }));
  verdict.checks.push_back(relation_label_check(verdict, 4));
  verdict.checks.push_back(
      balance(verdict, relation_ones,
              variant == Variant::printed ? 325 : balancing_thousandths(relation_ones, first_m, last_m)));
}

void examine_quotient_composition(Variant variant, Verdict& verdict) {
  const Bits R = Bits::of_rows(printed::table4_R);
  const auto entry = [&](std::size_t i, std::size_t j) {
    return quotient_composed(R, printed::table4_col, i, j);
  };
  if (variant == Variant::printed) {
    verdict.checks.push_back(compare_table(verdict, "Table 4", printed::table4_composition, entry));
    verdict.counterexample = {{"check", "example"},
                              {"R", printed::table4_R},
                              {"col", printed::table4_col},
                              {"printed", printed::table4_composition},
                              {"recomputed", verdict.details["recomputed Table 4"]}};
    verdict.notes.emplace_back(
        "the right half of Table 4 equals R, entry by entry off the diagonal: perhaps R was printed (or "
        "transcribed) twice. The entry that the text explains, (2,4), is right in both");
    verdict.notes.emplace_back(
        "\"a unique color to each element\" (line 633) cannot mean different colours: two elements of one "
        "colour "
        "are what a label 1 needs, and Table 4 has such. Read: colours independent and uniform");
    verdict.checks.push_back(determined_check(verdict));
  } else {
    Verdict scratch;
    compare_table(scratch, "Table 4", printed::table4_composition, entry);
    verdict.details["recomputed Table 4"] = scratch.details["recomputed Table 4"];
  }
  verdict.checks.push_back(quotient_label_check(verdict, 3));
  verdict.checks.push_back(
      balance(verdict, quotient_ones,
              variant == Variant::printed ? 433 : balancing_thousandths(quotient_ones, first_m, last_m)));
}

}  // namespace attest
