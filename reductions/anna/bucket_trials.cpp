#include "reductions/anna/bucket_trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "claims/counted_work.hpp"
#include "protocols/simulator.hpp"

namespace attest {

namespace {

constexpr long no_limit = 1'000'000'000;

std::uint64_t input_count(long tokens, long key_count) {
  std::uint64_t count = 1;
  for (long i = 0; i < 2 * tokens; ++i) count *= static_cast<std::uint64_t>(key_count);
  return count;
}

}  // namespace

Json value_json(const BucketValue& value) {
  if (value.denominator == 0) return "nothing";
  return fmt::format("{}/{}", value.numerator, value.denominator);
}

mpc::Words BucketInput::words(long key_count) const {
  mpc::Words x;
  for (std::size_t i = 0; i < queries.size(); ++i) x.push_back(queries[i] * key_count + keys[i]);
  return x;
}

BucketInput bucket_input_of_rank(std::uint64_t rank, long tokens, long key_count) {
  BucketInput input{std::vector<long>(tokens), std::vector<long>(tokens)};
  const auto base = static_cast<std::uint64_t>(key_count);
  for (long i = tokens; i-- > 0;) {
    input.keys[i] = static_cast<long>(rank % base);
    rank /= base;
    input.queries[i] = static_cast<long>(rank % base);
    rank /= base;
  }
  return input;
}

std::vector<BucketValue> exact_match_values(const BucketPlan& plan, const BucketInput& input) {
  std::vector<BucketValue> result;
  for (const long query : input.queries) {
    BucketValue sum;
    for (std::size_t j = 0; j < input.keys.size(); ++j) {
      if (input.keys[j] != query) continue;
      sum.numerator += plan.label(static_cast<long>(j) + 1);
      ++sum.denominator;
    }
    result.push_back(sum);
  }
  return result;
}

std::vector<BucketValue> hash_table_values(const BucketPlan& plan, const BucketInput& input) {
  std::vector<std::map<long, BucketValue>> tables(plan.tables);
  for (long u = 1; u <= plan.tables; ++u) {
    for (std::size_t j = 0; j < input.keys.size(); ++j) {
      BucketValue& entry = tables[u - 1][plan.code(u, input.keys[j])];
      entry.numerator += plan.label(static_cast<long>(j) + 1);
      entry.denominator += 1;
    }
  }
  std::vector<BucketValue> attention;
  for (const long query : input.queries) {
    BucketValue total;  // vsum, count
    for (long u = 1; u <= plan.tables; ++u) {
      const auto found = tables[u - 1].find(plan.code(u, query));
      if (found == tables[u - 1].end()) continue;
      total.numerator += found->second.numerator;
      total.denominator += found->second.denominator;
    }
    attention.push_back(total);
  }
  return attention;
}

long largest_bucket(const BucketPlan& plan, const BucketInput& input) {
  if (plan.joint) return 0;
  std::size_t largest = 0;
  for (const auto* vectors : {&input.queries, &input.keys}) {
    for (long t = 1; t <= plan.tables; ++t) {
      std::map<long, std::set<long>> codes;
      for (const long vector : *vectors) {
        const long code = plan.code(t, vector);
        auto& bucket = codes[plan.bucket(code)];
        bucket.insert(code);
        largest = std::max(largest, bucket.size());
      }
    }
  }
  return static_cast<long>(largest);
}

namespace {

bool same_average(const BucketValue& a, const BucketValue& b) {
  if (a.denominator == 0 || b.denominator == 0) return a == b;
  return Integer(a.numerator) * b.denominator == Integer(b.numerator) * a.denominator;
}

}  // namespace

// For a protocol that keeps averages alone: whether each token's answer is the true average as a linear form
// in the values. Two forms are equal if they agree where one value is 1 and the others are 0, for each of
// them; the protocol's routes do not depend on the values, so that its answers are linear in them.
class BucketTrial::AveragedForms {
 public:
  explicit AveragedForms(const BucketPlan& plan) {
    for (long token = 1; token <= plan.tokens; ++token) {
      auto unit = std::make_shared<BucketPlan>(plan);
      unit->unit = token;
      plans_.push_back(unit);
      protocols_.push_back(bucket_protocol(plans_.back()).protocol);
      protocols_.back().limit = no_limit;
    }
  }

  bool equal(const BucketReference& reference, const BucketInput& input, const mpc::Words& words,
             std::size_t i) const {
    for (std::size_t k = 0; k < plans_.size(); ++k) {
      const mpc::Run run = mpc::simulate(protocols_[k], words);
      if (run.violation || run.output[i] == missing_output) return false;
      if (!same_average(value_of_output(run.output[i]), reference(*plans_[k], input)[i])) return false;
    }
    return true;
  }

 private:
  std::vector<std::shared_ptr<const BucketPlan>> plans_;
  std::vector<mpc::Protocol> protocols_;
};

BucketTrial::BucketTrial(std::shared_ptr<const BucketPlan> plan, BucketReference reference, long largest)
    : plan_(std::move(plan)),
      reference_(reference),
      largest_(largest),
      made_(bucket_protocol(plan_)),
      machines_(*plan_),
      forms_(std::make_unique<AveragedForms>(*plan_)) {}

BucketTrial::~BucketTrial() = default;

BucketOutcome BucketTrial::operator()(const BucketInput& input) {
  const mpc::Words words = input.words(plan_->keys);
  BucketOutcome outcome;
  made_.protocol.limit = 0;  // s
  outcome.run = mpc::simulate(made_.protocol, words);
  if (outcome.run.violation) {
    const MachineRole& role = machines_.role(outcome.run.violation->machine);
    outcome.violation = fmt::format("{} (its role: {}, level {}, number {})", outcome.run.violation->text(),
                                    to_string(role.kind), role.level, role.index);
    made_.protocol.limit = no_limit;
    outcome.run = mpc::simulate(made_.protocol, words);
  }
  outcome.crowded = largest_bucket(*plan_, input) > largest_;
  outcome.truth = reference_(*plan_, input);
  for (std::size_t i = 0; i < outcome.truth.size(); ++i) {
    std::string wrong;
    Json answer;
    if (outcome.run.violation) {
      wrong = outcome.run.violation->text();
    } else if (const mpc::Value word = outcome.run.output[i]; word == missing_output) {
      wrong = "no answer";
    } else {
      const BucketValue got = value_of_output(word);
      answer = value_json(got);
      // Sum and count, each by itself: different sums of labels may have the same average.
      const bool right = got == outcome.truth[i] || (plan_->averages && same_average(got, outcome.truth[i]) &&
                                                     forms_->equal(reference_, input, words, i));
      if (!right) wrong = "another value";
    }
    outcome.wrong.push_back(std::move(wrong));
    outcome.answers.push_back(std::move(answer));
  }
  return outcome;
}

void try_all_inputs(const std::shared_ptr<const BucketPlan>& plan, BucketReference reference, long largest,
                    const Json& name, const Deadline& deadline, BucketTotals& totals) {
  BucketTrial trial(plan, reference, largest);
  totals.machines = trial.protocol().protocol.machines;
  totals.rounds = trial.protocol().protocol.round_count();
  totals.sorting_rounds = trial.protocol().sorting_rounds;
  const std::uint64_t count = input_count(plan->tokens, plan->keys);
  totals.space += count;
  totals.crowded_of_input.resize(count, 0);
  CountedWork work(count);
  for (std::uint64_t rank = 0; rank < count; ++rank) {
    if (rank % 64 == 0 && deadline.reached()) return;
    work.reached(rank);
    const BucketInput input = bucket_input_of_rank(rank, plan->tokens, plan->keys);
    const BucketOutcome outcome = trial(input);
    ++totals.checked;
    const auto described = [&] {
      Json json = {{"q", input.queries}, {"k", input.keys}};
      json.update(name);
      return json;
    };
    const std::string& violation = outcome.violation;
    const mpc::Run& run = outcome.run;

    if (outcome.crowded) {
      ++totals.crowded;
      ++totals.crowded_of_input[rank];
      if (!violation.empty()) ++totals.crowded_broken;
      if (totals.first_crowded.is_null() && !violation.empty()) {
        totals.first_crowded = described();
        totals.first_crowded["violation"] = violation;
      }
    } else {
      totals.most_held = std::max(totals.most_held, run.most_held);
      totals.most_sent = std::max(totals.most_sent, run.most_sent);
      totals.most_received = std::max(totals.most_received, run.most_received);
      for (std::size_t round = 1; round < run.memories.size(); ++round) {
        for (std::size_t i = 0; i < run.memories[round].size(); ++i) {
          if (run.memories[round][i].empty()) continue;
          long& most = totals.held_by[trial.machines().role(static_cast<long>(i) + 1).kind];
          most = std::max(most, mpc::words_in(run.memories[round][i]));
        }
      }
    }

    Json wrong;
    for (std::size_t i = 0; i < outcome.wrong.size() && wrong.is_null(); ++i) {
      if (outcome.wrong[i].empty()) continue;
      if (run.violation) {
        wrong = {{"why", outcome.wrong[i]}};
      } else {
        wrong = {{"token", i + 1},
                 {"got", outcome.answers[i].is_null() ? Json(outcome.wrong[i]) : outcome.answers[i]},
                 {"truth", value_json(outcome.truth[i])}};
      }
    }
    if (!wrong.is_null()) {
      ++totals.wrong;
      if (totals.first_wrong.is_null()) {
        totals.first_wrong = described();
        totals.first_wrong.update(wrong);
      }
    }
    const bool broken = !violation.empty() && !outcome.crowded;
    if (broken) {
      ++totals.broken;
      if (totals.first_broken.is_null()) {
        totals.first_broken = described();
        totals.first_broken["violation"] = violation;
      }
    }
    if (!wrong.is_null() || broken) {
      ++totals.failing;
      if (totals.first_failing.is_null()) {
        totals.first_failing = described();
        if (!wrong.is_null()) totals.first_failing.update(wrong);
        if (broken) totals.first_failing["violation"] = violation;
      }
    }
  }
}

}  // namespace attest
