#include <fmt/format.h>

#include <map>

#include "claims/stop.hpp"
#include "theorems/explanation/cause_matter.hpp"

namespace attest::theorems {

namespace {

using attention::Head;
using attention::HeadTuples;

constexpr std::size_t most_tuples_tried = 100000;
constexpr std::size_t most_values_tried = 2000;

// A head that is to take a mean: whether equal weights would be right.
void tell_of_equal_weights(const CauseMatter& m, std::size_t h, CauseSheet& sheet) {
  if (m.head(h).kernel != attention::Kernel::softmax || m.heads[h].heaviest == m.heads[h].tuples) return;
  const Outcome outcome = m.alternatives.equal_weights(h);
  if (outcome.status != Status::holds) return;
  sheet.note("equal weights" + m.of_head(h), outcome);
  sheet.say(fmt::format("with equal weights{}{} {} would be right", m.of_head(h), m.others_as_they_are(),
                        outcome.y()));
}

// What keeps the tuple from winning.
std::string why_not(const Scene& scene, const Head& head, const HeadTuples& all,
                    const attention::WeighedTuple& tuple) {
  if (head.kernel == attention::Kernel::exact_match) {
    if (*tuple.weight.exact != 0) return "it shares the weight with the others";
    return fmt::format("its key {} is not the query {}",
                       said_row(head.rows[1][scene.kinds[tuple.tuple.front()]]),
                       said_row(head.rows[0][scene.kind()]));
  }
  const std::string weight = "weighs " + short_weight(tuple.weight);
  if (attention::weighs_rationally(head.kernel))
    return fmt::format("its score is {}, the heaviest one's {}, and it {}", tuple.score->to_string(),
                       all.first.front().score->to_string(), weight);
  const Surd& best = *all.first.front().score;
  if (*tuple.score == best) return "it has the best score, with others, and " + weight;
  return fmt::format("its score {} stays behind the best, {}, and it {}", tuple.score->to_string(),
                     best.to_string(), weight);
}

// The answer is where the winner stands, and the truth is what it shows.
void tell_of_index(const CauseMatter& m, CauseSheet& sheet) {
  const Scene& scene = m.scene;
  if (scene.decision() != Decision::nearest || !m.one_head() || m.heads.front().heaviest != 1) return;
  const auto y = m.best.output.exact();
  if (!y || *y == scene.wanted.value) return;
  for (const attention::Token token : m.heads.front().first.front().tuple) {
    const auto& indices = scene.table.indices_of(token);
    if (indices.size() != 1 || indices.front() != *y) continue;
    for (const auto& [name, value] : scene.table.features_of(scene.kinds[token])) {
      if (value != scene.wanted.value) continue;
      sheet.say(fmt::format("on this input the answer y is where {} stands, and the truth {} is its {}",
                            scene.said(token), attest::to_string(scene.wanted.value), name));
      return;
    }
  }
}

}  // namespace

void tell_what_would_be_right(const CauseMatter& m, std::size_t h, CauseSheet& sheet) {
  const Head& head = m.head(h);
  const Scene& scene = m.scene;
  if (!head.over.is_listable()) return;
  const std::size_t arity = head.over.arity();
  if (head.over.tuples(scene.receiver).size() / arity > most_tuples_tried) return;
  const HeadTuples all = attention::head_tuples(scene.setting.prepared(), h, scene.kinds, scene.receiver,
                                                m.output.heads()[h], most_tuples_tried);
  std::map<std::vector<Rational>, Status> known;
  const attention::WeighedTuple* first = nullptr;
  Integer right = 0;
  for (const attention::WeighedTuple& tuple : all.first) {
    check_stop();
    const std::vector<Rational> value(tuple.value.data(), tuple.value.data() + tuple.value.size());
    auto found = known.find(value);
    if (found == known.end()) {
      if (known.size() == most_values_tried) return;
      found = known.emplace(value, m.alternatives.with({{h, tuple.value}}).status).first;
    }
    if (found->second == Status::undecided) return;
    if (found->second != Status::holds) continue;
    if (first == nullptr) first = &tuple;
    ++right;
  }
  if (all.first.empty()) return;
  if (first == nullptr) {
    sheet.say(fmt::format("on this input no {}'s value{} alone{} would give the truth", arity_noun(head),
                          m.of_head(h), m.others_as_they_are()));
    return;
  }
  const Outcome outcome = m.alternatives.with({{h, first->value}});
  sheet.note(scene.said(first->tuple) + m.of_head(h) + " alone", outcome);
  sheet.say(fmt::format(
      "on this input {}{} alone{} would give {}, which is right{}; {}", scene.said(first->tuple),
      m.of_head(h), m.others_as_they_are(), outcome.y(),
      right == 1 ? ""
                 : fmt::format(", and so would {} other{}", Integer(right - 1).str(), right == 2 ? "" : "s"),
      why_not(scene, head, all, *first)));
}

void tell_of_winners(const CauseMatter& m, CauseSheet& sheet) {
  const std::size_t before = sheet.sentences();
  for (std::size_t h = 0; h < m.heads.size(); ++h) {
    tell_of_equal_weights(m, h, sheet);
    if (!m.one_head() && m.heads[h].heaviest > 1 && !m.heads[h].one_value && m.heads[h].listed) {
      sheet.say(fmt::format(
          "{}{} {}, and their values differ", counted(m.heads[h].heaviest, arity_noun(m.head(h))),
          m.of_head(h),
          m.head(h).kernel == attention::Kernel::exact_match ? "match" : "tie for the most weight"));
    }
    tell_what_would_be_right(m, h, sheet);
  }
  tell_of_index(m, sheet);
  using Part = ConstructionPart;
  sheet.blame({{{Part::scores}, m.all_heads()},
               {{Part::values}, m.all_heads()},
               {{Part::readout}, {}},
               {{Part::task}, {}}},
              false);
  if (sheet.sentences() > before) sheet.say("one input does not tell whether that is more than chance");
}

}  // namespace attest::theorems
