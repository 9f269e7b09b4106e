#include <cstdlib>
#include <limits>

#include "language/machine_compiler.hpp"

namespace attest::language {

namespace {

constexpr long least_long = std::numeric_limits<long>::min();

long floored_division(long a, long b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

long machine_power(MachineFrame& frame, long base, long exponent) {
  if (exponent < 0) return frame.fail();
  long result = 1;
  for (;;) {
    if (exponent % 2 == 1 && __builtin_mul_overflow(result, base, &result)) return frame.fail();
    exponent /= 2;
    if (exponent == 0) return result;
    if (__builtin_mul_overflow(base, base, &base)) return frame.fail();
  }
}

}  // namespace

MachinePointer MachineCompiler::one(Op op, MachinePointer a) {
  if (op == Op::logic_not) {
    return closure([a = std::move(a)](MachineFrame& f) -> long { return a->value(f) == 0 ? 1 : 0; });
  }
  return closure([a = std::move(a)](MachineFrame& f) -> long {
    const long value = a->value(f);
    return value == least_long ? f.fail() : -value;
  });
}

MachinePointer MachineCompiler::two(Op op, MachinePointer a, MachinePointer b) {
  const auto with = [&](auto function) { return both(std::move(a), std::move(b), function); };
  switch (op) {
    case Op::add:
      return with([](MachineFrame& f, long x, long y) {
        long r = 0;
        return __builtin_add_overflow(x, y, &r) ? f.fail() : r;
      });
    case Op::subtract:
      return with([](MachineFrame& f, long x, long y) {
        long r = 0;
        return __builtin_sub_overflow(x, y, &r) ? f.fail() : r;
      });
    case Op::multiply:
      return with([](MachineFrame& f, long x, long y) {
        long r = 0;
        return __builtin_mul_overflow(x, y, &r) ? f.fail() : r;
      });
    case Op::divide:
      return with([](MachineFrame& f, long x, long y) {
        if (y == 0 || (y == -1 && x == least_long) || x % y != 0) return f.fail();
        return x / y;
      });
    case Op::div:
      return with([](MachineFrame& f, long x, long y) { return y <= 0 ? f.fail() : floored_division(x, y); });
    case Op::mod:
      return with([](MachineFrame& f, long x, long y) {
        if (y <= 0) return f.fail();
        const long r = x % y;
        return r < 0 ? r + y : r;
      });
    case Op::power:
      return with([](MachineFrame& f, long x, long y) { return machine_power(f, x, y); });
    case Op::equal:
      return with([](MachineFrame&, long x, long y) -> long { return x == y ? 1 : 0; });
    case Op::unequal:
      return with([](MachineFrame&, long x, long y) -> long { return x != y ? 1 : 0; });
    case Op::less:
      return with([](MachineFrame&, long x, long y) -> long { return x < y ? 1 : 0; });
    case Op::less_equal:
      return with([](MachineFrame&, long x, long y) -> long { return x <= y ? 1 : 0; });
    case Op::greater:
      return with([](MachineFrame&, long x, long y) -> long { return x > y ? 1 : 0; });
    case Op::greater_equal:
      return with([](MachineFrame&, long x, long y) -> long { return x >= y ? 1 : 0; });
    case Op::logic_and:
      return closure([a = std::move(a), b = std::move(b)](MachineFrame& f) -> long {
        return a->value(f) != 0 && b->value(f) != 0 ? 1 : 0;
      });
    case Op::logic_or:
      return closure([a = std::move(a), b = std::move(b)](MachineFrame& f) -> long {
        return a->value(f) != 0 || b->value(f) != 0 ? 1 : 0;
      });
    case Op::implies:
      return closure([a = std::move(a), b = std::move(b)](MachineFrame& f) -> long {
        return a->value(f) == 0 || b->value(f) != 0 ? 1 : 0;
      });
    default:
      return nullptr;
  }
}

MachinePointer MachineCompiler::let(std::size_t slot, MachinePointer value, MachinePointer body) {
  return closure([slot, value = std::move(value), body = std::move(body)](MachineFrame& f) {
    f.slots[slot] = value->value(f);
    return body->value(f);
  });
}

MachinePointer MachineCompiler::conditional(std::vector<MachinePointer> parts) {
  return closure([parts = std::move(parts)](MachineFrame& f) {
    return parts[parts[0]->value(f) != 0 ? 1 : 2]->value(f);
  });
}

MachinePointer MachineCompiler::iterate(std::size_t slot, std::vector<MachinePointer> parts) {
  return closure([slot, parts = std::move(parts)](MachineFrame& f) {
    long current = parts[0]->value(f);
    const long times = parts[1]->value(f);
    if (times < 0) return f.fail();
    for (long k = 0; k < times && !f.failed; ++k) {
      f.slots[slot] = current;
      current = parts[2]->value(f);
    }
    return current;
  });
}

MachinePointer MachineCompiler::cell(const Resolved& e) const {
  const InputShape& input = names_.inputs[e.input];
  std::vector<MachinePointer> arguments;
  for (const ResolvedPointer& child : e.children) {
    arguments.push_back(node(*child));
    if (!arguments.back()) return nullptr;
  }
  const std::size_t table = e.input;
  if (arguments.empty()) return closure([table](MachineFrame& f) { return f.look(f.tables[table]); });
  const Range first = input.domains[0];
  if (arguments.size() == 1) {
    return closure([table, first, a = std::move(arguments[0])](MachineFrame& f) {
      const long i = a->value(f);
      return first.contains(i) && !f.failed ? f.look(f.tables[table] + (i - first.first)) : f.fail();
    });
  }
  if (arguments.size() == 2) {
    const Range second = input.domains[1];
    const long width = second.size();
    return closure([=, a = std::move(arguments[0]), b = std::move(arguments[1])](MachineFrame& f) {
      const long i = a->value(f);
      const long j = b->value(f);
      if (!first.contains(i) || !second.contains(j) || f.failed) return f.fail();
      return f.look(f.tables[table] + ((i - first.first) * width + (j - second.first)));
    });
  }
  return closure([table, domains = input.domains, arguments = std::move(arguments)](MachineFrame& f) {
    long offset = 0;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const long i = arguments[k]->value(f);
      if (!domains[k].contains(i) || f.failed) return f.fail();
      offset = offset * domains[k].size() + (i - domains[k].first);
    }
    return f.look(f.tables[table] + offset);
  });
}

MachinePointer MachineCompiler::builtin(const Resolved& e) const {
  std::vector<MachinePointer> parts;
  for (const ResolvedPointer& child : e.children) {
    parts.push_back(node(*child));
    if (!parts.back()) return nullptr;
  }
  switch (e.builtin) {
    case Builtin::floor:  // of an integer
    case Builtin::ceil:
    case Builtin::ind:
      return std::move(parts[0]);
    case Builtin::abs:
      return closure([a = std::move(parts[0])](MachineFrame& f) {
        const long value = a->value(f);
        return value == least_long ? f.fail() : std::abs(value);
      });
    case Builtin::relu:
      return closure([a = std::move(parts[0])](MachineFrame& f) { return std::max(0L, a->value(f)); });
    default:
      break;
  }
  return closure([parts = std::move(parts), largest = e.builtin == Builtin::max](MachineFrame& f) {
    long result = parts[0]->value(f);
    for (std::size_t k = 1; k < parts.size(); ++k) {
      const long other = parts[k]->value(f);
      result = largest ? std::max(result, other) : std::min(result, other);
    }
    return result;
  });
}

MachinePointer MachineCompiler::equal_tuples(const Resolved& e) const {
  std::vector<MachinePointer> sides[2];
  for (std::size_t k = 0; k < 2; ++k) {
    if (e.children[k]->op != Op::tuple) return nullptr;
    for (const ResolvedPointer& part : e.children[k]->children) {
      sides[k].push_back(node(*part));
      if (!sides[k].back()) return nullptr;
    }
  }
  return closure([left = std::move(sides[0]), right = std::move(sides[1]),
                  wanted = e.op == Op::equal](MachineFrame& f) -> long {
    bool equal = true;
    for (std::size_t k = 0; k < left.size(); ++k) equal = (left[k]->value(f) == right[k]->value(f)) && equal;
    return equal == wanted ? 1 : 0;
  });
}

}  // namespace attest::language
