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

MachinePointer MachineCompiler::whole(const Resolved& e) const {
  if (e.type.kind != Type::Kind::number) return node(e);
  if (e.op == Op::divide) {
    MachinePointer a = node(*e.children[0]);
    MachinePointer b = node(*e.children[1]);
    if (!a || !b) return nullptr;
    return both(std::move(a), std::move(b), [](MachineFrame& f, long x, long y) {
      if (y == 0) return f.fail();
      f.denominator = y;
      return x;
    });
  }
  if (e.op == Op::let) {
    MachinePointer value = node(*e.children[0]);
    MachinePointer body = whole(*e.children[1]);
    return value && body ? let(e.slot, std::move(value), std::move(body)) : nullptr;
  }
  if (e.op != Op::conditional) return node(e);
  std::vector<MachinePointer> parts;
  parts.push_back(node(*e.children[0]));
  for (std::size_t k : {1, 2}) parts.push_back(whole(*e.children[k]));
  for (const MachinePointer& part : parts) {
    if (!part) return nullptr;
  }
  return conditional(std::move(parts));
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
    result->parts_.push_back(compiler.whole(*part));
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
  const auto number = [&](const MachinePointer& part) {
    frame.denominator = 1;
    const long value = part->value(frame);
    if (frame.denominator == 1 || frame.failed) return Value(value);
    return Value(Rational(Integer(value), Integer(frame.denominator)));
  };
  if (type_.kind == Type::Kind::tuple) {
    std::vector<Value> values;
    for (const MachinePointer& part : parts_) values.push_back(number(part));
    if (frame.failed) return std::nullopt;
    return Value::tuple(std::move(values));
  }
  if (type_.kind == Type::Kind::truth) {
    const bool value = parts_[0]->value(frame) != 0;
    return frame.failed ? std::nullopt : std::optional(Value(value));
  }
  Value value = number(parts_[0]);
  return frame.failed ? std::nullopt : std::optional(std::move(value));
}

}  // namespace attest::language
