#include "theorems/image_tokens.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "numeric/checked.hpp"
#include "theorems/assigned_inputs.hpp"

namespace attest::theorems {

namespace {

using language::Op;
using language::Truth;

constexpr std::size_t most_image_tokens = 1U << 16U;

std::vector<long> machine_range(const Expression& range, const NetworkNames& constants) {
  std::vector<long> result;
  for (const Rational& number : evaluate_set(range, constants)) {
    const auto machine = fits_long(number);
    if (!machine) refuse(range->place, fmt::format("{} is no integer of 64 bits", to_string(number)));
    result.push_back(*machine);
  }
  return result;
}

std::vector<std::vector<long>> all_indices(const std::vector<std::vector<long>>& ranges, const Place& place) {
  std::vector<std::vector<long>> all{{}};
  for (const auto& range : ranges) {
    std::vector<std::vector<long>> longer;
    for (const auto& begun : all) {
      for (const long value : range) {
        longer.push_back(begun);
        longer.back().push_back(value);
        if (longer.size() > most_image_tokens) refuse(place, "there are too many tokens at these sizes");
      }
    }
    all = std::move(longer);
  }
  return all;
}

// The features of one `tokens` statement, typed once for all of its tokens.
class Carried {
 public:
  Carried(const TokensStatement& statement, const InputLayout& image, language::Names names,
          const std::vector<std::vector<long>>& ranges)
      : image_(image), names_(std::move(names)) {
    for (std::size_t cell = 0; cell < image.cells(); ++cell) least_.push_back(image.values(cell).front());
    for (std::size_t k = 0; k < ranges.size(); ++k) {
      language::Range range;
      if (!ranges[k].empty()) range = {ranges[k].front(), ranges[k].back()};
      names_.indices.push_back({statement.indices[k], range});
    }
    for (const auto& feature : statement.features) {
      if (!feature.entries.empty())
        refuse(feature.place, "what a target's token carries is one expression; entries are not read so far");
      features_.push_back(feature.value);
    }
  }

  std::vector<std::size_t> cells(const std::vector<long>& indices) {
    std::vector<std::size_t> result;
    for (const Expression& feature : features_) {
      if (feature->op == Op::concat) {
        if (indices.size() != 1) refuse(feature->place, "a word is read by one index");
        long before = 0;
        if (!entry(feature, indices, before, result))
          refuse(feature->place, fmt::format("the word has {} entries and no entry {}", before, indices[0]));
      } else {
        read(feature, indices, result);
      }
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

 private:
  void read(const Expression& expression, const std::vector<long>& indices, std::vector<std::size_t>& cells) {
    std::shared_ptr<const Truth>& truth = truths_[expression.get()];
    if (!truth) truth = typed(expression, names_);
    evaluated(*truth, least_, indices, "what the token carries");
    for (const language::Cell& cell : truth->reads(indices)) {
      const std::size_t place = image_.fields()[cell.input].cell(cell.arguments);
      if (place != InputField::npos) cells.push_back(place);
    }
  }

  // The entry of a word g ++ h ++ (x) at the token's index; false: it comes behind this part.
  bool entry(const Expression& part, const std::vector<long>& indices, long& before,
             std::vector<std::size_t>& cells) {
    const long at = indices.front();
    if (part->op == Op::concat)
      return entry(part->children[0], indices, before, cells) ||
             entry(part->children[1], indices, before, cells);
    if (part->op == Op::tuple) {
      for (const Expression& child : part->children) {
        if (++before != at) continue;
        read(child, indices, cells);
        return true;
      }
      return false;
    }
    const InputField* field = part->op == Op::name ? image_.find(part->name) : nullptr;
    if (field == nullptr || field->domains.empty())
      refuse(part->place, "a part of a word is a function or a list in parentheses");
    const long place = at - before;
    before += static_cast<long>(field->cells);
    if (place < 1 || at > before) return false;
    cells.push_back(field->first_cell + static_cast<std::size_t>(place - 1));
    return true;
  }

  const InputLayout& image_;
  language::Names names_;
  std::vector<long> least_;  // an image; what a token carries has a value there
  std::vector<Expression> features_;
  std::map<const language::Node*, std::shared_ptr<const Truth>> truths_;
};

}  // namespace

std::vector<ImageToken> image_tokens(const std::vector<TokensStatement>& statements, const InputLayout& image,
                                     const language::Names& names, const NetworkNames& constants) {
  std::vector<ImageToken> result;
  for (const TokensStatement& statement : statements) {
    std::vector<std::vector<long>> ranges;
    for (const Expression& range : statement.ranges) ranges.push_back(machine_range(range, constants));
    Carried carried(statement, image, names, ranges);
    for (const std::vector<long>& indices : all_indices(ranges, statement.place)) {
      const std::string at =
          indices.size() == 1 ? std::to_string(indices[0]) : fmt::format("({})", fmt::join(indices, ","));
      result.push_back(
          {statement.kind.empty() ? at : statement.kind + " " + at, indices, carried.cells(indices)});
      if (result.size() > most_image_tokens)
        refuse(statement.place, "there are too many tokens at these sizes");
    }
  }
  return result;
}

}  // namespace attest::theorems
