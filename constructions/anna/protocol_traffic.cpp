#include "constructions/anna/protocol_traffic.hpp"

#include "numeric/checked.hpp"

namespace attest {

std::vector<long> letters_of(std::span<const Symbol> word) {
  std::vector<long> w;
  for (const Symbol symbol : word) w.push_back(static_cast<long>(symbol) + 1);
  return w;
}

Json largest_traffic(const Task& task, const std::vector<std::string>& names,
                     const std::function<std::vector<RoundTraffic>(const std::vector<long>& w)>& rounds_of) {
  const InputSpace& space = task.space();
  if (space.size() > most_words_for_traffic) return {};
  std::vector<RoundTraffic> all;
  Word word = space.unrank(0);
  const auto words = to_long(space.size());
  for (long rank = 0; rank < words; ++rank) {
    keep_largest(all, rounds_of(letters_of(word)));
    if (rank + 1 < words) space.advance(word, 1);
  }
  Json result = Json::array();
  for (std::size_t r = 0; r < all.size(); ++r) {
    result.push_back({{"round", names[r % names.size()]},
                      {"messages sent", all[r].sent.messages},
                      {"messages received", all[r].received.messages},
                      {"words sent", all[r].sent.words},
                      {"words received", all[r].received.words}});
  }
  return result;
}

}  // namespace attest
