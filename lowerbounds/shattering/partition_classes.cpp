#include "lowerbounds/shattering/partition_classes.hpp"

namespace attest {

std::vector<std::size_t> positions_of(PositionSet set, std::size_t positions) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < positions; ++i) {
    if ((set & position_bit(positions, i)) != 0) result.push_back(i);
  }
  return result;
}

std::vector<PartitionClass> partition_classes(std::size_t positions,
                                              const std::vector<Symmetry>& generators) {
  std::vector<PartitionClass> result;
  const std::uint64_t all = std::uint64_t{1} << positions;
  std::vector<bool> seen(all, false);
  std::vector<PositionSet> waiting;
  for (std::uint64_t k = all; k-- > 0;) {
    if (seen[k]) continue;
    PartitionClass c{static_cast<PositionSet>(k), 0};
    seen[k] = true;
    waiting.push_back(c.rows);
    while (!waiting.empty()) {
      const PositionSet set = waiting.back();
      waiting.pop_back();
      ++c.count;
      for (const auto& g : generators) {
        PositionSet image = 0;
        for (std::size_t i = 0; i < positions; ++i) {
          if ((set & position_bit(positions, i)) != 0) image |= position_bit(positions, g.position[i]);
        }
        if (seen[image]) continue;
        seen[image] = true;
        waiting.push_back(image);
      }
    }
    result.push_back(c);
  }
  return result;
}

}  // namespace attest
