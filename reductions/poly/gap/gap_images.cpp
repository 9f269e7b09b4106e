#include "reductions/poly/gap/gap_images.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"

namespace attest {

namespace {

using problems::BitVectors;
using problems::Constraint;
using problems::InnerProducts;
using problems::Tuple;

constexpr std::size_t most_entries = std::size_t{1} << 27;
constexpr std::size_t most_candidates = 10'000'000;
const Integer most_instances = power(2, 63);

// Everything that the maps of one source share.
class State {
 public:
  State(const InnerProducts& source, const GapOptions& options, const GapSizes& sizes)
      : source_(source), combination_(options.combination) {
    protocol_ = gap_protocol(source.order, source.dimension(), sizes.protocol.columns, options.epsilon);
    epsilon_ = options.epsilon;
    countable_ = sizes.instances <= most_instances;
    instances_ = sizes.instances;
    for (std::size_t c = 0; c < source.constraints.size(); ++c) {
      const Constraint& constraint = source.constraints[c];
      messages_.emplace_back(protocol_, constraint.target);
      if (countable_) counts_.push_back(to_size(sizes.messages[c]));
    }
    Integer entries = 0;
    for (std::size_t s = 0; s < source.sets.size(); ++s) entries += Integer(rows(s)) * sizes.dimension;
    writable_ = entries <= Integer(most_entries);
    entries_ = entries;
    if (writable_) prepare(options.alphabet);
  }

  // How many vectors the target's set s has.
  std::size_t rows(std::size_t s) const {
    const std::size_t n = source_.sets[s].size();
    return combination_ == GapCombination::printed ? n * n : n;
  }

  std::vector<std::uint64_t> ranks(std::uint64_t target) const {
    require_countable();
    std::vector<std::uint64_t> ranks(counts_.size());
    for (std::size_t c = counts_.size(); c-- > 0; target /= counts_[c]) ranks[c] = target % counts_[c];
    if (target != 0)
      throw UsageError(fmt::format("there are only {} target instances", to_string(instances_)));
    return ranks;
  }

  InnerProducts instance(std::uint64_t target) const {
    const std::vector<std::uint64_t> rank = ranks(target);
    if (!writable_)
      throw UsageError(
          "target instance", fmt::format("{} entries", to_string(entries_)),
          fmt::format("at most {} entries in all its vectors; another T or alphabet=occurring may "
                      "do",
                      most_entries));
    std::vector<BitVectors> sets = base_;
    for (std::size_t c = 0; c < blocks_.size(); ++c) {
      const GapMessage message = messages_[c].at(rank[c]);
      std::vector<long> values;
      for (std::size_t x = 0; x < protocol_.points; ++x)
        values.push_back(message_value(protocol_, message, x));
      write_party(c, protocol_.parties - 1, values, sets);
    }
    return problems::gap_version(source_.family, source_.order, std::move(sets),
                                 static_cast<long>(protocol_.points), epsilon_);
  }

  std::string label(std::uint64_t target) const {
    const std::vector<std::uint64_t> rank = ranks(target);
    std::vector<std::string> texts;
    for (std::size_t c = 0; c < rank.size(); ++c)
      texts.push_back(fmt::format("({})", fmt::join(messages_[c].at(rank[c]), ",")));
    return fmt::format("message{} {}", texts.size() == 1 ? "" : "s", fmt::join(texts, " "));
  }

  Located forward(const Solution& solution) const {
    require_countable();
    const auto* tuple = std::get_if<Tuple>(&solution);
    if (tuple == nullptr || !problems::satisfies(source_, *tuple))
      throw UsageError("the solution does not solve the source instance");
    std::uint64_t target = 0;
    for (std::size_t c = 0; c < counts_.size(); ++c) {
      const Constraint& constraint = source_.constraints[c];
      Tuple members;
      for (const std::size_t i : constraint.members) members.push_back((*tuple)[i]);
      target =
          target * counts_[c] + messages_[c].rank(honest_message(protocol_, source_, constraint, members));
    }
    Tuple image = *tuple;
    if (combination_ == GapCombination::printed) {
      for (std::size_t s = 0; s < image.size(); ++s) image[s] += image[s] * source_.sets[s].size();
    }
    return {target, image};
  }

  Solution backward(const Located& located) const {
    const auto* tuple = std::get_if<Tuple>(&located.solution);
    if (tuple == nullptr || tuple->size() != source_.sets.size())
      throw UsageError("the solution is no tuple of the target instance");
    Tuple back = *tuple;
    for (std::size_t s = 0; s < back.size(); ++s) {
      if (back[s] >= rows(s)) throw UsageError("the solution is no tuple of the target instance");
      if (combination_ == GapCombination::printed) back[s] /= source_.sets[s].size();
    }
    return back;
  }

  std::vector<CoordinateBlock> coordinates() const {
    std::vector<CoordinateBlock> result;
    for (std::size_t c = 0; c < blocks_.size(); ++c) {
      for (std::size_t x = 0; x < protocol_.points; ++x)
        result.push_back({fmt::format("constraint {} at x = {}", said_members(c), x),
                          to_size(blocks_[c].point_widths()[x])});
    }
    return result;
  }

  // The vector of the source, and its symbols at all points: A_1(x) ... A_L(x).
  std::string said_vector(std::size_t s, std::size_t row) const {
    std::set<std::size_t> sources;
    for (std::size_t c = 0; c < source_.constraints.size(); ++c) {
      const auto& members = source_.constraints[c].members;
      if (std::find(members.begin(), members.end(), s) != members.end())
        sources.insert(source_row(s, c, row));
    }
    std::vector<std::string> texts;
    for (const std::size_t i : sources) {
      std::vector<std::string> symbols;
      for (std::size_t x = 0; x < protocol_.points; ++x)
        symbols.push_back(fmt::format("{}", fmt::join(gap_symbol(protocol_, source_.sets[s], i, x), ",")));
      texts.push_back(fmt::format("{}: {}", source_.sets[s].text(i), fmt::join(symbols, "; ")));
    }
    return fmt::format("{}", fmt::join(texts, " and "));
  }

  // The points at which Merlin's message and the honest polynomial of the members agree, over F_p.
  Account account(std::uint64_t target, const Tuple& tuple) const {
    const std::vector<std::uint64_t> rank = ranks(target);
    Account result;
    for (std::size_t c = 0; c < source_.constraints.size(); ++c) {
      const Constraint& constraint = source_.constraints[c];
      const GapMessage message = messages_[c].at(rank[c]);
      Tuple members;
      for (const std::size_t i : constraint.members) members.push_back(source_row(i, c, tuple.at(i)));
      const GapMessage honest = honest_message(protocol_, source_, constraint, members);
      std::vector<std::size_t> agree;
      for (std::size_t x = 0; x < protocol_.points; ++x) {
        if (message_value(protocol_, message, x) == message_value(protocol_, honest, x)) agree.push_back(x);
      }
      result.products.push_back(static_cast<long>(agree.size()));
      result.words +=
          fmt::format("{}P = ({}): {}", c == 0 ? "" : "; ", fmt::join(honest, ","),
                      agree.empty()                      ? "nowhere"
                      : agree.size() == protocol_.points ? "everywhere"
                                                         : fmt::format("at {}", fmt::join(agree, ",")));
    }
    return result;
  }

  std::string said_members(std::size_t c) const {
    std::vector<std::size_t> members;
    for (const std::size_t i : source_.constraints[c].members) members.push_back(i + 1);
    return fmt::format("{}", fmt::join(members, ","));
  }

  std::vector<std::uint64_t> candidates() const {
    require_countable();
    std::vector<std::uint64_t> targets = {0};
    for (std::size_t c = 0; c < counts_.size(); ++c) {
      const std::set<std::uint64_t> honest = honest_ranks(c);
      if (targets.size() * honest.size() > most_candidates)
        throw UsageError(fmt::format("more than {} target instances can be yes instances", most_candidates));
      std::vector<std::uint64_t> longer;
      for (const std::uint64_t prefix : targets) {
        for (const std::uint64_t rank : honest) longer.push_back(prefix * counts_[c] + rank);
      }
      targets = std::move(longer);
    }
    return targets;
  }

 private:
  void require_countable() const {
    if (!countable_)
      throw UsageError(
          "T", std::to_string(protocol_.columns),
          fmt::format("a value with at most 2^63 target instances; this one has {}", to_string(instances_)));
  }

  void prepare(GapAlphabet alphabet) {
    std::size_t dimension = 0;
    for (const Constraint& constraint : source_.constraints) {
      blocks_.emplace_back(protocol_, source_, constraint, alphabet);
      blocks_.back().prepare();
      offsets_.push_back(dimension);
      dimension += to_size(blocks_.back().width());
    }
    for (std::size_t s = 0; s < source_.sets.size(); ++s) base_.emplace_back(rows(s), dimension);
    for (std::size_t c = 0; c < blocks_.size(); ++c) {
      for (std::size_t party = 0; party + 1 < protocol_.parties; ++party) write_party(c, party, {}, base_);
    }
  }

  void write_party(std::size_t c, std::size_t party, const std::vector<long>& message_values,
                   std::vector<BitVectors>& sets) const {
    const std::size_t s = source_.constraints[c].members[party];
    for (std::size_t row = 0; row < rows(s); ++row)
      blocks_[c].write(party, source_row(s, c, row), message_values, sets[s], row, offsets_[c]);
  }

  // Which vector of the source writes the blocks of constraint c in row `row` of the target's set s.
  std::size_t source_row(std::size_t s, std::size_t c, std::size_t row) const {
    if (combination_ == GapCombination::same_vector) return row;
    const std::size_t n = source_.sets[s].size();
    for (std::size_t earlier = 0; earlier < c; ++earlier) {
      const auto& members = source_.constraints[earlier].members;
      if (std::find(members.begin(), members.end(), s) != members.end()) return row % n;
    }
    return row / n;
  }

  // The ranks of the honest polynomials of all members with the right inner product.
  std::set<std::uint64_t> honest_ranks(std::size_t c) const {
    const Constraint& constraint = source_.constraints[c];
    std::set<std::uint64_t> ranks;
    Tuple whole(source_.sets.size(), 0);
    Tuple members(constraint.members.size(), 0);
    while (true) {
      for (std::size_t i = 0; i < members.size(); ++i) whole[constraint.members[i]] = members[i];
      if (problems::inner_product(source_, constraint, whole) == constraint.target)
        ranks.insert(messages_[c].rank(honest_message(protocol_, source_, constraint, members)));
      std::size_t i = members.size();
      while (i > 0 && members[i - 1] + 1 == source_.sets[constraint.members[i - 1]].size()) members[--i] = 0;
      if (i == 0) return ranks;
      ++members[i - 1];
    }
  }

  const InnerProducts& source_;
  GapCombination combination_;
  GapProtocol protocol_;
  Rational epsilon_;
  Integer instances_;
  Integer entries_;
  bool countable_ = false;
  bool writable_ = false;
  std::vector<GapMessages> messages_;
  std::vector<std::uint64_t> counts_;
  std::vector<GapBlocks> blocks_;
  std::vector<std::size_t> offsets_;
  std::vector<BitVectors> base_;  // the bits that no message changes
};

Json sizes_json(const InnerProducts& source, const GapOptions& options, const GapSizes& sizes) {
  const GapProtocol& protocol = sizes.protocol;
  std::vector<std::size_t> n;
  for (const BitVectors& set : source.sets)
    n.push_back(options.combination == GapCombination::printed ? set.size() * set.size() : set.size());
  std::vector<std::string> widths;
  for (const Integer& width : sizes.widths) widths.push_back(to_string(width));
  const bool equal = std::all_of(n.begin(), n.end(), [&n](std::size_t size) { return size == n.front(); });
  Json json;
  json["n"] = equal ? Json(n.front()) : Json(n);
  json["d"] = source.dimension();
  json["k"] = protocol.parties;
  json["T"] = protocol.columns;
  json["L"] = protocol.rows;
  json["D"] = protocol.degree;
  json["N"] = protocol.points;
  json["p"] = protocol.prime;
  json["alphabet"] = name_of(options.alphabet);
  json["epsilon"] = to_string(options.epsilon);
  json["m'"] = protocol.points;
  json["most below m'"] = protocol.degree;
  json["d'"] = to_string(sizes.dimension);
  json["d' of each constraint"] = widths;
  json["instances"] = to_string(sizes.instances);
  return json;
}

}  // namespace

bool gap_targets_fit(const InnerProducts& source, const GapOptions& options) {
  const Integer dimension = gap_sizes(source, options).dimension;
  Integer entries = 0;
  for (const auto& set : source.sets) entries += Integer(set.size()) * dimension;
  return entries <= Integer(most_entries);
}

Images gap_images(const InnerProducts& source, const GapOptions& options) {
  if (options.combination == GapCombination::printed && source.family != problems::Family::ip_triangle)
    throw std::logic_error("only Theorem C.8 prints a combination");
  const GapSizes sizes = gap_sizes(source, options);
  const auto state = std::make_shared<State>(source, options, sizes);
  Images images;
  images.count = sizes.instances;
  images.instance = [state](std::uint64_t target) -> Instance { return state->instance(target); };
  images.label = [state](std::uint64_t target) { return state->label(target); };
  images.forward = [state](const Solution& solution) { return state->forward(solution); };
  images.backward = [state](const Located& located) { return state->backward(located); };
  if (sizes.instances > 1) images.candidates = [state] { return state->candidates(); };
  images.sizes = sizes_json(source, options, sizes);
  Labels& labels = images.labels;
  labels.products =
      "the number of points at which Merlin's message agrees with the polynomial P of the vectors";
  labels.set = [](std::size_t set) { return fmt::format("symbols of set {}", set + 1); };
  labels.vector = [state](std::uint64_t, std::size_t set, std::size_t vector) {
    return state->said_vector(set, vector);
  };
  labels.coordinates = [state] { return state->coordinates(); };
  labels.account = [state](std::uint64_t target, const Tuple& tuple) {
    return state->account(target, tuple);
  };
  return images;
}

}  // namespace attest
