// Receptive fields of fixed chunk patterns (seed 001, Proposition E.3): all patterns of small sizes one by
// one.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "lowerbounds/anna/reformer_checks.hpp"
#include "lowerbounds/anna/reformer_receptive_field.hpp"

namespace reformer_receptive_field_test {

using namespace attest;

namespace {

// Every sequence of layers, one after the other.
void for_each_pattern(const std::vector<ChunkLayer>& layers, int depth,
                      const std::function<void(const ChunkPattern&)>& visit) {
  ChunkPattern pattern;
  const std::function<void()> extend = [&] {
    if (static_cast<int>(pattern.size()) == depth) return visit(pattern);
    for (const ChunkLayer& layer : layers) {
      pattern.push_back(layer);
      extend();
      pattern.pop_back();
    }
  };
  extend();
}

// Forwards: sees[i] is the set of inputs that token i's state may depend on.
TokenSet forward_field(const ChunkPattern& pattern, int n) {
  std::vector<TokenSet> sees;
  for (int i = 0; i < n; ++i) sees.push_back(TokenSet{1} << i);
  for (const ChunkLayer& layer : pattern) {
    std::vector<TokenSet> next(n, 0);
    for (const TokenSet chunk : layer) {
      for (const int i : tokens_of(chunk, n)) {
        for (const int j : tokens_of(chunk, n)) next[i - 1] |= sees[j - 1];
      }
    }
    sees = next;
  }
  return sees.back();
}

Verdict verdict_of(Variant variant, int b, int depth, int n, long m) {
  const auto claim = anna_reformer_receptive_field_claim();
  return claim->verify(
      variant,
      parse_parameters(claim->info().parameters, {fmt::format("B={}", b), fmt::format("L={}", depth),
                                                  fmt::format("N={}", n), fmt::format("M={}", m)}),
      {});
}

}  // namespace

TEST_CASE("chunk layers are the partitions, each once, in known numbers", "[lowerbounds][receptive-field]") {
  const std::vector<std::size_t> perfect_matchings = {1, 3, 15, 105, 945};
  for (int k = 1; k <= 5; ++k)
    CHECK(chunk_layers(2 * k, 2, ChunkSize::exactly).size() == perfect_matchings[k - 1]);
  const std::vector<std::size_t> involutions = {1, 2, 4, 10, 26, 76, 232, 764};
  const std::vector<std::size_t> bell = {1, 2, 5, 15, 52, 203, 877, 4140};
  for (int n = 1; n <= 8; ++n) {
    CHECK(chunk_layers(n, 2, ChunkSize::at_most).size() == involutions[n - 1]);
    CHECK(chunk_layers(n, n, ChunkSize::at_most).size() == bell[n - 1]);
  }
  CHECK(chunk_layers(9, 3, ChunkSize::exactly).size() == 280);
  CHECK(chunk_layers(5, 2, ChunkSize::exactly).empty());
  CHECK(chunk_layers(2, 3, ChunkSize::exactly).empty());
  std::set<ChunkLayer> seen;
  for (ChunkLayer layer : chunk_layers(6, 3, ChunkSize::at_most)) {
    TokenSet all = 0;
    for (const TokenSet chunk : layer) {
      CHECK((all & chunk) == 0);
      CHECK(std::popcount(chunk) <= 3);
      all |= chunk;
    }
    CHECK(all == 63);
    std::sort(layer.begin(), layer.end());
    CHECK(seen.insert(layer).second);
  }
}

TEST_CASE("every pattern of small sizes is counted under its receptive field",
          "[lowerbounds][receptive-field]") {
  struct Size {
    int n, b, depth;
    ChunkSize size;
  };
  for (const auto& [n, b, depth, size] :
       {Size{4, 2, 3, ChunkSize::exactly}, Size{6, 2, 2, ChunkSize::exactly},
        Size{4, 2, 3, ChunkSize::at_most}, Size{5, 3, 2, ChunkSize::at_most},
        Size{6, 3, 2, ChunkSize::exactly}}) {
    std::map<TokenSet, long> counted;
    std::map<TokenSet, long> listed;
    for (const FieldWitness& entry : every_pattern(chunk_layers(n, b, size), depth, n)) ++listed[entry.field];
    for_each_pattern(chunk_layers(n, b, size), depth, [&, tokens = n](const ChunkPattern& pattern) {
      const TokenSet field = receptive_field(pattern, tokens);
      REQUIRE(field == forward_field(pattern, tokens));
      ++counted[field];
    });
    CHECK(listed == counted);
    const auto fields = all_receptive_fields(n, b, depth, size, {});
    REQUIRE(fields);
    REQUIRE(fields->fields.back().size() == counted.size());
    for (const auto& [field, entry] : fields->fields.back()) {
      CHECK(entry.patterns == counted[field]);
      CHECK(receptive_field(entry.example, n) == field);
      CHECK(entry.example.size() == static_cast<std::size_t>(depth));
    }
  }
}

TEST_CASE("two inputs can be told apart exactly if they differ in the receptive field",
          "[lowerbounds][receptive-field]") {
  const int n = 4;
  for_each_pattern(chunk_layers(n, 2, ChunkSize::at_most), 2, [](const ChunkPattern& pattern) {
    const TokenSet field = receptive_field(pattern, n);
    for (unsigned a = 0; a < 16; ++a) {
      for (unsigned b = 0; b < 16; ++b) {
        std::vector<int> x;
        std::vector<int> y;
        for (int i = 0; i < n; ++i) {
          x.push_back(1 + static_cast<int>(a >> i & 1U));
          y.push_back(1 + static_cast<int>(b >> i & 1U));
        }
        REQUIRE(distinguishable(pattern, x, y) == (((a ^ b) & field) != 0));
      }
    }
  });
}

TEST_CASE("in every pattern of small sizes explicit weights add up the receptive field",
          "[lowerbounds][receptive-field]") {
  const auto check = [](int n, int b, int depth, ChunkSize size) {
    for_each_pattern(chunk_layers(n, b, size), depth, [n](const ChunkPattern& pattern) {
      const TokenSet field = receptive_field(pattern, n);
      const std::vector<long> sum = adder_coefficients(pattern, n);
      for (int i = 0; i < n; ++i) REQUIRE(sum[i] == static_cast<long>(field >> i & 1U));
    });
  };
  check(4, 2, 3, ChunkSize::at_most);
  check(5, 3, 2, ChunkSize::at_most);
  check(6, 2, 3, ChunkSize::exactly);
  check(6, 3, 2, ChunkSize::exactly);
}

TEST_CASE("the proposition's verdicts follow from the number of unseen tokens",
          "[lowerbounds][receptive-field]") {
  for (int b = 1; b <= 4; ++b) {
    for (int depth = 1; depth <= 2; ++depth) {
      for (int n = 1; n <= 6; ++n) {
        long bound = 1;
        for (int l = 0; l < depth; ++l) bound *= b;
        const long unseen = std::max<long>(0, n - bound);
        for (const long m : {1L, 2L, 5L}) {
          INFO(b << " " << depth << " " << n << " " << m);
          const Status expected = n % b != 0             ? Status::ill_formed
                                  : unseen * (m - 1) < m ? Status::refuted
                                                         : Status::holds;
          CHECK(verdict_of(Variant::printed, b, depth, n, m).status == expected);
          const Verdict repaired = verdict_of(Variant::repaired, b, depth, n, m);
          CHECK(repaired.status == Status::holds);
          CHECK(repaired.details["largest_receptive_field"] == std::min<long>(n, bound));
          CHECK(repaired.inputs.checked == repaired.inputs.space);
        }
      }
    }
  }
}

TEST_CASE("patterns that are grouped by their receptive fields are covered, not enumerated",
          "[lowerbounds][receptive-field]") {
  const Verdict grouped = verdict_of(Variant::printed, 2, 2, 8, 2);  // 11025 patterns
  CHECK(grouped.status == Status::holds);
  CHECK(grouped.evidence == Evidence::cover);
}

TEST_CASE("chunks that are larger than the claim says are found out", "[lowerbounds][receptive-field]") {
  const auto fields = all_receptive_fields(6, 3, 2, ChunkSize::at_most, {});
  Verdict verdict;
  verdict.inputs = {1, 1, 1, 0};
  check_receptive_fields({2, 2, 6, 2, 4}, *fields, verdict);
  REQUIRE(verdict.checks.size() == 1);
  CHECK(verdict.checks[0].status == Status::refuted);
  Verdict error;
  check_repaired_error({2, 2, 6, 2, 4}, *fields, error);
  CHECK(error.checks[0].status == Status::refuted);
}

TEST_CASE("a pattern entered under a wrong receptive field is found out", "[lowerbounds][receptive-field]") {
  const ReformerSetting setting{2, 1, 4, 3, 2};
  const Deadline deadline{VerifyOptions{}};
  const ChunkPattern pattern = {{0b0011, 0b1100}};  // {1,2} {3,4}: token 4 sees 3 and 4
  const auto judged = [&](TokenSet field) {
    Verdict verdict;
    check_witnesses(setting, {{field, pattern}}, true, deadline, verdict);
    return std::all_of(verdict.checks.begin(), verdict.checks.end(),
                       [](const Check& check) { return check.status == Status::holds; });
  };
  CHECK(judged(0b1100));
  CHECK_FALSE(judged(0b1000));
  CHECK_FALSE(judged(0b1110));
  CHECK_FALSE(judged(0b1010));
}

TEST_CASE("an interrupted search is undecided and has checked nothing", "[lowerbounds][receptive-field]") {
  const auto claim = anna_reformer_receptive_field_claim();
  std::atomic<bool> interrupted = true;
  VerifyOptions options;
  options.interrupted = &interrupted;
  const Verdict verdict = claim->verify(
      Variant::repaired, parse_parameters(claim->info().parameters, {"B=2", "L=2", "N=6"}), options);
  CHECK(verdict.status == Status::undecided);
  CHECK(verdict.inputs.space == 5776);
  CHECK(verdict.inputs.checked == 0);
}

}  // namespace reformer_receptive_field_test
