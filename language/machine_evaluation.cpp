#include "language/machine_evaluation.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "numeric/checked.hpp"

namespace attest::language {

namespace {

constexpr long least_long = std::numeric_limits<long>::min();

// A node is what a function object says.
template <class Function>
class MachineClosure final : public MachineNode {
 public:
  explicit MachineClosure(Function function) : function_(std::move(function)) {}
  long value(MachineFrame& frame) const override { return function_(frame); }

 private:
  Function function_;
};

template <class Function>
MachinePointer closure(Function function) {
  return std::make_unique<const MachineClosure<Function>>(std::move(function));
}

template <class Function>
class MachineList final : public MachineSet {
 public:
  explicit MachineList(Function function) : function_(std::move(function)) {}
  void list(MachineFrame& frame, std::vector<long>& numbers) const override { function_(frame, numbers); }

 private:
  Function function_;
};

using MachineSetPointer = std::unique_ptr<const MachineSet>;

// What an index runs over: first..last, or a list.
struct MachineBinder {
  std::size_t slot = 0;
  MachinePointer first;
  MachinePointer last;
  MachineSetPointer list;
};

struct MachineLoop {
  std::vector<MachineBinder> binders;
  MachinePointer such_that;  // null: all

  // Visits the indices, the last binder fastest, until `visit` says true or the frame has failed.
  template <class Visit>
  bool each(MachineFrame& frame, const Visit& visit, std::size_t k = 0) const {
    if (k == binders.size()) return (!such_that || such_that->value(frame) != 0) && !frame.failed && visit();
    const MachineBinder& binder = binders[k];
    if (binder.list) {
      std::vector<long> numbers;
      binder.list->list(frame, numbers);
      for (const long number : numbers) {
        if (frame.failed) return true;
        frame.slots[binder.slot] = number;
        if (each(frame, visit, k + 1)) return true;
      }
      return frame.failed;
    }
    const long first = binder.first->value(frame);
    const long last = binder.last->value(frame);
    if (frame.failed) return true;
    for (long number = first; number <= last; ++number) {
      frame.slots[binder.slot] = number;
      if (each(frame, visit, k + 1) || frame.failed) return true;
      if (number == last) break;  // last may be the largest long
    }
    return false;
  }
};

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

class MachineCompiler {
 public:
  explicit MachineCompiler(const Names& names) : names_(names) {}

  // Each gives null where machine integers do not suffice.

  MachinePointer node(const Resolved& e) const {
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

  MachineSetPointer set(const Resolved& e) const {
    if (e.type.width != 0) return nullptr;
    if (e.op == Op::set) return literal(e);
    if (e.op == Op::quantifier && e.tie == Tie::any && e.binders.size() == 1) return winners(e);
    return nullptr;
  }

 private:
  template <class Function>
  static MachineSetPointer listing(Function function) {
    return std::make_unique<const MachineList<Function>>(std::move(function));
  }

  static MachinePointer one(Op op, MachinePointer a) {
    if (op == Op::logic_not) {
      return closure([a = std::move(a)](MachineFrame& f) -> long { return a->value(f) == 0 ? 1 : 0; });
    }
    return closure([a = std::move(a)](MachineFrame& f) -> long {
      const long value = a->value(f);
      return value == least_long ? f.fail() : -value;
    });
  }

  // A node that reads both sides.
  template <class Function>
  static MachinePointer both(MachinePointer a, MachinePointer b, Function function) {
    return closure([a = std::move(a), b = std::move(b), function](MachineFrame& f) -> long {
      const long left = a->value(f);
      return function(f, left, b->value(f));
    });
  }

  static MachinePointer two(Op op, MachinePointer a, MachinePointer b) {
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
        return with(
            [](MachineFrame& f, long x, long y) { return y <= 0 ? f.fail() : floored_division(x, y); });
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

  static MachinePointer let(std::size_t slot, MachinePointer value, MachinePointer body) {
    return closure([slot, value = std::move(value), body = std::move(body)](MachineFrame& f) {
      f.slots[slot] = value->value(f);
      return body->value(f);
    });
  }

  static MachinePointer conditional(std::vector<MachinePointer> parts) {
    return closure([parts = std::move(parts)](MachineFrame& f) {
      return parts[parts[0]->value(f) != 0 ? 1 : 2]->value(f);
    });
  }

  static MachinePointer iterate(std::size_t slot, std::vector<MachinePointer> parts) {
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

  MachinePointer cell(const Resolved& e) const {
    const InputShape& input = names_.inputs[e.input];
    std::vector<MachinePointer> arguments;
    for (const ResolvedPointer& child : e.children) {
      arguments.push_back(node(*child));
      if (!arguments.back()) return nullptr;
    }
    const std::size_t table = e.input;
    if (arguments.empty()) return closure([table](MachineFrame& f) { return f.tables[table][0]; });
    const Range first = input.domains[0];
    if (arguments.size() == 1) {
      return closure([table, first, a = std::move(arguments[0])](MachineFrame& f) {
        const long i = a->value(f);
        return first.contains(i) && !f.failed ? f.tables[table][i - first.first] : f.fail();
      });
    }
    if (arguments.size() == 2) {
      const Range second = input.domains[1];
      const long width = second.size();
      return closure([=, a = std::move(arguments[0]), b = std::move(arguments[1])](MachineFrame& f) {
        const long i = a->value(f);
        const long j = b->value(f);
        if (!first.contains(i) || !second.contains(j) || f.failed) return f.fail();
        return f.tables[table][(i - first.first) * width + (j - second.first)];
      });
    }
    return closure([table, domains = input.domains, arguments = std::move(arguments)](MachineFrame& f) {
      long offset = 0;
      for (std::size_t k = 0; k < arguments.size(); ++k) {
        const long i = arguments[k]->value(f);
        if (!domains[k].contains(i) || f.failed) return f.fail();
        offset = offset * domains[k].size() + (i - domains[k].first);
      }
      return f.tables[table][offset];
    });
  }

  MachinePointer builtin(const Resolved& e) const {
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

  MachinePointer equal_tuples(const Resolved& e) const {
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
      for (std::size_t k = 0; k < left.size(); ++k)
        equal = (left[k]->value(f) == right[k]->value(f)) && equal;
      return equal == wanted ? 1 : 0;
    });
  }

  bool binder(const ResolvedBinder& e, MachineBinder& result) const {
    result.slot = e.slot;
    const Resolved& range = *e.range;
    if (range.op != Op::range) {
      result.list = set(range);
      return result.list != nullptr;
    }
    if (range.children.size() == 1) {
      result.first = closure([](MachineFrame&) { return 1L; });
    } else {
      result.first = node(*range.children[0]);
    }
    result.last = node(*range.children.back());
    return result.first && result.last;
  }

  std::optional<MachineLoop> loop(const Resolved& e) const {
    MachineLoop result;
    for (const ResolvedBinder& b : e.binders) {
      result.binders.emplace_back();
      if (!binder(b, result.binders.back())) return std::nullopt;
    }
    if (e.such_that) {
      result.such_that = node(*e.such_that);
      if (!result.such_that) return std::nullopt;
    }
    return result;
  }

  MachinePointer element(const Resolved& e) const {
    MachinePointer a = node(*e.children[0]);
    MachineBinder over;
    if (!a || !binder({0, e.children[1]}, over)) return nullptr;
    return closure([a = std::move(a), over = std::move(over)](MachineFrame& f) -> long {
      const long value = a->value(f);
      if (over.list) {
        std::vector<long> numbers;
        over.list->list(f, numbers);
        return std::binary_search(numbers.begin(), numbers.end(), value) ? 1 : 0;
      }
      const long first = over.first->value(f);
      const long last = over.last->value(f);  // whatever the value: an end that is wrong is told
      return first <= value && value <= last ? 1 : 0;
    });
  }

  MachineSetPointer literal(const Resolved& e) const {
    std::vector<MachinePointer> parts;
    for (const ResolvedPointer& child : e.children) {
      parts.push_back(node(*child));
      if (!parts.back()) return nullptr;
    }
    return listing([parts = std::move(parts)](MachineFrame& f, std::vector<long>& numbers) {
      for (const MachinePointer& part : parts) numbers.push_back(part->value(f));
      std::sort(numbers.begin(), numbers.end());
      numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    });
  }

  MachinePointer quantifier(const Resolved& e) const {
    auto run = loop(e);
    MachinePointer body = node(*e.children[0]);
    MachinePointer otherwise = e.children.size() > 1 ? node(*e.children[1]) : nullptr;
    if (!run || !body || (e.children.size() > 1 && !otherwise)) return nullptr;
    switch (e.quantifier) {
      case Quantifier::exists:
      case Quantifier::forall:
        return closure([run = std::move(*run), body = std::move(body),
                        wanted = e.quantifier == Quantifier::exists](MachineFrame& f) -> long {
          return run.each(f, [&] { return (body->value(f) != 0) == wanted; }) == wanted ? 1 : 0;
        });
      case Quantifier::sum:
      case Quantifier::count:  // of zeros and ones
        return closure([run = std::move(*run), body = std::move(body)](MachineFrame& f) {
          long result = 0;
          run.each(f, [&] {
            if (__builtin_add_overflow(result, body->value(f), &result)) f.fail();
            return false;
          });
          return result;
        });
      case Quantifier::product:
        return closure([run = std::move(*run), body = std::move(body)](MachineFrame& f) {
          long result = 1;
          run.each(f, [&] {
            if (__builtin_mul_overflow(result, body->value(f), &result)) f.fail();
            return false;
          });
          return result;
        });
      default:
        return best(e, std::move(*run), std::move(body), std::move(otherwise));
    }
  }

  // max, min, argmax, argmin, least: of one index or of a number.
  static MachinePointer best(const Resolved& e, MachineLoop run, MachinePointer body,
                             MachinePointer otherwise) {
    const bool downwards = e.quantifier == Quantifier::min || e.quantifier == Quantifier::argmin;
    const bool least = e.quantifier == Quantifier::least;
    const bool index = least || e.quantifier == Quantifier::argmax || e.quantifier == Quantifier::argmin;
    const bool tie_counts = index && !least && (e.tie == Tie::unstated || e.tie == Tie::unique);
    return closure([run = std::move(run), body = std::move(body), otherwise = std::move(otherwise), downwards,
                    least, index, tie_counts, tie = e.tie](MachineFrame& f) {
      bool found = false;
      bool tied = false;
      long best = 0;
      long at = 0;
      const std::size_t slot = run.binders[0].slot;
      run.each(f, [&] {
        const long candidate = body->value(f);
        if (least) {
          found = candidate != 0;
          at = f.slots[slot];
          return found;
        }
        if (found && candidate == best) {
          tied = true;
          if (tie == Tie::last) at = f.slots[slot];
        } else if (!found || (downwards ? candidate < best : candidate > best)) {
          tied = false;
          best = candidate;
          at = f.slots[slot];
        }
        found = true;
        return false;
      });
      if (f.failed) return 0L;
      if (tied && tie_counts) {
        return tie == Tie::unique && otherwise ? otherwise->value(f) : f.fail();
      }
      if (!found) return otherwise ? otherwise->value(f) : f.fail();
      return index ? at : best;
    });
  }

  // argmax and argmin with `any`.
  MachineSetPointer winners(const Resolved& e) const {
    auto run = loop(e);
    MachinePointer body = node(*e.children[0]);
    MachineSetPointer otherwise = e.children.size() > 1 ? set(*e.children[1]) : nullptr;
    if (!run || !body || (e.children.size() > 1 && !otherwise)) return nullptr;
    return listing(
        [run = std::move(*run), body = std::move(body), otherwise = std::move(otherwise),
         downwards = e.quantifier == Quantifier::argmin](MachineFrame& f, std::vector<long>& numbers) {
          long best = 0;
          run.each(f, [&] {
            const long candidate = body->value(f);
            if (!numbers.empty() && (downwards ? candidate > best : candidate < best)) return false;
            if (!numbers.empty() && candidate != best) numbers.clear();
            best = candidate;
            if (numbers.size() == largest_set) {
              f.fail();
              return true;
            }
            numbers.push_back(f.slots[run.binders[0].slot]);
            return false;
          });
          if (f.failed || !numbers.empty()) return;
          if (otherwise) {
            otherwise->list(f, numbers);
          } else {
            f.fail();
          }
        });
  }

  const Names& names_;
};

}  // namespace

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

std::optional<Value> MachineProgram::run(std::span<const long* const> tables,
                                         std::span<const long> indices) const {
  std::array<long, 32> few;
  std::vector<long> many;
  if (slots_ > few.size()) many.resize(slots_);
  MachineFrame frame{slots_ > few.size() ? many.data() : few.data(), tables.data()};
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
