// Runs a protocol of Theorem C.1 or C.3 on every input and compares it with the definition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "claims/deadline.hpp"
#include "claims/json.hpp"
#include "numeric/integer.hpp"
#include "protocols/simulator.hpp"
#include "reductions/anna/bucket_protocol.hpp"
#include "reductions/anna/bucket_records.hpp"

namespace attest {

// Queries and keys as numbers 0, ..., keys - 1.
struct BucketInput {
  std::vector<long> queries;
  std::vector<long> keys;
  mpc::Words words(long key_count) const;  // x_i = q_i key_count + k_i
};

// Rank 0, ..., key_count^(2N) - 1, token 1 most significant.
BucketInput bucket_input_of_rank(std::uint64_t rank, long tokens, long key_count);

// Definition B.1 (lines 458-466) with v_j = `label`s: for each token sum and number of the values whose key
// equals its query.
std::vector<BucketValue> exact_match_values(const BucketPlan& plan, const BucketInput& input);

// Algorithm 1 (lines 178-196): the hash tables as it fills them, then each query's vsum and count.
std::vector<BucketValue> hash_table_values(const BucketPlan& plan, const BucketInput& input);

// The largest number of different queries, or of different keys, that one "meta-info" machine is responsible
// for.
long largest_bucket(const BucketPlan& plan, const BucketInput& input);

struct BucketTotals {
  Integer space = 0;
  Integer checked = 0;
  Integer failing = 0;  // wrong, or a limit broken although the buckets are small
  Integer wrong = 0;    // outputs, without limits
  Integer broken = 0;   // a limit broken although the buckets are small
  Integer crowded = 0;  // inputs with a larger bucket than the limit allows for
  Integer crowded_broken = 0;
  Json first_failing;
  Json first_wrong;
  Json first_broken;
  Json first_crowded;
  long most_held = 0;  // words, over the inputs whose buckets are small
  long most_sent = 0;
  long most_received = 0;
  std::map<MachineKind, long> held_by;          // words of memory, by kind of machine, over the same inputs
  std::vector<std::uint32_t> crowded_of_input;  // by rank: under how many hash functions it is crowded
  long machines = 0;
  long rounds = 0;
  long sorting_rounds = 0;
  long most() const { return std::max({most_held, most_sent, most_received}); }
};

using BucketReference = std::vector<BucketValue> (*)(const BucketPlan&, const BucketInput&);

// One input: what the protocol does with it, and Definition B.1's or Algorithm 1's values.
struct BucketOutcome {
  mpc::Run run;                    // where a limit is broken: without limits
  std::string violation;           // the limit of s words that is broken, or empty
  bool crowded = false;            // a bucket is larger than granted
  std::vector<BucketValue> truth;  // by token
  std::vector<std::string> wrong;  // by token: what is wrong, "" if nothing is
  std::vector<Json> answers;       // by token, as value_json writes it; null where there is none
};

// "3/2": the sum of the labels and their number, not reduced; "nothing".
Json value_json(const BucketValue& value);

class BucketTrial {
 public:
  // `largest`: buckets of at most so many different queries and keys have to fit.
  BucketTrial(std::shared_ptr<const BucketPlan> plan, BucketReference reference, long largest);
  ~BucketTrial();

  BucketOutcome operator()(const BucketInput& input);
  const BucketProtocol& protocol() const { return made_; }
  const MachineTable& machines() const { return machines_; }

 private:
  class AveragedForms;
  std::shared_ptr<const BucketPlan> plan_;
  BucketReference reference_;
  long largest_;
  BucketProtocol made_;
  MachineTable machines_;
  std::unique_ptr<AveragedForms> forms_;
};

// Adds all inputs of one plan (one hash function). `largest`: buckets of at most so many different queries
// and keys have to fit. `name`: what to write beside an input, e.g. the hash function. Stops when the
// deadline is reached; checked then falls short of space.
void try_all_inputs(const std::shared_ptr<const BucketPlan>& plan, BucketReference reference, long largest,
                    const Json& name, const Deadline& deadline, BucketTotals& totals);

}  // namespace attest
