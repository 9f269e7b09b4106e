#include "language/truth.hpp"

#include <fmt/format.h>

#include <array>
#include <set>
#include <stdexcept>

#include "language/exact_evaluation.hpp"
#include "language/steps.hpp"

namespace attest::language {

namespace {

void check_names(const Names& names) {
  std::set<std::string> seen;
  const auto add = [&](const std::string& name) {
    if (!seen.insert(name).second)
      throw std::invalid_argument("Truth: the name '" + name + "' means two things");
  };
  for (const Constant& constant : names.constants) add(constant.name);
  for (const InputShape& input : names.inputs) add(input.name);
  for (const Index& index : names.indices) add(index.name);
  for (const Definition& definition : names.definitions) add(definition.name);
}

}  // namespace

// Where each input's values stand. Few inputs need no memory of their own.
class Truth::Tables {
 public:
  Tables(const Truth& truth, std::span<const long> cells, std::span<const long> indices)
      : count_(truth.offsets_.size()) {
    if (cells.size() != truth.cells_ || indices.size() != truth.names_.indices.size()) {
      throw std::invalid_argument(fmt::format("Truth: {} cells and {} indices where {} and {} are expected",
                                              cells.size(), indices.size(), truth.cells_,
                                              truth.names_.indices.size()));
    }
    for (std::size_t k = 0; k < indices.size(); ++k) {
      if (!truth.names_.indices[k].range.contains(indices[k])) {
        throw std::invalid_argument(fmt::format("Truth: the index {} = {} is out of its range",
                                                truth.names_.indices[k].name, indices[k]));
      }
    }
    if (count_ > few_.size()) many_.resize(count_);
    const long** tables = count_ > few_.size() ? many_.data() : few_.data();
    for (std::size_t k = 0; k < count_; ++k) tables[k] = cells.data() + truth.offsets_[k];
  }

  std::span<const long* const> span() const {
    return {count_ > few_.size() ? many_.data() : few_.data(), count_};
  }

 private:
  std::size_t count_;
  std::array<const long*, 8> few_;
  std::vector<const long*> many_;
};

Truth::Truth(const Expression& expression, Names names, std::optional<Type::Kind> expected)
    : names_(std::move(names)) {
  check_names(names_);
  for (const InputShape& input : names_.inputs) {
    offsets_.push_back(cells_);
    cells_ += static_cast<std::size_t>(input.cells());
  }
  resolution_ = resolve(expression, names_, expected);
  steps_ = bounded_steps(resolution_, names_);
  program_ = MachineProgram::compile(resolution_, names_);
}

Value Truth::operator()(std::span<const long> cells, std::span<const long> indices) const {
  const Tables tables(*this, cells, indices);
  if (program_) {
    if (auto value = program_->run(tables.span(), indices)) return *std::move(value);
  }
  return exact_value(resolution_, names_, tables.span(), indices);
}

Value Truth::operator()(const std::vector<InputTable>& inputs, std::span<const long> indices) const {
  if (inputs.size() != names_.inputs.size()) {
    throw std::invalid_argument(
        fmt::format("Truth: {} inputs where {} are expected", inputs.size(), names_.inputs.size()));
  }
  std::vector<long> cells;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const InputShape& shape = names_.inputs[k];
    const bool fits =
        inputs[k].domains == shape.domains && static_cast<long>(inputs[k].values.size()) == shape.cells();
    if (!fits) throw std::invalid_argument("Truth: the table of '" + shape.name + "' has another shape");
    for (const long value : inputs[k].values) {
      if (!shape.values.contains(value)) {
        throw std::invalid_argument(fmt::format("Truth: '{}' has the value {}, outside of {}..{}", shape.name,
                                                value, shape.values.first, shape.values.last));
      }
      cells.push_back(value);
    }
  }
  return (*this)(cells, indices);
}

Value Truth::exactly(std::span<const long> cells, std::span<const long> indices) const {
  return exact_value(resolution_, names_, Tables(*this, cells, indices).span(), indices);
}

std::optional<Value> Truth::on_machine_integers(std::span<const long> cells,
                                                std::span<const long> indices) const {
  const Tables tables(*this, cells, indices);
  return program_ ? program_->run(tables.span(), indices) : std::nullopt;
}

std::optional<Value> Truth::reading(std::span<const long> cells, std::span<const long> indices,
                                    std::vector<std::size_t>& read) const {
  const Tables tables(*this, cells, indices);
  if (!program_) return std::nullopt;
  std::vector<const long*> places;
  auto value = program_->run(tables.span(), indices, &places);
  for (const long* place : places) read.push_back(static_cast<std::size_t>(place - cells.data()));
  return value;
}

std::vector<Cell> Truth::reads(std::span<const long> indices) const {
  return cells_read(resolution_, names_, indices);
}

std::size_t Truth::place(const Cell& cell) const {
  const InputShape& input = names_.inputs[cell.input];
  long place = 0;
  for (std::size_t k = 0; k < input.domains.size(); ++k)
    place = place * input.domains[k].size() + (cell.arguments[k] - input.domains[k].first);
  return offsets_[cell.input] + static_cast<std::size_t>(place);
}

}  // namespace attest::language
