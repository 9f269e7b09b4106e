#include "lowerbounds/communication/coverage_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "claims/whole_claim.hpp"

namespace attest {

namespace {

constexpr std::size_t most_in_a_sentence = 4;

Json names(const Protocol& protocol, const std::vector<BlockTuple>& tuples, std::size_t most) {
  Json list = Json::array();
  for (const BlockTuple& tuple : tuples) {
    if (list.size() == most) break;
    list.push_back(to_string(protocol, tuple));
  }
  return list;
}

std::string unknown_sets_text(const Protocol& protocol) {
  std::vector<std::string> sets;
  for (const BlockSet set : minimal_unknown_sets(protocol, protocol.variables)) {
    sets.push_back(fmt::format("{}", fmt::join(block_names(protocol, set), " and ")));
  }
  if (sets.size() > most_in_a_sentence) {
    return fmt::format("one of {} sets of blocks", sets.size());
  }
  return fmt::format("{}", fmt::join(sets, ", or "));
}

}  // namespace

Integer evaluate(const CountInN& count, const Integer& n) {
  Integer value = 0;
  const auto& c = count.coefficients();
  for (std::size_t i = c.size(); i-- > 0;) value = value * n + c[i];
  return value;
}

std::string listing(const Protocol& protocol, const std::vector<BlockTuple>& tuples, std::size_t most) {
  std::vector<std::string> shown;
  for (const BlockTuple& tuple : tuples) {
    if (shown.size() == most) break;
    shown.push_back(to_string(protocol, tuple));
  }
  std::string text = fmt::format("{}", fmt::join(shown, ", "));
  if (tuples.size() > most) text += fmt::format(" and {} more", tuples.size() - most);
  return text;
}

Check knowledge_check(const Protocol& protocol, const Coverage& coverage) {
  std::size_t summed = 0;
  for (const Player& player : protocol.players) summed += player.sums.size();
  if (coverage.knowable()) {
    return holds("knowledge", Evidence::enumeration,
                 fmt::format("all {} block tuples that the players sum", summed));
  }
  const auto& [index, tuple] = coverage.summed_unknown.front();
  const Player& player = protocol.players[index];
  return refuted(
      Kind::construction, "knowledge",
      fmt::format("{} of the {} block tuples are summed by a player who does not know them: {} sums {} but "
                  "has only {}",
                  coverage.summed_unknown.size(), summed, player.name, to_string(protocol, tuple),
                  fmt::join(block_names(protocol, player.knows), ", ")));
}

Check coverage_check(const Protocol& protocol, const Coverage& coverage) {
  if (coverage.exact()) {
    return holds("coverage", Evidence::enumeration,
                 fmt::format("each of the {} block tuples is summed exactly once", coverage.block_tuples));
  }
  std::string reason = fmt::format("of {} block tuples", coverage.block_tuples);
  if (!coverage.uncovered.empty()) {
    reason += fmt::format(" {} are summed by nobody: {} ({} index tuples)", coverage.uncovered.size(),
                          listing(protocol, coverage.uncovered, most_in_a_sentence),
                          index_tuples(protocol, coverage.uncovered).to_string());
  }
  if (!coverage.repeated.empty()) {
    reason += fmt::format("{} {} are summed more than once: {}", coverage.uncovered.empty() ? "" : ";",
                          coverage.repeated.size(), listing(protocol, coverage.repeated, most_in_a_sentence));
  }
  return refuted(Kind::construction, "coverage", reason);
}

Check reassembly_check(const Coverage& coverage) {
  if (coverage.reassembles()) {
    return holds(
        "reassembly", Evidence::symbolic,
        fmt::format("with every exponential and every product of values an indeterminate, for all n{}",
                    coverage.most == 1
                        ? ""
                        : fmt::format(" (every tuple is summed {} times, which cancels)", coverage.most)));
  }
  if (coverage.most == 0) return refuted(Kind::construction, "reassembly", "the coordinator divides 0 by 0");
  return refuted(
      Kind::construction, "reassembly",
      fmt::format("some index tuples are summed {} times, others {}: the coordinator's quotient is not the "
                  "head's, as rational functions of the exponentials",
                  coverage.least, coverage.most));
}

Check assignment_check(const Protocol& protocol, const Coverage& coverage) {
  if (coverage.known_to_nobody.empty()) {
    return informative(
        holds("assignment", Evidence::enumeration, "every block tuple is known to some player"));
  }
  return informative(
      refuted(Kind::statement, "assignment",
              fmt::format("no assignment of tuples to these players covers the softmax: {} block tuples "
                          "({} index tuples) are known to nobody, as no player knows {}",
                          coverage.known_to_nobody.size(),
                          index_tuples(protocol, coverage.known_to_nobody).to_string(),
                          unknown_sets_text(protocol))));
}

Json coverage_json(const Protocol& protocol, const Coverage& coverage, std::size_t most) {
  Json players = Json::array();
  for (const Player& player : protocol.players) {
    players.push_back({{"name", player.name},
                       {"knows", block_names(protocol, player.knows)},
                       {"sums", std::to_string(player.sums.size())},
                       {"tuples", names(protocol, player.sums, most)}});
  }
  Json unknown = Json::array();
  for (const auto& [index, tuple] : coverage.summed_unknown) {
    if (unknown.size() == most) break;
    unknown.push_back({{"player", protocol.players[index].name}, {"tuple", to_string(protocol, tuple)}});
  }
  Json unknown_sets = Json::array();
  for (const BlockSet set : minimal_unknown_sets(protocol, protocol.variables)) {
    unknown_sets.push_back(block_names(protocol, set));
  }
  return {{"block_tuples", std::to_string(coverage.block_tuples)},
          {"index_tuples", index_tuples(protocol, all_block_tuples(protocol)).to_string()},
          {"covered_once", std::to_string(coverage.covered_once)},
          {"uncovered", std::to_string(coverage.uncovered.size())},
          {"uncovered_index_tuples", index_tuples(protocol, coverage.uncovered).to_string()},
          {"uncovered_tuples", names(protocol, coverage.uncovered, most)},
          {"repeated", std::to_string(coverage.repeated.size())},
          {"repeated_tuples", names(protocol, coverage.repeated, most)},
          {"summed_unknown", std::to_string(coverage.summed_unknown.size())},
          {"summed_unknown_tuples", std::move(unknown)},
          {"known_to_nobody", std::to_string(coverage.known_to_nobody.size())},
          {"known_to_nobody_index_tuples", index_tuples(protocol, coverage.known_to_nobody).to_string()},
          {"unknown_sets", std::move(unknown_sets)},
          {"listed_at_most", most},
          {"players", std::move(players)}};
}

}  // namespace attest
