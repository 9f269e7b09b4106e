#include "language/machine_evaluation.hpp"

#include <array>

#include "language/machine_compiler.hpp"
#include "numeric/checked.hpp"

namespace attest::language {

MachinePointer MachineCompiler::node(const Resolved& e) const {
  if (e.type.kind != Type::Kind::number && e.type.kind != Type::Kind::truth) return nullptr;
  switch (e.op) {
    case Op::number: {
      const auto value = fits_long(e.value);
      if (!value) return nullptr;
      return closure([v = *value](MachineFrame&) { return v; });
    }
    case Op::name:
      return closure([slot = e.slot](MachineFrame& frame) { return frame.slots[slot]; });
    case Op::call:
      return e.builtin == Builtin::none ? cell(e) : builtin(e);
    case Op::table:
      return known_cell(e);
    case Op::quantifier:
      return quantifier(e);
    case Op::element:
      return element(e);
    case Op::equal:
    case Op::unequal:
      if (e.children[0]->type.kind == Type::Kind::tuple) return equal_tuples(e);
      break;
    default:
      break;
  }
  std::vector<MachinePointer> parts;
  for (const ResolvedPointer& child : e.children) {
    parts.push_back(node(*child));
    if (!parts.back()) return nullptr;
  }
  switch (parts.size()) {
    case 1:
      return one(e.op, std::move(parts[0]));
    case 2:
      return e.op == Op::let ? let(e.slot, std::move(parts[0]), std::move(parts[1]))
                             : two(e.op, std::move(parts[0]), std::move(parts[1]));
    default:
      return e.op == Op::iterate ? iterate(e.slot, std::move(parts)) : conditional(std::move(parts));
  }
}

MachineSetPointer MachineCompiler::set(const Resolved& e) const {
  if (e.type.width != 0) return nullptr;
  if (e.op == Op::set) return literal(e);
  if (e.op == Op::difference) return difference(e);
  if (e.op == Op::quantifier && e.tie == Tie::any && e.binders.size() == 1) return winners(e);
  return nullptr;
}

std::unique_ptr<const MachineProgram> MachineProgram::compile(const Resolution& resolution,
                                                              const Names& names) {
  const MachineCompiler compiler(names);
  const Resolved& root = *resolution.root;
  auto result = std::make_unique<MachineProgram>();
  result->type_ = root.type;
  result->slots_ = resolution.slots;
  if (root.type.kind == Type::Kind::set) {
    result->set_ = compiler.set(root);
    if (!result->set_) return nullptr;
    return result;
  }
  if (root.type.kind == Type::Kind::tuple && root.op != Op::tuple) return nullptr;
  const std::vector<ResolvedPointer> whole{resolution.root};
  for (const ResolvedPointer& part : root.type.kind == Type::Kind::tuple ? root.children : whole) {
    result->parts_.push_back(compiler.node(*part));
    if (!result->parts_.back()) return nullptr;
  }
  return result;
}

std::optional<Value> MachineProgram::run(std::span<const long* const> tables, std::span<const long> indices,
                                         std::vector<const long*>* read) const {
  std::array<long, 32> few;
  std::vector<long> many;
  if (slots_ > few.size()) many.resize(slots_);
  MachineFrame frame{slots_ > few.size() ? many.data() : few.data(), tables.data()};
  frame.read = read;
  std::copy(indices.begin(), indices.end(), frame.slots);
  if (set_) {
    std::vector<long> numbers;
    set_->list(frame, numbers);
    if (frame.failed) return std::nullopt;
    return Value::set({numbers.begin(), numbers.end()});
  }
  if (type_.kind == Type::Kind::tuple) {
    std::vector<Value> values;
    for (const MachinePointer& part : parts_) values.emplace_back(part->value(frame));
    if (frame.failed) return std::nullopt;
    return Value::tuple(std::move(values));
  }
  const long value = parts_[0]->value(frame);
  if (frame.failed) return std::nullopt;
  return type_.kind == Type::Kind::truth ? Value(value != 0) : Value(value);
}

}  // namespace attest::language
