// Every single weight entry of a repaired construction changed to other values. The program (the fast judge,
// with what it falls back on) and an independent evaluator decide each mutant on every input; they must agree,
// and how many mutants are refuted and how many compute the function all the same is pinned.
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <set>

#include "attention/weights_json.hpp"
#include "fixtures.hpp"
#include "oracles/direct_evaluation.hpp"
#include "oracles/reference.hpp"
#include "verification/enumeration.hpp"

namespace attest::planted_errors_test {
namespace {

struct MutantCounts {
  int refuted = 0;
  int equivalent = 0;
};

std::set<Rational> other_values(const Rational& value) {
  std::set<Rational> values{value + 1, value - 1, Rational(0), -value, 2 * value, value / 2};
  values.erase(value);
  return values;
}

// Weights as version 0.1 printed them, read by attest and, as plain numbers, by the oracle.
class ShownWeights {
 public:
  ShownWeights(const std::string& file, std::vector<std::vector<std::size_t>> monomials)
      : document_(Json::parse(std::ifstream(oracle::folder() + "/../weights/" + file))["weights"]) {
    numbers.monomials = std::move(monomials);
    for (const Json& matrix : document_["W_Q"]) numbers.query.push_back(matrix_of(matrix));
    for (const Json& matrix : document_["W_V"]) numbers.value.push_back(matrix_of(matrix));
    numbers.output_matrix = matrix_of(document_["W_O"]);
    numbers.residual = document_["residual"].get<bool>();
    const Json readout = Json::array({document_["readout"]["weights"]});
    numbers.readout = matrix_of(readout).row(0).transpose();
    numbers.readout_bias = *rational_from_string(document_["readout"]["bias"].get<std::string>());
  }
  Json document() const {
    Json result = document_;
    for (std::size_t k = 0; k < numbers.query.size(); ++k) result["W_Q"][k] = json_of(numbers.query[k]);
    for (std::size_t k = 0; k < numbers.value.size(); ++k) result["W_V"][k] = json_of(numbers.value[k]);
    result["W_O"] = json_of(numbers.output_matrix);
    result["readout"]["weights"] = json_of(RationalMatrix(numbers.readout.transpose()))[0];
    result["readout"]["bias"] = to_string(numbers.readout_bias);
    return result;
  }
  oracle::Weights numbers;

 private:
  static RationalMatrix matrix_of(const Json& json) {
    RationalMatrix matrix(static_cast<Eigen::Index>(json.size()), static_cast<Eigen::Index>(json[0].size()));
    for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
      for (Eigen::Index c = 0; c < matrix.cols(); ++c) {
        matrix(r, c) = *rational_from_string(
            json[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)].get<std::string>());
      }
    }
    return matrix;
  }
  static Json json_of(const RationalMatrix& matrix) {
    Json result = Json::array();
    for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
      result.push_back(Json::array());
      for (Eigen::Index c = 0; c < matrix.cols(); ++c) result.back().push_back(to_string(matrix(r, c)));
    }
    return result;
  }
  Json document_;
};

std::uint64_t failing_by_program(const ShownWeights& weights, const fixtures::Setting& setting) {
  setting->use_weights(weights.document());
  VerifyOptions options;
  options.threads = 1;
  const auto result = enumerate(
      setting->task().space(), [&] { return setting->make_quick_judge(); }, options);
  REQUIRE(result.complete());
  REQUIRE(result.tally.undecided.count == 0);
  return result.tally.failing.count;
}

std::uint64_t failing_by_oracle(const oracle::Problem& problem, long functions, long n) {
  std::uint64_t failing = 0;
  const auto length = static_cast<std::size_t>(functions * n + 1);
  oracle::for_each_word(length, n, [&](const std::vector<long>& word) {
    const auto y = oracle::output(problem, word, length - 1);
    failing += oracle::is_right(y, oracle::composition(word, functions, n)) ? 0 : 1;
  });
  return failing;
}

// Changes `entry` to each other value, one at a time, and counts.
template <class Judge>
void plant(Rational& entry, MutantCounts& counts, const Judge& decide) {
  const Rational original = entry;
  for (const Rational& value : other_values(original)) {
    entry = value;
    (decide() ? counts.refuted : counts.equivalent)++;
  }
  entry = original;
}

template <class Matrix, class Judge>
void plant_all(Matrix& matrix, MutantCounts& counts, const Judge& decide) {
  for (Eigen::Index k = 0; k < matrix.size(); ++k) plant(matrix.data()[k], counts, decide);
}

template <class Encoding>
MutantCounts plant_in_layer(ShownWeights weights, const std::function<fixtures::Setting()>& setting,
                            const oracle::Real& scale, const Encoding& encoding, long functions, long n) {
  const auto decide = [&] {
    const std::uint64_t program = failing_by_program(weights, setting());
    const std::uint64_t independent = failing_by_oracle({weights.numbers, scale, encoding}, functions, n);
    REQUIRE(program == independent);
    return program != 0;
  };
  REQUIRE_FALSE(decide());  // the repair itself
  MutantCounts counts;
  for (auto& matrix : weights.numbers.query) plant_all(matrix, counts, decide);
  for (auto& matrix : weights.numbers.value) plant_all(matrix, counts, decide);
  plant_all(weights.numbers.output_matrix, counts, decide);
  plant_all(weights.numbers.readout, counts, decide);
  plant(weights.numbers.readout_bias, counts, decide);
  return counts;
}

}  // namespace

TEST_CASE("Every changed weight of the Strassen head is judged alike by the program and by the definition",
          "[strassen][planted][.][long]") {
  const auto encoding = [](long i, long phi) { return std::vector<long>{i, i * i, phi, phi * phi, 1, 0, 0}; };
  const auto counts = plant_in_layer(
      {"show_1_strassen_composition.json", {{0, 1}, {0, 2}, {1, 2}}}, [] { return fixtures::strassen(2); },
      1 / sqrt(oracle::Real(7)), encoding, 2, 2);
  CHECK(counts.refuted == 229);
  CHECK(counts.equivalent == 433);
}

TEST_CASE("Every changed weight of the path head is judged alike by the program and by the definition",
          "[poly][planted][.][long]") {
  const auto encoding = [](long i, long phi) { return std::vector<long>{1, i, i * i, phi, phi * phi, 0}; };
  const auto counts = plant_in_layer(
      {"show_1_poly_composition.json", {{0, 1}, {1, 2}}}, [] { return fixtures::poly(2, 2, 12); },
      12 * log(oracle::Real(2)) / 6, encoding, 2, 2);
  CHECK(counts.refuted == 212);
  CHECK(counts.equivalent == 290);
}

TEST_CASE("Every changed weight of the exact-match head is judged alike by the program and by the definition",
          "[anna][planted]") {
  constexpr long N = 3;
  constexpr long M = 4;
  const auto column = [](const std::vector<long>& entries) {
    RationalMatrix matrix(static_cast<Eigen::Index>(entries.size()), 1);
    for (std::size_t r = 0; r < entries.size(); ++r) matrix(static_cast<Eigen::Index>(r), 0) = entries[r];
    return matrix;
  };
  RationalMatrix Q = column({1, 0, 0});
  RationalMatrix K = column({-1, M, -M});
  RationalMatrix V = column({0, 1, 0});
  const auto decide = [&] {
    const auto setting = fixtures::setting_of("anna/ema-match2", Variant::repaired, {"N=3", "M=4"});
    setting->use_weights({{"phi", {"x mod M", "1", "[x = 0 mod M]"}},
                          {"Q", weights::to_json(Q)},
                          {"K", weights::to_json(K)},
                          {"V", weights::to_json(V)},
                          {"psi", {{"formula", "y"}, {"layers", Json::array()}}}});
    VerifyOptions options;
    options.threads = 1;
    const auto result = enumerate(
        setting->task().space(), [&] { return setting->make_quick_judge(); }, options);
    // By Definition B.1 in words: average the values of all equal keys, 0 if there are none.
    std::uint64_t failing = 0;
    oracle::for_each_word(N, M, [&](const std::vector<long>& x) {
      bool right = true;
      for (long i = 0; i < N; ++i) {
        const auto feature = [&](const RationalMatrix& w, long number) {
          return Rational(w(0, 0) * (number % M) + w(1, 0) + w(2, 0) * (number % M == 0 ? 1 : 0));
        };
        Rational sum = 0;
        long count = 0;
        bool truth = false;
        for (long j = 0; j < N; ++j) {
          truth = truth || (x[i] + x[j]) % M == 0;
          if (feature(Q, x[i]) != feature(K, x[j])) continue;
          sum += feature(V, x[j]);
          ++count;
        }
        const Rational y = count == 0 ? Rational(0) : Rational(sum / count);
        const Rational error = boost::multiprecision::abs(Rational(y - (truth ? 1 : 0)));
        right = right && 2 * error < 1;
      }
      failing += right ? 0 : 1;
    });
    REQUIRE(result.complete());
    REQUIRE(result.tally.failing.count == failing);
    return failing != 0;
  };
  REQUIRE_FALSE(decide());
  MutantCounts counts;
  plant_all(Q, counts, decide);
  plant_all(K, counts, decide);
  plant_all(V, counts, decide);
  CHECK(counts.refuted == 32);
  CHECK(counts.equivalent == 0);  // the one that used to count as right leaves a tie
}

}  // namespace attest::planted_errors_test
