#include "theorems/explanation/cause_matter.hpp"

#include <fmt/format.h>

#include <cctype>
#include <numeric>

#include "numeric/short_decimal.hpp"

namespace attest::theorems {

using attention::Head;
using attention::HeadTuples;

std::string CauseMatter::of_head(std::size_t h) const {
  return one_head() ? "" : " of " + layer.heads[h].name;
}

std::string CauseMatter::others_as_they_are() const {
  return one_head() ? "" : ", the other heads as they are,";
}

std::vector<std::size_t> CauseMatter::all_heads() const {
  std::vector<std::size_t> all(heads.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

void CauseSheet::say(std::string sentence) {
  sentence.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
  cause_.text += (cause_.text.empty() ? "" : " ") + sentence + ".";
  ++sentences_;
}

void CauseSheet::blame(std::vector<Blame> blamed, bool known) {
  if (!cause_.blamed.empty()) return;
  cause_.blamed = std::move(blamed);
  cause_.known = known;
}

void CauseSheet::note(const std::string& what, const Outcome& outcome) {
  cause_.what_ifs.push_back({what, outcome.value(), outcome.status});
}

std::string counted(const Integer& count, const std::string& what) {
  return count == 1 ? "one " + what : count.str() + " " + what + "s";
}

std::string arity_noun(const Head& head) {
  return head.over.arity() == 1 ? "token" : "tuple";
}

std::string short_weight(const attention::Weight& weight) {
  return weight.exact ? short_text(*weight.exact) : short_text(weight.enclosed);
}

std::string said_row(const RationalVector& row) {
  std::string text;
  for (Eigen::Index c = 0; c < row.size(); ++c) text += (text.empty() ? "" : ", ") + short_text(row(c));
  return "(" + text + ")";
}

std::string against_truth(const Scene& scene, const Outcome& outcome) {
  if (outcome.status == Status::holds) return "which is right";
  if (outcome.status != Status::refuted) return "which is not decided";
  const auto y = outcome.output.exact();
  if (scene.wanted.decision == Decision::sign || !y) return "which is wrong";
  const Rational off = *y - scene.wanted.value;
  return fmt::format("{} {} than the truth", short_text(off < 0 ? Rational(-off) : off),
                     off < 0 ? "less" : "more");
}

std::string best_subject(const CauseMatter& matter, const std::string& verb, const std::string& verbs) {
  if (!matter.one_head())
    return "the heaviest tuples of the " + std::to_string(matter.heads.size()) + " heads " + verbs;
  const HeadTuples& head = matter.heads.front();
  const attention::Kernel kernel = matter.head().kernel;
  const bool matching = kernel == attention::Kernel::exact_match;
  if (head.heaviest == 0) return "the head's output of 0 gives";
  if (head.heaviest == 1) {
    return fmt::format("{}, {}, {}", matter.scene.said(head.first.front().tuple),
                       matching                               ? "the only match"
                       : attention::weighs_rationally(kernel) ? "the heaviest"
                                                              : "of the best score",
                       verb);
  }
  const char* const mean = head.one_value ? "" : ", as the mean of their values,";
  const char* const noun = head.first.front().tuple.size() == 1 ? "tokens" : "tuples";
  if (matter.all_alike()) {
    return fmt::format("all {} {} have the same weight and {}{}", head.heaviest.str(), noun,
                       matter.status == Status::holds ? "give" : "together give", mean);
  }
  return fmt::format("the {} {} {} {}{}", head.heaviest.str(), noun,
                     matching ? "that match" : "that tie for the most weight", verbs, mean);
}

}  // namespace attest::theorems
