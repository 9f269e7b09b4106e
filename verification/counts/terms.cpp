#include "verification/counts/terms.hpp"

#include <map>
#include <numeric>
#include <set>

#include "claims/stop.hpp"
#include "verification/counts/kernel_weights.hpp"

namespace attest::counts {

using attention::Kind;
using attention::Token;

namespace {

constexpr std::size_t most_joint_symbols = std::size_t{1} << 12U;

}  // namespace

Terms::Terms(const Problem& problem, const cover::Start& start)
    : problem_(problem),
      start_(start),
      receiver_(problem.kind(static_cast<Token>(problem.judged()[start.which]), start.symbols)) {
  make_blocks();
  make_contents();
}

// Positions that one token shows are in one block, in all heads alike.
void Terms::make_blocks() {
  const std::size_t positions = problem_.positions();
  std::vector<std::size_t> parent(positions);
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t p) {
    while (parent[p] != p) p = parent[p] = parent[parent[p]];
    return p;
  };
  const Token receiver = static_cast<Token>(problem_.judged()[start_.which]);
  const auto each_tuple = [&](const auto& visit) {
    for (std::size_t h = 0; h < problem_.layer().heads.size(); ++h) {
      for (const Token t : problem_.layer().heads[h].over.tuples(receiver)) visit(h, t);
    }
  };
  each_tuple([&](std::size_t, Token t) {
    const auto& shown = problem_.reads(t).positions;
    for (std::size_t k = 1; k < shown.size(); ++k) parent[root(shown[k])] = root(shown[0]);
  });
  std::vector<std::size_t> block_of(positions, cover::none);
  for (std::size_t p = 0; p < positions; ++p) {
    std::size_t& block = block_of[root(p)];
    if (block == cover::none) {
      block = blocks_.size();
      blocks_.emplace_back();
    }
    blocks_[block].positions.push_back(p);
  }
  for (Block& block : blocks_) {
    std::size_t count = 1;
    for (const std::size_t p : block.positions) {
      block.strides.push_back(count);
      count *= problem_.symbols(p);
      if (count > most_joint_symbols)
        cover::refuse_cover("tokens show too many symbols together to be counted");
    }
    block.contents.resize(count);
  }
  seen_.resize(blocks_.size());
  // A token that shows nothing is a block of its own, of no position and one joint symbol.
  each_tuple([&](std::size_t h, Token t) {
    const auto& shown = problem_.reads(t).positions;
    if (!shown.empty()) return seen_[block_of[root(shown[0])]].emplace_back(h, t), void();
    blocks_.emplace_back().contents.resize(1);
    seen_.push_back({{h, t}});
  });
}

Terms::Tuple Terms::tuple_at(std::size_t h, Kind kind) const {
  const attention::Head& head = problem_.layer().heads[h];
  const attention::IntegerScores& scores = problem_.setting().prepared().scores(h);
  const std::span<const Kind> tuple(&kind, 1);
  Tuple result;
  result.score = head.kernel == attention::Kernel::exact_match
                     ? Integer(scores.matches(receiver_, kind) ? 1 : 0)
                     : scores(receiver_, tuple);
  const RationalVector value = attention::value_of(head, receiver_, tuple);
  for (const std::size_t l : problem_.leaves_of(h)) {
    Rational leaf = problem_.receiver_part(l, receiver_);
    for (const auto& [coordinate, coefficient] : problem_.formulas().leaves[l].coordinates)
      leaf += coefficient * value(static_cast<Eigen::Index>(coordinate));
    result.leaves.push_back(std::move(leaf));
  }
  return result;
}

void Terms::make_contents() {
  const std::size_t heads = problem_.layer().heads.size();
  std::map<std::pair<std::size_t, Kind>, Tuple> tuples;  // [head, kind]
  std::vector<std::vector<Integer>> scores(heads);
  denominators_.assign(heads, 1);
  const auto raise = [&](std::size_t h, const Rational& value) {
    denominators_[h] = boost::multiprecision::lcm(denominators_[h], denominator_of(value));
  };
  for (std::size_t h = 0; h < heads; ++h) {
    for (const std::size_t l : problem_.leaves_of(h)) raise(h, problem_.receiver_part(l, receiver_));
  }
  // The kinds of a block's tokens at a joint symbol: start_'s symbols say which others there are.
  const auto kind_at = [&](const Block& block, std::size_t joint, Token t) {
    std::size_t kind = problem_.layer().first[t];
    const TokenReads& reads = problem_.reads(t);
    for (std::size_t k = 0; k < reads.positions.size(); ++k) {
      const auto at = std::lower_bound(block.positions.begin(), block.positions.end(), reads.positions[k]) -
                      block.positions.begin();
      const std::size_t symbol =
          joint / block.strides[static_cast<std::size_t>(at)] % problem_.symbols(reads.positions[k]);
      kind += symbol * reads.strides[k];
    }
    return static_cast<Kind>(kind);
  };
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    check_stop();
    for (const auto& [h, t] : seen_[b]) {
      for (std::size_t joint = 0; joint < blocks_[b].symbols(); ++joint) {
        const Kind kind = kind_at(blocks_[b], joint, t);
        const auto [at, is_new] = tuples.try_emplace({h, kind});
        if (!is_new) continue;
        at->second = tuple_at(h, kind);
        scores[h].push_back(at->second.score);
        for (const Rational& leaf : at->second.leaves) raise(h, leaf);
      }
    }
  }
  std::vector<std::map<Integer, WeightRange>> weights;
  for (std::size_t h = 0; h < heads; ++h) {
    weights.push_back(kernel_weights(problem_.layer().heads[h].kernel,
                                     problem_.setting().prepared().scores(h).unit(), scores[h]));
    without_.emplace_back();
    for (const std::size_t l : problem_.leaves_of(h)) {
      without_.back().push_back(
          numerator_of(problem_.receiver_part(l, receiver_) * Rational(denominators_[h])));
    }
  }
  // Contents are equal where heads, scores and leaves are, exactly: not where rounded weights are.
  using Key = std::vector<std::pair<std::size_t, std::pair<Integer, std::vector<Integer>>>>;
  std::map<Key, std::uint32_t> known;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    check_stop();
    for (std::size_t joint = 0; joint < blocks_[b].symbols(); ++joint) {
      Key key;
      for (const auto& [h, t] : seen_[b]) {
        const Tuple& tuple = tuples.at({h, kind_at(blocks_[b], joint, t)});
        if (weights[h].at(tuple.score).upper == 0) continue;
        std::vector<Integer> leaves;
        for (const Rational& leaf : tuple.leaves)
          leaves.push_back(numerator_of(leaf * Rational(denominators_[h])));
        key.push_back({h, {tuple.score, std::move(leaves)}});
      }
      std::sort(key.begin(), key.end());
      const auto [at, is_new] = known.emplace(key, static_cast<std::uint32_t>(contents_.size()));
      blocks_[b].contents[joint] = at->second;
      if (!is_new) continue;
      contents_.emplace_back();
      for (auto& [h, of] : key) {
        const WeightRange& weight = weights[h].at(of.first);
        contents_.back().push_back({h, weight.lower, weight.upper, std::move(of.second)});
      }
    }
  }
}

}  // namespace attest::counts
