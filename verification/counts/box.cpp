#include "verification/counts/box.hpp"

#include <algorithm>
#include <map>

namespace attest::counts {

std::size_t Share::choices() const {
  return static_cast<std::size_t>(std::count(allowed.begin(), allowed.end(), 1));
}

Grouping::Look Grouping::look_of(const Block& block, const std::vector<std::int32_t>& symbols) {
  std::map<std::uint32_t, std::pair<std::size_t, std::uint32_t>> of_content;  // size, first symbol
  Classes classes;
  std::vector<std::uint32_t> first;
  for (std::size_t joint = 0; joint < block.symbols(); ++joint) {
    bool agrees = true;
    for (std::size_t k = 0; k < block.positions.size() && agrees; ++k) {
      const std::int32_t fixed = symbols[block.positions[k]];
      const std::size_t symbol = joint / block.strides[k] % terms_.problem().symbols(block.positions[k]);
      agrees = fixed == cover::free_symbol || static_cast<std::size_t>(fixed) == symbol;
    }
    if (!agrees) continue;
    const std::uint32_t content = block.contents[joint];
    if (one_by_one_) {
      classes.emplace_back(content, joint);
      first.push_back(static_cast<std::uint32_t>(joint));
    } else {
      ++of_content.try_emplace(content, 0, static_cast<std::uint32_t>(joint)).first->second.first;
    }
  }
  for (const auto& [content, of] : of_content) {
    classes.emplace_back(content, of.first);
    first.push_back(of.second);
  }
  const auto [at, is_new] = numbers_.emplace(
      std::pair{classes, one_by_one_ ? block.strides : std::vector<std::size_t>()}, classes_.size());
  if (is_new) classes_.push_back(std::move(classes));
  return {at->second, std::make_shared<const std::vector<std::uint32_t>>(std::move(first))};
}

std::vector<Group> Grouping::groups(const std::vector<std::int32_t>& symbols) {
  const std::vector<Block>& blocks = terms_.blocks();
  free_.resize(blocks.size());
  std::vector<Group> groups;
  std::vector<std::size_t> group_of;  // [number]
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const bool is_free = std::all_of(blocks[b].positions.begin(), blocks[b].positions.end(),
                                     [&](std::size_t p) { return symbols[p] == cover::free_symbol; });
    if (is_free && !free_[b]) free_[b] = look_of(blocks[b], symbols);
    const Look look = is_free ? *free_[b] : look_of(blocks[b], symbols);
    group_of.resize(classes_.size(), cover::none);
    std::size_t& g = group_of[look.number];
    if (g == cover::none) {
      g = groups.size();
      groups.emplace_back();
      for (const auto& [content, size] : classes_[look.number]) {
        groups.back().contents.push_back(content);
        groups.back().sizes.push_back(one_by_one_ ? 1 : size);
      }
    }
    groups[g].blocks.push_back(b);
    groups[g].representatives.push_back(look.representatives);
  }
  return groups;
}

Box whole_box(const std::vector<Group>& groups) {
  Box box;
  for (const Group& group : groups) {
    const std::size_t classes = group.contents.size();
    box.push_back({std::vector<std::uint32_t>(classes, 0), std::vector<char>(classes, 1),
                   static_cast<std::uint32_t>(group.blocks.size())});
  }
  return box;
}

std::pair<Box, Box> halves(const Box& box, std::size_t group, std::size_t of_class) {
  std::pair<Box, Box> result{box, box};
  result.first[group].allowed[of_class] = 0;
  ++result.second[group].fixed[of_class];
  --result.second[group].rest;
  return result;
}

Word word_of(const Terms& terms, const std::vector<Group>& groups, const Box& box,
             const std::vector<std::size_t>* choice, std::vector<char>* open) {
  const Problem& problem = terms.problem();
  Word word(problem.positions(), 0);
  if (open != nullptr) open->assign(word.size(), 0);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Group& group = groups[g];
    const Share& share = box[g];
    const bool has_choice = share.rest != 0 && share.choices() > 1;
    std::size_t of_rest = static_cast<std::size_t>(std::find(share.allowed.begin(), share.allowed.end(), 1) -
                                                   share.allowed.begin());
    if (choice != nullptr && (*choice)[g] != cover::none) of_rest = (*choice)[g];
    std::size_t of_class = 0;
    std::uint32_t used = 0;
    for (std::size_t k = 0; k < group.blocks.size(); ++k) {
      while (of_class < share.fixed.size() && used == share.fixed[of_class]) {
        ++of_class;
        used = 0;
      }
      const bool is_fixed = of_class < share.fixed.size();
      if (is_fixed) ++used;
      const Block& block = terms.blocks()[group.blocks[k]];
      const std::uint32_t joint = (*group.representatives[k])[is_fixed ? of_class : of_rest];
      for (std::size_t p = 0; p < block.positions.size(); ++p) {
        word[block.positions[p]] =
            static_cast<Symbol>(joint / block.strides[p] % problem.symbols(block.positions[p]));
        if (open != nullptr && !is_fixed && has_choice) (*open)[block.positions[p]] = 1;
      }
    }
  }
  return word;
}

// Of a group of m blocks: the sum over counts n_c of m! / prod n_c! * prod size_c^n_c, class by class: which of the blocks that are left
// show it. Classes of which none has to be shown are one.
Integer inputs_of(const std::vector<Group>& groups, const Box& box) {
  Integer product = 1;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const Share& share = box[g];
    const std::size_t m = groups[g].blocks.size();
    std::vector<Integer> ways(m + 1, 0);  // [blocks that are placed]
    ways[0] = 1;
    Integer free = 0;  // symbols of the classes that may be shown any number of times
    for (std::size_t c = 0; c < share.fixed.size(); ++c) {
      if (share.fixed[c] == 0) {
        if (share.allowed[c] != 0) free += groups[g].sizes[c];
        continue;
      }
      const std::size_t most = share.allowed[c] != 0 ? share.fixed[c] + share.rest : share.fixed[c];
      std::vector<Integer> next(m + 1, 0);
      for (std::size_t placed = 0; placed <= m; ++placed) {
        if (ways[placed] == 0) continue;
        Integer choose = 1;  // of the m - placed that are left, n, times size^n
        for (std::size_t n = 0; n <= most && placed + n <= m; ++n) {
          if (n != 0)
            choose = choose * Integer(m - placed - n + 1) * Integer(groups[g].sizes[c]) / Integer(n);
          if (n >= share.fixed[c]) next[placed + n] += ways[placed] * choose;
        }
      }
      ways = std::move(next);
    }
    Integer total = 0;
    for (std::size_t placed = 0; placed <= m; ++placed) {
      if (ways[placed] != 0) total += ways[placed] * power(free, static_cast<unsigned long>(m - placed));
    }
    product *= total;
  }
  return product;
}

}  // namespace attest::counts
