#include "language/machine_compiler.hpp"

namespace attest::language {

bool MachineCompiler::binder(const ResolvedBinder& e, MachineBinder& result) const {
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

std::optional<MachineLoop> MachineCompiler::loop(const Resolved& e) const {
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

namespace {

// The elements, ascending; the frame fails where there are too many.
void list_elements(const MachineBinder& over, MachineFrame& f, std::vector<long>& numbers) {
  if (over.list) return over.list->list(f, numbers);
  const long first = over.first->value(f);
  const long last = over.last->value(f);
  for (long number = first; number <= last; ++number) {
    if (numbers.size() == largest_set) {
      f.fail();
      return;
    }
    numbers.push_back(number);
    if (number == last) break;  // last may be the largest long
  }
}

}  // namespace

MachineSetPointer MachineCompiler::difference(const Resolved& e) const {
  MachineBinder all;
  MachineBinder without;
  if (!binder({0, e.children[0]}, all) || !binder({0, e.children[1]}, without)) return nullptr;
  return listing(
      [all = std::move(all), without = std::move(without)](MachineFrame& f, std::vector<long>& numbers) {
        std::vector<long> taken;
        list_elements(without, f, taken);
        list_elements(all, f, numbers);
        std::erase_if(numbers,
                      [&](long number) { return std::binary_search(taken.begin(), taken.end(), number); });
      });
}

MachinePointer MachineCompiler::element(const Resolved& e) const {
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

MachineSetPointer MachineCompiler::literal(const Resolved& e) const {
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

MachinePointer MachineCompiler::quantifier(const Resolved& e) const {
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
MachinePointer MachineCompiler::best(const Resolved& e, MachineLoop run, MachinePointer body,
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
MachineSetPointer MachineCompiler::winners(const Resolved& e) const {
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

}  // namespace attest::language
