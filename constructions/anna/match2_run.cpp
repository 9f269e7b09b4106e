// One input of anna/match2-by-hashing and one draw: {"p": [1, 3], "colours": [[[2, 1, 2]]]} has for each table and each of its functions the
// colour of the cell of every point 0, 1, ..; {"p": .., "digits": [[1, 2]]} the digit that each function gives, the lowest first.
#include <map>

#include "claims/run_result.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/anna/match2_setting.hpp"
#include "tasks/input_fields.hpp"

namespace attest {

namespace {

InputFields match2_fields(const HashedMatch2Setting& s) {
  const auto size = [](long value) { return static_cast<std::size_t>(value); };
  std::vector<InputField> fields{{"p", {size(s.match2.tokens())}, numbers(1, s.match2.modulus())}};
  if (s.law.family() == Match2Family::colours)
    fields.push_back(
        {"colours", {size(s.l), size(s.z), size(s.match2.largest_point() + 1)}, numbers(1, s.law.colours())});
  if (s.law.family() == Match2Family::bit_sampling)
    fields.push_back({"digits", {size(s.l), size(s.z)}, numbers(1, s.law.digits())});
  return InputFields(std::move(fields));
}

// bucket[u][point]: points with one code have one number.
std::vector<std::vector<int>> buckets_of(const HashedMatch2Setting& s, const FieldsInput& input) {
  const long points = s.match2.largest_point() + 1;
  const auto value = [&](long table, long function, long point) {
    switch (s.law.family()) {
      case Match2Family::colours:
        return input.entries("colours")[static_cast<std::size_t>((table * s.z + function) * points + point)];
      case Match2Family::bit_sampling:
        return point >> (input.entries("digits")[static_cast<std::size_t>(table * s.z + function)] - 1) & 1;
      default:
        return point;
    }
  };
  std::vector<std::vector<int>> bucket;
  for (long table = 0; table < s.l; ++table) {
    std::map<std::vector<long>, int> known;
    std::vector<int> of_point;
    for (long point = 0; point < points; ++point) {
      std::vector<long> code;
      for (long function = 0; function < s.z; ++function) code.push_back(value(table, function, point));
      of_point.push_back(known.try_emplace(std::move(code), static_cast<int>(known.size())).first->second);
    }
    bucket.push_back(std::move(of_point));
  }
  return bucket;
}

}  // namespace

Json run_match2(const HashedMatch2Setting& s, const Json& given, std::uint64_t seed) {
  const FieldsInput input = match2_fields(s).chosen(given, seed);
  const std::vector<long>& x = input.entries("p");
  const HashedLabels labels = hashed_labels(s.match2, x, buckets_of(s, input));
  const std::vector<long> truth = match2_truth(x, s.match2.modulus());
  RunResult result(input.json(), input.rank());
  result.steps["z, l"] = {s.z, s.l};
  result.steps["count of each query"] = labels.counts;
  const RightWhen when = s.match2.right_when({x.begin(), x.end()});
  Match2Kind kind{s.law.profile(when.apart), s.law.profile(when.meet), !when.meet.empty(), false, 1};
  result.steps["probability that every label is right"] = exact_json(kind.right(s.law, s.z, s.l));
  bool undefined = false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    undefined = undefined || labels.counts[i] == 0;
    result.exact(i + 1, labels.outputs[i], Rational(truth[i]));
  }
  if (undefined && s.match2.variant() == Variant::printed)
    result.add(ill_formed("well-formed", "line 16 divides by count, which is 0 for some query"));
  return result.to_json();
}

}  // namespace attest
