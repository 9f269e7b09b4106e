#include "verification/counts/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "claims/stop.hpp"
#include "verification/counts/terms.hpp"
#include "verification/cover/box.hpp"
#include "verification/cover/standing.hpp"

namespace attest::counts {

using attention::Kind;
using attention::Token;

namespace {

constexpr std::uint64_t most_boxes = 200000;

// Whether a tuple weighs 0.
class ZeroWeights {
 public:
  ZeroWeights(const Problem& problem, std::size_t head)
      : head_(problem.layer().heads[head]), scores_(problem.setting().prepared().scores(head)) {}
  bool operator()(Kind receiver, Kind kind) const {
    if (head_.kernel == attention::Kernel::exact_match) return !scores_.matches(receiver, kind);
    if (!attention::weighs_rationally(head_.kernel)) return false;
    return scores_.unit().is_zero() || scores_(receiver, std::span<const Kind>(&kind, 1)) == 0;
  }

 private:
  const attention::Head& head_;
  const attention::IntegerScores& scores_;
};

// All words with these symbols at these positions, position after position.
template <class Visit>
bool each_word(const Problem& problem, const std::vector<std::size_t>& positions,
               std::vector<std::int32_t>& symbols, const Visit& visit, std::size_t k = 0) {
  if (k == positions.size()) return visit();
  const std::size_t p = positions[k];
  if (symbols[p] != cover::free_symbol) return each_word(problem, positions, symbols, visit, k + 1);
  bool go_on = true;
  for (Symbol s = 0; s < problem.symbols(p) && go_on; ++s) {
    symbols[p] = static_cast<std::int32_t>(s);
    go_on = each_word(problem, positions, symbols, visit, k + 1);
  }
  symbols[p] = cover::free_symbol;
  return go_on;
}

// A word on which all weights of the head at the receiver are 0; nothing if there is none. The receiver's own symbols are gone through; with
// them fixed each block of tokens is looked at by itself, and the first that cannot weigh 0 ends it.
std::optional<Word> undefined_weights(const Problem& problem, std::size_t h, Token receiver) {
  const ZeroWeights is_zero(problem, h);
  if (problem.layer().heads[h].kernel == attention::Kernel::softmax &&
      !problem.layer().heads[h].over.empty(receiver))
    return std::nullopt;
  std::vector<std::int32_t> symbols(problem.positions(), cover::free_symbol);
  // Blocks: tokens that show a position together, beside the receiver's own.
  const auto tuples = problem.layer().heads[h].over.tuples(receiver);
  std::vector<std::vector<Token>> blocks;
  std::vector<std::vector<std::size_t>> of_blocks;
  const auto& own = problem.reads(receiver).positions;
  {
    std::map<std::size_t, std::size_t> block_of;
    for (const Token t : tuples) {
      std::vector<std::size_t> shown;
      for (const std::size_t p : problem.reads(t).positions) {
        if (std::find(own.begin(), own.end(), p) == own.end()) shown.push_back(p);
      }
      std::vector<std::size_t> joined;
      for (const std::size_t p : shown) {
        if (const auto found = block_of.find(p); found != block_of.end()) joined.push_back(found->second);
      }
      const std::size_t block = joined.empty() ? blocks.size() : joined.front();
      if (joined.empty()) {
        blocks.emplace_back();
        of_blocks.emplace_back();
      }
      blocks[block].push_back(t);
      of_blocks[block].insert(of_blocks[block].end(), shown.begin(), shown.end());
      for (const std::size_t other : joined) {
        if (other == block) continue;
        blocks[block].insert(blocks[block].end(), blocks[other].begin(), blocks[other].end());
        of_blocks[block].insert(of_blocks[block].end(), of_blocks[other].begin(), of_blocks[other].end());
        blocks[other].clear();
        of_blocks[other].clear();
      }
      for (const std::size_t p : of_blocks[block]) block_of[p] = block;
    }
  }
  std::optional<Word> found;
  each_word(problem, own, symbols, [&] {
    check_stop();
    const Kind kind = problem.kind(receiver, symbols);
    std::vector<std::int32_t> zero = symbols;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      bool can_be = blocks[b].empty();
      each_word(problem, of_blocks[b], zero, [&] {
        can_be = can_be || std::all_of(blocks[b].begin(), blocks[b].end(),
                                       [&](Token t) { return is_zero(kind, problem.kind(t, zero)); });
        return !can_be;
      });
      if (!can_be) return true;
      // Again, to keep the symbols.
      std::vector<std::int32_t> kept = zero;
      each_word(problem, of_blocks[b], zero, [&] {
        if (!std::all_of(blocks[b].begin(), blocks[b].end(),
                         [&](Token t) { return is_zero(kind, problem.kind(t, zero)); }))
          return true;
        kept = zero;
        return false;
      });
      zero = std::move(kept);
    }
    found = cover::word_of(zero);
    return false;
  });
  return found;
}

ConditionFinding decide_normalised(const Problem& problem, const InputCondition& condition) {
  for (std::size_t h = 0; h < problem.layer().heads.size(); ++h) {
    for (const std::size_t token : condition.normalised_tokens) {
      const auto word = undefined_weights(problem, h, static_cast<Token>(token));
      if (!word) continue;
      if (!condition.broken(problem.setting(), *word))
        throw std::logic_error("weights that are all 0 are defined");
      if (cover::is_judged(problem, *word)) return {Status::refuted, "", word};
      return {Status::undecided,
              "a word that is not judged breaks it, and whether another does is not looked for",
              {}};
    }
  }
  return {Status::holds, "", {}};
}

class Comparing {
 public:
  Comparing(const Problem& problem, const InputCondition& condition)
      : problem_(problem), condition_(condition), comparison_(*condition.comparison) {}

  ConditionFinding run() {
    std::vector<std::int32_t> symbols(problem_.positions(), cover::free_symbol);
    look_at(symbols);
    if (finding_.status == Status::undecided && finding_.reason.empty()) finding_.status = Status::holds;
    return std::move(finding_);
  }

 private:
  // False: nothing more is looked at.
  bool look_at(std::vector<std::int32_t>& symbols) {
    check_stop();
    if (++boxes_ > most_boxes) {
      finding_.reason = fmt::format("given up after {} boxes", most_boxes);
      return false;
    }
    std::size_t open = cover::none;
    const auto standing = cover::standing_of(problem_, symbols, open);
    if (standing && *standing != Standing::judged) return true;
    if (standing) {
      open = hangs_on(symbols);
      if (open == cover::none) {
        const Word word = cover::word_of(symbols);
        if (!condition_.broken(problem_.setting(), word)) return true;
        finding_ = {Status::refuted, "", word};
        return false;
      }
    }
    bool go_on = true;
    for (Symbol s = 0; s < problem_.symbols(open) && go_on; ++s) {
      symbols[open] = static_cast<std::int32_t>(s);
      go_on = look_at(symbols);
    }
    symbols[open] = cover::free_symbol;
    return go_on;
  }

  // An open position on which the text hangs, or a score; none.
  std::size_t hangs_on(const std::vector<std::int32_t>& symbols) {
    const Word word = cover::word_of(symbols);
    std::vector<std::size_t> read;
    const bool told = comparison_.text(problem_.setting(), word, read);
    for (std::size_t p = 0; !told && p < symbols.size(); ++p) read.push_back(p);
    for (const std::size_t p : read) {
      if (symbols[p] == cover::free_symbol) return p;
    }
    for (const Token receiver : comparison_.tokens) {
      for (const Token t : problem_.layer().heads[comparison_.head].over.tuples(receiver)) {
        const std::size_t p = score_hangs_on(receiver, t, symbols);
        if (p != cover::none) return p;
      }
    }
    return cover::none;
  }

  // An open position of the two tokens on which their score hangs: looked at by all of their symbols together, once for what is fixed.
  std::size_t score_hangs_on(Token receiver, Token t, const std::vector<std::int32_t>& symbols) {
    std::vector<std::size_t> shown;
    for (const std::size_t p : problem_.reads(receiver).positions) shown.push_back(p);
    for (const std::size_t p : problem_.reads(t).positions) shown.push_back(p);
    std::vector<std::int32_t> key;
    std::size_t first_open = cover::none;
    for (const std::size_t p : shown) {
      key.push_back(symbols[p]);
      if (first_open == cover::none && symbols[p] == cover::free_symbol) first_open = p;
    }
    if (first_open == cover::none) return first_open;
    const auto [at, is_new] = constant_.try_emplace({{receiver, t}, key}, false);
    if (is_new) at->second = score_is_constant(receiver, t, shown, symbols);
    return at->second ? cover::none : first_open;
  }

  bool score_is_constant(Token receiver, Token t, const std::vector<std::size_t>& shown,
                         std::vector<std::int32_t> symbols) const {
    const attention::Head& head = problem_.layer().heads[comparison_.head];
    const attention::IntegerScores& scores = problem_.setting().prepared().scores(comparison_.head);
    // A displayed score is without the scale, and rows that match are no product.
    if (scores.unit().is_zero() || head.kernel == attention::Kernel::exact_match) return false;
    std::optional<Integer> first;
    return each_word(problem_, shown, symbols, [&] {
      const Kind own = problem_.kind(receiver, symbols);
      const Kind kind = problem_.kind(t, symbols);
      const Integer score = scores(own, std::span<const Kind>(&kind, 1));
      if (!first) first = score;
      return *first == score;
    });
  }

  const Problem& problem_;
  const InputCondition& condition_;
  const InputCondition::Comparison& comparison_;
  std::map<std::pair<std::pair<Token, Token>, std::vector<std::int32_t>>, bool> constant_;
  std::uint64_t boxes_ = 0;
  ConditionFinding finding_;
};

}  // namespace

std::vector<ConditionFinding> decide_conditions(const Problem& problem) {
  std::vector<ConditionFinding> findings;
  for (const InputCondition& condition : problem.setting().conditions()) {
    try {
      findings.push_back(condition.comparison ? Comparing(problem, condition).run()
                                              : decide_normalised(problem, condition));
    } catch (const Stopped&) {
      findings.push_back({Status::undecided, stop_cause(), {}});
    }
  }
  return findings;
}

}  // namespace attest::counts
