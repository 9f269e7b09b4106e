// Which rows the tasks' instances shatter, and the claim strassen/size-bound.
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "claims/usage_error.hpp"
#include "lowerbounds/size_bounds/shattering_check.hpp"
#include "lowerbounds/strassen/size_bound_claim.hpp"

namespace size_bound_shattering_test {

using namespace attest;

namespace {

const VerifyOptions no_limits;

ShatteringCheck shattering(SplitTask task, long n, bool by_cover, RowSet set) {
  return check_shattering({task, n, shattered_rows(task, n, set).convert_to<long>(), set},
                          Deadline(no_limits), by_cover);
}

Verdict verdict_of(const std::string& task, long n, Variant variant) {
  const auto claim = size_bound_claim();
  const auto parameters =
      parse_parameters(claim->info().parameters, {"task=" + task, "n=" + std::to_string(n)});
  return claim->verify(variant, parameters, no_limits);
}

}  // namespace

TEST_CASE("Enumeration and boxes agree wherever both can be done", "[size-bound]") {
  const auto both_hold = [](SplitTask task, long n, RowSet set = RowSet::lemma) {
    CAPTURE(static_cast<int>(task), n, static_cast<int>(set));
    const auto entries = shattering(task, n, false, set);
    const auto boxes = shattering(task, n, true, set);
    CHECK(entries.status == Status::holds);
    CHECK(boxes.status == Status::holds);
    CHECK(entries.checked == entries.space);
    CHECK(boxes.checked == boxes.space);
  };
  for (long n = 2; n <= 7; ++n) both_hold(SplitTask::function_composition, n);
  for (long n = 5; n <= 14; ++n) both_hold(SplitTask::match3, n);
  for (long n = 5; n <= 12; ++n) both_hold(SplitTask::match3, n, RowSet::sharpened);
  for (long k = 2; k <= 7; ++k) both_hold(SplitTask::relation_composition, k * k);
  for (long k = 4; k <= 13; ++k) both_hold(SplitTask::quotient_composition, k * k);
}

TEST_CASE("A row's boxes are all columns, each once, and a box is certain exactly when its completions agree",
          "[size-bound]") {
  const auto check = [](SplitTask task, long n, long rows, RowSet set = RowSet::lemma) {
    const InstanceSize size{task, n, rows, set};
    for (long row = 0; row < rows; ++row) {
      std::vector<std::size_t> boxes_of_column(1UL << static_cast<unsigned>(rows), 0);
      for (const KnownBits& box : boxes_of(size, row)) {
        std::set<bool> answers;
        for (unsigned long pattern = 0; pattern < boxes_of_column.size(); ++pattern) {
          std::vector<bool> column;
          bool inside = true;
          for (std::size_t j = 0; j < box.size(); ++j) {
            column.push_back(((pattern >> j) & 1U) != 0);
            inside = inside && box[j] != !column.back();
          }
          if (!inside) continue;
          ++boxes_of_column[pattern];
          answers.insert(answer(size, row, column));
        }
        const auto certain = answer_of_box(size, row, box);
        CAPTURE(static_cast<int>(task), n, row);
        CHECK(certain.has_value() == (answers.size() == 1));
        if (certain) CHECK(answers.count(*certain) == 1);
      }
      CHECK(
          std::all_of(boxes_of_column.begin(), boxes_of_column.end(), [](std::size_t k) { return k == 1; }));
    }
  };
  check(SplitTask::function_composition, 4, 4);
  check(SplitTask::match3, 9, 4);
  check(SplitTask::match3, 3, 1);
  check(SplitTask::match3, 5, 3, RowSet::sharpened);
  check(SplitTask::match3, 9, 7, RowSet::sharpened);
  check(SplitTask::relation_composition, 25, 4);
  check(SplitTask::quotient_composition, 100, 4);
}

TEST_CASE("Without the place of the first 0 a 1 is not certain of rows of two letters", "[size-bound]") {
  const InstanceSize size{SplitTask::match3, 9, 7, RowSet::sharpened};
  for (long row = 0; row < size.rows; ++row) {
    KnownBits own(7);
    own[static_cast<std::size_t>(row)] = true;
    CHECK_FALSE(answer_of_box(size, row, own));
  }
}

TEST_CASE("Claiming one row too many is refuted", "[size-bound]") {
  const Deadline deadline(no_limits);
  for (const bool by_cover : {false, true}) {
    CHECK(check_shattering({SplitTask::function_composition, 1, 1}, deadline, by_cover).status ==
          Status::refuted);
    CHECK(check_shattering({SplitTask::match3, 3, 1}, deadline, by_cover).status == Status::refuted);
    // l = 2, whose function is constant.
    CHECK(check_shattering({SplitTask::match3, 3, 1, RowSet::sharpened}, deadline, by_cover).status ==
          Status::refuted);
  }
}

TEST_CASE("The smallest functions inside the tasks are constant, so no rows can be claimed there",
          "[size-bound]") {
  // Sum_2[2, 4] on {1, 3}^2: p_j + p_k = 3 (mod 4), j = k allowed.
  for (const int a : {1, 3}) {
    for (const int b : {1, 3}) {
      for (const int sum : {a + a, a + b, b + b}) CHECK(sum % 4 != 3);
    }
  }
  CHECK(inputs_of_constant_function({SplitTask::match3, 3, 1}) == 4);
  CHECK(inputs_of_constant_function({SplitTask::function_composition, 1, 1}) == 1);
  CHECK_FALSE(inputs_of_constant_function({SplitTask::function_composition, 2, 2}));
  CHECK(shattered_rows(SplitTask::match3, 4) == 0);
  CHECK(shattered_rows(SplitTask::function_composition, 1) == 0);
  CHECK(claimed_rows(SplitTask::match3, 4) == 1);
}

TEST_CASE("A bound without rows claims nothing, and the instance of Theorem 5.1 is judged alike everywhere",
          "[size-bound]") {
  const auto claim = size_bound_claim();
  const auto status = [&](Variant variant, const std::string& task, const std::string& n) {
    const Parameters parameters = parse_parameters(claim->info().parameters, {"task=" + task, "n=" + n});
    return claim->verify(variant, parameters, VerifyOptions()).status;
  };
  CHECK(status(Variant::repaired, "function-composition", "1") == Status::not_applicable);
  CHECK(status(Variant::repaired, "match3", "3") == Status::not_applicable);
  CHECK(status(Variant::printed, "match3", "3") == Status::refuted);
  CHECK(status(Variant::repaired, "quotient-composition", "4") == Status::not_applicable);
  CHECK(status(Variant::printed, "quotient-composition", "16") == Status::holds);
  CHECK(status(Variant::repaired, "quotient-composition", "16") == Status::holds);
  CHECK(status(Variant::repaired, "function-composition", "2") == Status::holds);
}

TEST_CASE("For fixed m, Sum_2[l, m] has at most 2^(m-2) different columns, whatever l", "[size-bound]") {
  // m = 5: the alphabet [4] without 3.
  const std::vector<int> alphabet{1, 2, 4};
  std::vector<std::vector<int>> words{{}};
  for (int place = 0; place < 4; ++place) {
    std::vector<std::vector<int>> longer;
    for (const auto& word : words) {
      for (const int symbol : alphabet) {
        longer.push_back(word);
        longer.back().push_back(symbol);
      }
    }
    words = longer;
  }
  std::set<std::vector<bool>> columns;
  for (const auto& column : words) {
    std::vector<bool> values;
    for (const auto& row : words) {
      std::vector<int> all = row;
      all.insert(all.end(), column.begin(), column.end());
      bool value = false;
      for (const int a : all) {
        for (const int b : all) value = value || (a + b + 1) % 5 == 0;
      }
      values.push_back(value);
    }
    columns.insert(values);
  }
  CHECK(words.size() == 81);
  CHECK(columns.size() <= 8);
}

TEST_CASE("Match3 for fixed m by one uniform head: a size that does not depend on n", "[size-bound]") {
  // docs/size-bounds.md: b_v = ReLU(n f_v) - ReLU(n f_v - 1), y = sum of ReLU(o_u + b_v + b_w - 2). All words
  // of m = 5.
  const auto relu = [](const Rational& x) { return x > 0 ? x : Rational(0); };
  const int m = 5;
  for (int n = 1; n <= 4; ++n) {
    int words = 1;
    for (int k = 0; k < n; ++k) words *= m - 1;
    for (int rank = 0; rank < words; ++rank) {
      std::vector<int> p;
      for (int k = 0, rest = rank; k < n; ++k, rest /= m - 1) p.push_back(rest % (m - 1) + 1);
      std::vector<Rational> frequency(m, 0);
      for (const int symbol : p) frequency[static_cast<std::size_t>(symbol)] += Rational(1, n);
      for (const int judged : p) {
        Rational y = 0;
        bool truth = false;
        for (int u = 1; u < m; ++u) {
          for (int v = 1; v < m; ++v) {
            for (int w = 1; w < m; ++w) {
              if ((u + v + w) % m != 0) continue;
              const auto bit = [&](int s) {
                const Rational count = n * frequency[static_cast<std::size_t>(s)];
                return Rational(relu(count) - relu(count - 1));
              };
              y += relu((u == judged ? 1 : 0) + bit(v) + bit(w) - 2);
            }
          }
        }
        for (const int a : p) {
          for (const int b : p) truth = truth || (judged + a + b) % m == 0;
        }
        CHECK((y > 0) == truth);
      }
    }
  }
}

TEST_CASE("Rows and instances are inverse", "[size-bound]") {
  for (const SplitTask task : {SplitTask::function_composition, SplitTask::match3,
                               SplitTask::relation_composition, SplitTask::quotient_composition}) {
    for (long rows = 1; rows <= 40; ++rows) {
      for (const RowSet set : {RowSet::lemma, RowSet::sharpened}) {
        const Integer n = least_instance(task, rows, set);
        CHECK(shattered_rows(task, n, set) >= rows);
        if (task == SplitTask::match3) CHECK(shattered_rows(task, n - 1, set) < rows);
      }
    }
  }
  CHECK(shattered_rows(SplitTask::match3, 8, RowSet::sharpened) == 5);
  CHECK(shattered_rows(SplitTask::match3, 9, RowSet::sharpened) == 7);
  CHECK(shattered_rows(SplitTask::match3, 4, RowSet::sharpened) == 0);
  CHECK(shattered_rows(SplitTask::match3, 8) == 3);
  CHECK(shattered_rows(SplitTask::relation_composition, 100) == 9);
  CHECK(shattered_rows(SplitTask::quotient_composition, 100) == 4);  // Figure 2
  CHECK_THROWS_AS(shattered_rows(SplitTask::relation_composition, 99), UsageError);
}

TEST_CASE("The claim's verdicts are those on record at every standard size", "[size-bound]") {
  const auto claim = size_bound_claim();
  for (const auto& size : claim->info().standard_sizes) {
    const auto parameters = parse_parameters(claim->info().parameters, size.words);
    for (const auto& [variant, status] : size.recorded) {
      CAPTURE(parameters.to_string(), to_string(variant));
      const Verdict verdict = claim->verify(variant, parameters, no_limits);
      CHECK(verdict.status == status);
      CHECK(verdict.inputs.checked == verdict.inputs.space);
      CHECK(verdict.counterexample.is_null() ==
            (status == Status::holds || status == Status::not_applicable));
    }
  }
}

TEST_CASE("An interrupted verification is undecided", "[size-bound]") {
  const std::atomic<bool> interrupted{true};
  VerifyOptions options;
  options.interrupted = &interrupted;
  const auto claim = size_bound_claim();
  const auto parameters = parse_parameters(claim->info().parameters, {"task=function-composition", "n=500"});
  CHECK(claim->verify(Variant::repaired, parameters, options).status == Status::undecided);
}

TEST_CASE("The print's class divides by zero, which is said without deciding the theorem", "[size-bound]") {
  const Verdict verdict = verdict_of("relation-composition", 9, Variant::printed);
  CHECK(verdict.status == Status::holds);
  CHECK(verdict.checks.back().status == Status::ill_formed);
  CHECK_FALSE(verdict.checks.back().essential);
}

TEST_CASE("More rows than can be verified are refused", "[size-bound]") {
  CHECK_THROWS_AS(verdict_of("function-composition", 5000, Variant::repaired), UsageError);
}

}  // namespace size_bound_shattering_test
