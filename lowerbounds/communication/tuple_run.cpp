#include "lowerbounds/communication/tuple_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/whole_claim.hpp"

namespace attest {

void add_tuple_run(const Protocol& protocol, const BlockTuple& tuple, RunResult& result) {
  const BlockSet needed = blocks_of(tuple);
  Json able = Json::array();
  Json summed_by = Json::array();
  std::vector<std::string> ignorant;
  long times = 0;
  for (const Player& player : protocol.players) {
    const bool knows = (needed & ~player.knows) == 0;
    if (knows) able.push_back(player.name);
    const long sums = std::count(player.sums.begin(), player.sums.end(), tuple);
    times += sums;
    if (sums > 0) summed_by.push_back(player.name);
    if (sums > 0 && !knows) ignorant.push_back(player.name);
  }
  result.steps["blocks"] = to_string(protocol, tuple);
  result.steps["players who know them"] = able;
  result.steps["summed by"] = summed_by;
  result.answer("times that the term is in a sum", times, 1);
  result.add(ignorant.empty()
                 ? holds("knowledge", Evidence::enumeration, "who sums the term knows its tokens")
                 : refuted(Kind::construction, "knowledge",
                           fmt::format("{} sums tokens that she does not know", fmt::join(ignorant, ", "))));
}

}  // namespace attest
