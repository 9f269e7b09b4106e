#include "verification/cover/context.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "claims/stop.hpp"

namespace attest::cover {

using attention::Kind;
using attention::Token;

namespace {

constexpr std::size_t most_entries = std::size_t{1} << 25U;
constexpr std::size_t most_coverings = 4;  // of one condition

// The class of a role, or how it depends on the tuple's assignment.
struct RoleAt {
  const Role* role;
  std::size_t fixed = 0;  // what the receiver's symbols add to the place of the class
  struct Part {
    std::size_t joint_stride;
    std::size_t symbols;
    std::size_t stride;
  };
  std::vector<Part> parts;

  std::uint32_t operator()(std::size_t assignment) const {
    std::size_t at = fixed;
    for (const Part& part : parts) at += assignment / part.joint_stride % part.symbols * part.stride;
    return role->classes[at];
  }
};

}  // namespace

Context::Context(const CoverProblem& problem, std::size_t which, std::vector<std::int32_t> symbols)
    : problem_(problem), which_(which), symbols_(std::move(symbols)) {
  heads_.resize(problem.heads().size());
  relevant_to_.resize(heads_.size());
  std::set<std::size_t> relevant;
  for (std::size_t h = 0; h < heads_.size(); ++h) {
    make_head(h);
    std::set<std::size_t> mine;
    for (const TupleEntries& tuple : heads_[h].tuples)
      mine.insert(tuple.positions.begin(), tuple.positions.end());
    relevant_to_[h].assign(mine.begin(), mine.end());
    relevant.insert(mine.begin(), mine.end());
  }
  if (problem.truth().form() != BoxTruth::Form::whole) {
    make_covering();
    for (const language::ConditionTable& condition : problem.truth().conditions(which)) {
      for (const std::size_t p : condition.positions) {
        if (symbols_[p] == free_symbol) relevant.insert(p);
      }
    }
  }
  relevant_.assign(relevant.begin(), relevant.end());
}

void Context::make_head(std::size_t h) {
  const HeadProblem& head = problem_.heads()[h];
  HeadContext& out = heads_[h];
  const auto receiver = static_cast<Token>(problem_.judged()[which_]);
  const Kind receiver_kind = problem_.kind(receiver, symbols_);
  const std::vector<Leaf>& all_leaves = problem_.formulas().leaves;
  std::vector<long> base(all_leaves.size(), 0);
  long largest = 0;
  for (std::size_t l = 0; l < all_leaves.size(); ++l) {
    base[l] = problem_.receiver_part(l, receiver_kind);
    largest = std::max(largest, std::abs(base[l]));
  }

  const std::span<const Token> tuples = head.head->over.tuples(receiver);
  const std::size_t arity = head.head->over.arity();
  if (tuples.empty()) refuse_cover("a judged token sees no index tuple");
  // Before anything is listed: how much that is.
  std::size_t entries = 0;
  for (std::size_t at = 0; at < tuples.size(); at += arity) {
    out.tuples.push_back(tuple_of(h, tuples.subspan(at, arity)));
    entries += out.tuples.back().count;
    if (entries > most_entries)
      refuse_cover("the index tuples of a judged token have too many values to be listed");
  }
  out.entries.reserve(entries);
  out.members.reserve(entries);
  std::vector<std::uint32_t> classes(arity + 1);
  {
    // The receiver's class: its positions are fixed.
    const Role& role = head.roles[0][receiver];
    std::size_t at = 0;
    for (std::size_t k = 0; k < role.positions.size(); ++k)
      at += role.strides[k] * static_cast<std::size_t>(symbols_[role.positions[k]]);
    classes[0] = role.classes[at];
  }
  std::map<std::vector<long>, std::uint32_t> known;
  std::vector<long> entry(head.coordinates.size());
  std::vector<long> leaves(all_leaves.size());
  std::vector<RoleAt> roles(arity);
  for (std::size_t at = 0; at < tuples.size(); at += arity) {
    check_stop();
    TupleEntries& tuple = out.tuples[at / arity];
    for (std::size_t v = 0; v < arity; ++v) {
      const Role& role = head.roles[v + 1][tuples[at + v]];
      roles[v].role = &role;
      roles[v].fixed = 0;
      roles[v].parts.clear();
      for (std::size_t k = 0; k < role.positions.size(); ++k) {
        const std::size_t p = role.positions[k];
        if (symbols_[p] != free_symbol) {
          roles[v].fixed += role.strides[k] * static_cast<std::size_t>(symbols_[p]);
          continue;
        }
        const auto joint = static_cast<std::size_t>(
            std::find(tuple.positions.begin(), tuple.positions.end(), p) - tuple.positions.begin());
        roles[v].parts.push_back({tuple.strides[joint], problem_.symbols(p), role.strides[k]});
      }
    }
    tuple.first = out.entries.size();
    for (std::size_t assignment = 0; assignment < tuple.count; ++assignment) {
      for (std::size_t v = 0; v < arity; ++v) classes[v + 1] = roles[v](assignment);
      std::fill(entry.begin(), entry.end(), 1);
      for (const HeadProblem::Factor& factor : head.value) {
        const std::vector<long>& vector = factor.vectors[classes[factor.variable]];
        for (std::size_t c = 0; c < entry.size(); ++c) entry[c] = product_of(entry[c], vector.at(c));
      }
      for (std::size_t l = 0; l < all_leaves.size(); ++l) {
        leaves[l] = 0;  // of another head
        if (all_leaves[l].head == none) leaves[l] = base[l];
        if (all_leaves[l].head != h) continue;
        leaves[l] = base[l];
        const std::vector<long>& coefficients = problem_.coefficients(l);
        for (std::size_t c = 0; c < entry.size(); ++c) {
          if (coefficients[c] != 0) leaves[l] = sum_of(leaves[l], product_of(coefficients[c], entry[c]));
        }
        largest = std::max(largest, std::abs(leaves[l]));
      }
      const auto [value, is_new] = known.try_emplace(leaves, static_cast<std::uint32_t>(known.size()));
      if (is_new) out.leaves.insert(out.leaves.end(), leaves.begin(), leaves.end());
      out.entries.push_back({head.score(classes), value->second});
    }
    make_groups(out, tuple);
  }
  out.showing.resize(problem_.positions());
  for (std::size_t t = 0; t < out.tuples.size(); ++t) {
    for (const std::size_t p : out.tuples[t].positions)
      out.showing[p].push_back(static_cast<std::uint32_t>(t));
  }
  out.first_members.push_back(out.members.size());
  out.values = known.size();
  largest_leaf_.push_back(largest);
}

void Context::make_groups(HeadContext& out, TupleEntries& tuple) {
  const Entry* const entries = out.entries.data() + tuple.first;
  for (std::size_t at = 0; at < tuple.count; ++at) out.members.push_back(static_cast<std::uint32_t>(at));
  const auto members = out.members.begin() + static_cast<std::ptrdiff_t>(tuple.first);
  std::sort(members, out.members.end(), [&](std::uint32_t a, std::uint32_t b) {
    return in_order(entries[a], entries[b]) || (!in_order(entries[b], entries[a]) && a < b);
  });
  tuple.first_group = out.groups.size();
  for (std::size_t k = tuple.first; k < out.members.size(); ++k) {
    const Entry& entry = entries[out.members[k]];
    if (k != tuple.first && !in_order(out.groups.back(), entry)) continue;
    out.groups.push_back(entry);
    out.first_members.push_back(k);
  }
  tuple.groups = out.groups.size() - tuple.first_group;
}

std::optional<std::size_t> Context::group_of(std::size_t h, const TupleEntries& tuple, long score,
                                             std::uint32_t value) const {
  const std::vector<Entry>& groups = heads_[h].groups;
  const auto begin = groups.begin() + static_cast<std::ptrdiff_t>(tuple.first_group);
  const auto end = begin + static_cast<std::ptrdiff_t>(tuple.groups);
  const auto found = std::lower_bound(begin, end, Entry{score, value}, in_order);
  if (found == end || found->score != score || found->value != value) return std::nullopt;
  return static_cast<std::size_t>(found - groups.begin());
}

std::size_t Context::bytes() const {
  std::size_t bytes = 0;
  for (const HeadContext& head : heads_) {
    bytes += (head.entries.size() + head.groups.size()) * sizeof(Entry) +
             head.members.size() * sizeof(std::uint32_t) + head.first_members.size() * sizeof(std::size_t) +
             head.tuples.size() * (sizeof(TupleEntries) + 64) + head.leaves.size() * sizeof(long);
  }
  return bytes;
}

TupleEntries Context::tuple_of(std::size_t h, std::span<const Token> tokens) const {
  TupleEntries tuple;
  for (std::size_t v = 0; v < tokens.size(); ++v) {
    for (const std::size_t p : problem_.heads()[h].roles[v + 1][tokens[v]].positions) {
      if (symbols_[p] == free_symbol) tuple.positions.push_back(p);
    }
  }
  std::sort(tuple.positions.begin(), tuple.positions.end());
  tuple.positions.erase(std::unique(tuple.positions.begin(), tuple.positions.end()), tuple.positions.end());
  for (const std::size_t p : tuple.positions) {
    tuple.strides.push_back(tuple.count);
    tuple.count *= problem_.symbols(p);
    if (tuple.count > most_entries)
      refuse_cover("the index tuples of a judged token have too many values to be listed");
  }
  return tuple;
}

void Context::make_covering() {
  for (const language::ConditionTable& condition : problem_.truth().conditions(which_)) {
    covering_.emplace_back();
    std::vector<std::size_t> open;
    for (const std::size_t p : condition.positions) {
      if (symbols_[p] == free_symbol) open.push_back(p);
    }
    if (open.empty()) continue;
    for (std::size_t h = 0; h < heads_.size(); ++h) {
      // Those that show the least beside it.
      std::vector<Covering> found;
      const auto shown = [&](const Covering& c) -> const std::vector<std::size_t>& {
        return heads_[h].tuples[c.tuple].positions;
      };
      for (std::size_t t = 0; t < heads_[h].tuples.size(); ++t) {
        const Covering covering{h, t};
        if (std::includes(shown(covering).begin(), shown(covering).end(), open.begin(), open.end()))
          found.push_back(covering);
      }
      std::stable_sort(found.begin(), found.end(), [&](const Covering& a, const Covering& b) {
        return shown(a).size() < shown(b).size();
      });
      found.resize(std::min(found.size(), most_coverings));
      covering_.back().insert(covering_.back().end(), found.begin(), found.end());
    }
  }
}

}  // namespace attest::cover
