#include "constructions/anna/lsh_run.hpp"

#include <fmt/format.h>

#include "algorithms/hashing/anna.hpp"
#include "claims/run_result.hpp"
#include "claims/stop.hpp"
#include "claims/usage_error.hpp"
#include "tasks/input_fields.hpp"

namespace attest::hashing {

namespace {

constexpr long most_hash_values = 1L << 24;
constexpr long most_values = 1L << 22;  // N^2: the weights of all queries

// Tables whose functions read given coordinates.
class GivenTables {
 public:
  using Code = std::string;
  using CodeHash = std::hash<std::string>;

  GivenTables(const FieldsInput& input, long d, long l, long z)
      : queries_(input.entries("Q")),
        keys_(input.entries("K")),
        functions_(input.entries("functions")),
        d_(d),
        l_(l),
        z_(z) {}

  long size() const { return l_; }
  long functions() const { return z_; }

  struct Table {
    const GivenTables* tables;
    long number;
    Code key(Eigen::Index j) const { return tables->code(tables->keys_, number, j); }
    Code query(Eigen::Index i) const { return tables->code(tables->queries_, number, i); }
  };
  Table sample(long u) const { return {this, u}; }

  // In how many tables query i and key j have one code, by comparing coordinates.
  long collisions(long i, long j) const {
    long count = 0;
    for (long u = 0; u < l_; ++u) {
      bool equal = true;
      for (long k = 0; k < z_ && equal; ++k) {
        const long coordinate = functions_[at(u * z_ + k)] - 1;
        equal = queries_[at(i * d_ + coordinate)] == keys_[at(j * d_ + coordinate)];
      }
      count += equal ? 1 : 0;
    }
    return count;
  }

  long distance(long i, long j) const {
    long different = 0;
    for (long c = 0; c < d_; ++c) different += queries_[at(i * d_ + c)] == keys_[at(j * d_ + c)] ? 0 : 1;
    return different;
  }

 private:
  static std::size_t at(long index) { return static_cast<std::size_t>(index); }

  Code code(const std::vector<long>& points, long table, Eigen::Index point) const {
    Code text;
    for (long k = 0; k < z_; ++k)
      text += points[at(point * d_ + functions_[at(table * z_ + k)] - 1)] == 1 ? '1' : '0';
    return text;
  }

  const std::vector<long>& queries_;
  const std::vector<long>& keys_;
  const std::vector<long>& functions_;
  long d_, l_, z_;
};

Json weights_json(const Rows<Rational>& attention, Eigen::Index query) {
  Json weights = Json::array();
  for (Eigen::Index j = 0; j < attention.cols(); ++j) weights.push_back(to_string(attention(query, j)));
  return weights;
}

// Definition 3.3 for one query: weight on keys within c r only, at least 1/((|N(q, c r)| - 1) l + 1) on those
// within r.
std::string breach(const LshSetting& s, const GivenTables& tables, const Rows<Rational>& attention, long i) {
  long within = 0;
  const Rational far = s.theorem.family().r * s.theorem.family().c;
  for (long j = 0; j < s.N; ++j) within += Rational(tables.distance(i, j)) <= far ? 1 : 0;
  for (long j = 0; j < s.N; ++j) {
    const Rational distance(tables.distance(i, j));
    const Rational& weight = attention(i, j);
    if (distance > far && weight > 0)
      return fmt::format("query {} gives weight {} to key {} at distance {}", i + 1, to_string(weight), j + 1,
                         to_string(distance));
    if (distance > s.theorem.family().r) continue;
    const Rational least(1, Integer(within - 1) * s.l + 1);  // key j is one of those within c r
    if (weight < least)
      return fmt::format("query {} gives weight {} to key {} at distance {}, less than {}", i + 1,
                         to_string(weight), j + 1, to_string(distance), to_string(least));
  }
  return {};
}

}  // namespace

Json run_lsh(const LshSetting& s, const Json& given, std::uint64_t seed) {
  if (Integer(s.N) * s.l * s.z > most_hash_values || Integer(s.N) * s.N > most_values)
    throw UsageError(
        "N", std::to_string(s.N),
        fmt::format("a size with N l z at most {} hash values and N at most 2048; l = {}, z = {}",
                    most_hash_values, s.l, s.z));
  const auto size = [](long value) { return static_cast<std::size_t>(value); };
  const FieldsInput input = InputFields({{"Q", {size(s.N), size(s.d)}, numbers(0, 1)},
                                         {"K", {size(s.N), size(s.d)}, numbers(0, 1)},
                                         {"functions", {size(s.l), size(s.z)}, numbers(1, s.d)}})
                                .chosen(given, seed);
  const GivenTables tables(input, s.d, s.l, s.z);
  Rows<Rational> units = Rows<Rational>::Constant(s.N, s.N, Rational(0));
  for (long j = 0; j < s.N; ++j) units(j, j) = 1;
  const AnnaOutput<Rational> first = anna_algorithm_1<Rational>(tables, s.N, units);
  const AnnaOutput<Rational> second = anna_algorithm_2<Rational>(tables, s.N, units);
  const Rows<Rational> attention = first.attention();
  const Rows<Rational> again = second.attention();
  RunResult result(input.json(), input.rank());
  result.steps["z, l"] = {s.z, s.l};
  result.steps["count of each query"] = first.counts;
  std::string broken;
  bool empty = false;
  for (long i = 0; i < s.N; ++i) {
    check_stop();
    std::vector<long> collisions;
    long total = 0;
    for (long j = 0; j < s.N; ++j) {
      collisions.push_back(tables.collisions(i, j));
      total += collisions.back();
    }
    Json truth = Json::array();
    for (const long count : collisions)
      truth.push_back(to_string(total == 0 ? Rational(0) : Rational(count, total)));
    empty = empty || total == 0;
    result.answer(fmt::format("Algorithm 1, weights of query {}", i + 1), weights_json(attention, i), truth);
    result.answer(fmt::format("Algorithm 2, weights of query {}", i + 1), weights_json(again, i), truth);
    if (broken.empty()) broken = breach(s, tables, attention, i);
  }
  if (s.variant == Variant::printed && empty)
    result.add(ill_formed("well-formed", "line 16 divides by count, which is 0 for some query"));
  result.add(informative(broken.empty()
                             ? holds("definition-3.3", Evidence::enumeration, "these hash functions meet it")
                             : refuted(Kind::statement, "definition-3.3",
                                       fmt::format("{} (allowed with probability eta)", broken))));
  return result.to_json();
}

}  // namespace attest::hashing
