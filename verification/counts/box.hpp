// Sets of inputs told by counts: of blocks that are alike, how often each class of symbols occurs at least, and which occur no more often.
//
// Two blocks are alike if they have the same classes: symbols that add the same to every head, as many in each class. An exchange of what
// two such blocks show, class by class, changes no head's mean at this judged token. So where the answer hangs on none of them it is
// enough to know how many blocks of a group show each class, not which.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "verification/counts/terms.hpp"

namespace attest::counts {

// Blocks that are alike. A class of symbols is a place in `contents`.
struct Group {
  std::vector<std::size_t> blocks;
  std::vector<std::uint32_t> contents;  // [class]
  std::vector<std::size_t> sizes;       // [class]: joint symbols of a block
  // [block of the group]: of each class a joint symbol
  std::vector<std::shared_ptr<const std::vector<std::uint32_t>>> representatives;
};

// Of a group: so many of its blocks show each class; the rest show any of those that are allowed.
struct Share {
  std::vector<std::uint32_t> fixed;  // [class]
  std::vector<char> allowed;         // [class]: some if there is a rest
  std::uint32_t rest = 0;
  std::size_t choices() const;  // classes that are allowed
};
using Box = std::vector<Share>;  // [group]

// Makes groups. What blocks without a fixed symbol look like is found once.
class Grouping {
 public:
  // `one_by_one`: each joint symbol is a class of its own; blocks are alike then if they add the same symbol by symbol, and have as many
  // symbols at each position.
  Grouping(const Terms& terms, bool one_by_one) : terms_(terms), one_by_one_(one_by_one) {}
  // Where these symbols are fixed and all others (free_symbol) vary freely.
  std::vector<Group> groups(const std::vector<std::int32_t>& symbols);

 private:
  using Symbols = std::shared_ptr<const std::vector<std::uint32_t>>;
  // Blocks are alike if their looks have the same number.
  struct Look {
    std::size_t number = 0;
    Symbols representatives;
  };
  // Class by class its content and how many symbols it has, in the order of contents; or symbol by symbol its content and which it is.
  using Classes = std::vector<std::pair<std::uint32_t, std::size_t>>;
  Look look_of(const Block& block, const std::vector<std::int32_t>& symbols);

  const Terms& terms_;
  bool one_by_one_;
  std::map<std::pair<Classes, std::vector<std::size_t>>, std::size_t> numbers_;  // with strides, one by one
  std::vector<Classes> classes_;                                                 // [number]
  std::vector<std::optional<Look>> free_;                                        // [block]
};

Box whole_box(const std::vector<Group>& groups);

// The two halves of a box: no more blocks of the group show the class than are fixed; at least one more does.
std::pair<Box, Box> halves(const Box& box, std::size_t group, std::size_t of_class);

// An input of the box, blocks in their order showing first what is fixed and then the rest, of class choice[group] (nothing: the first
// that is allowed). `open`: set at the positions where the rest of a group has a choice; null: not asked for.
Word word_of(const Terms& terms, const std::vector<Group>& groups, const Box& box,
             const std::vector<std::size_t>* choice, std::vector<char>* open);

// How many inputs are in the box.
Integer inputs_of(const std::vector<Group>& groups, const Box& box);

}  // namespace attest::counts
