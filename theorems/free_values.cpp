#include "theorems/free_values.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/stop.hpp"
#include "numeric/checked.hpp"
#include "theorems/assigned_inputs.hpp"

namespace attest::theorems {

namespace {

using language::Op;
using language::Truth;

constexpr std::size_t most_free_cells = 1U << 16U;
constexpr std::size_t most_evaluations = 1U << 16U;  // for one instance

// The cells that `each i in 2..n: g(i)`, a tuple or a single cell name.
class Named {
 public:
  Named(const InputLayout& image, const NetworkNames& constants) : image_(image), constants_(constants) {}

  void collect(const Expression& e) {
    if (e->op == Op::quantifier && e->quantifier == language::Quantifier::each) return each(e, 0);
    if (e->op == Op::tuple) {
      for (const Expression& child : e->children) collect(child);
      return;
    }
    const InputField* field = e->op == Op::call || e->op == Op::name ? image_.find(e->name) : nullptr;
    if (field == nullptr)
      refuse(e->place, "expected values of the image, as in free-values each i in 2..n: g(i)");
    std::vector<long> arguments;
    for (const Expression& child : e->children) {
      const auto argument = fits_long(evaluate_number(child, names()));
      if (!argument) refuse(child->place, "no integer of 64 bits");
      arguments.push_back(*argument);
    }
    const std::size_t cell = field->cell(arguments);
    if (cell == InputField::npos)
      refuse(e->place, fmt::format("{} is outside of the image", cell_name(*field, arguments)));
    if (field->shape != Shape::any)
      refuse(e->place, "free values of a part that takes no value twice are not evaluated so far");
    cells.push_back(cell);
    if (cells.size() > most_free_cells) refuse(e->place, "there are too many free values at these sizes");
  }

  std::vector<std::size_t> cells;

 private:
  void each(const Expression& e, std::size_t depth) {
    if (depth == e->binders.size()) return collect(e->children.front());
    for (const Rational& value : evaluate_set(e->binders[depth].range, names())) {
      bound_.emplace_back(e->binders[depth].name, value);
      each(e, depth + 1);
      bound_.pop_back();
    }
  }

  NetworkNames names() const {
    NetworkNames result = constants_;
    result.name = [this](const std::string& name) -> std::optional<NetworkValue> {
      for (const auto& [known, value] : bound_) {
        if (known == name) return NetworkValue{value};
      }
      return constants_.name(name);
    };
    return result;
  }

  const InputLayout& image_;
  const NetworkNames& constants_;
  std::vector<std::pair<std::string, Rational>> bound_;
};

// Fillings, a cell at a time and only as the question asks for it.
class Fillings {
 public:
  Fillings(const Truth& asked, const Place& place, const InputLayout& image,
           const std::vector<std::size_t>& cells, std::span<const long> filled)
      : asked_(asked),
        place_(place),
        image_(image),
        open_(filled.size(), false),
        filled_(filled.begin(), filled.end()) {
    for (const std::size_t cell : cells) open_[cell] = true;
  }

  // Whether all of them have this answer; if not, `filled` is one that has not.
  bool all_have(bool answer) {
    check_stop();
    if (++evaluations_ > most_evaluations)
      refuse(place_,
             fmt::format("the target's question reads these values in more than {} ways at one instance",
                         most_evaluations));
    std::vector<std::size_t> read;
    const auto value = asked_.reading(filled_, {}, read);
    auto cell = std::find_if(read.begin(), read.end(), [&](std::size_t c) { return open_[c]; });
    std::size_t next = filled_.size();
    if (value && cell == read.end()) return value->truth() == answer;
    if (cell != read.end()) {
      next = *cell;
    } else {  // no value on machine integers: that says nothing about what is read
      const auto left = std::find(open_.begin(), open_.end(), true);
      if (left == open_.end())
        return evaluated(asked_, filled_, {}, "the target's question").truth() == answer;
      next = static_cast<std::size_t>(left - open_.begin());
    }
    open_[next] = false;
    const long before = filled_[next];
    for (const long letter : image_.values(next)) {
      filled_[next] = letter;
      if (!all_have(answer)) return false;
    }
    filled_[next] = before;
    open_[next] = true;
    return true;
  }

  const std::vector<long>& filled() const { return filled_; }

 private:
  const Truth& asked_;
  Place place_;
  const InputLayout& image_;
  std::size_t evaluations_ = 0;
  std::vector<bool> open_;
  std::vector<long> filled_;
};

}  // namespace

FreeValues free_values(const CheckStatement& check, const std::shared_ptr<const Truth>& asked,
                       const std::shared_ptr<const InputLayout>& image, const NetworkNames& constants) {
  Named named(*image, constants);
  named.collect(check.formula);
  FreeValues result;
  result.text = language::to_string(check.formula);
  result.essential = check.essential;
  result.cells = std::move(named.cells);
  std::sort(result.cells.begin(), result.cells.end());
  result.cells.erase(std::unique(result.cells.begin(), result.cells.end()), result.cells.end());
  for (const std::size_t cell : result.cells) result.fillings *= Integer(image->values(cell).size());
  result.other_answer = [asked, place = check.place, image, cells = result.cells](
                            std::span<const long> letters, bool answer) -> std::optional<std::vector<long>> {
    Fillings fillings(*asked, place, *image, cells, letters);
    if (fillings.all_have(answer)) return std::nullopt;
    return fillings.filled();
  };
  return result;
}

}  // namespace attest::theorems
