#include "language/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "language/extent.hpp"
#include "numeric/checked.hpp"

namespace attest::language {

namespace {

// Steps are counted no further than this: beyond it every count is refused alike.
const Integer& uncountable() {
  static const Integer value = power(Integer(2), 100);
  return value;
}

struct Cost {
  Integer steps;
  Extent extent;  // of a number; of the elements of a set, of the parts of a tuple
  Integer count;  // of a set: at most so many elements
};

class StepCount {
 public:
  StepCount(const Resolution& resolution, const Names& names) : names_(names), variables_(resolution.slots) {
    for (std::size_t k = 0; k < names.indices.size(); ++k) {
      const Range& range = names.indices[k].range;
      variables_[k].extent = Extent::of(Rational(range.first), Rational(range.last), true);
    }
  }

  Integer run(const Resolved& e) { return cost(e).steps; }

 private:
  static Integer capped(const Integer& value) { return std::min(value, uncountable()); }

  Cost cost(const Resolved& e) {
    switch (e.op) {
      case Op::let: {
        const Cost value = cost(*e.children[0]);
        variables_[e.slot] = value;
        Cost result = cost(*e.children[1]);
        result.steps = capped(result.steps + value.steps + 1);
        return result;
      }
      case Op::quantifier:
        return quantifier(e);
      case Op::iterate:
        return iterate(e);
      case Op::name: {
        Cost result = variables_[e.slot];
        result.steps = 1;
        return result;
      }
      default:
        return plain(e);
    }
  }

  Cost plain(const Resolved& e) {
    std::vector<Cost> parts;
    Cost result;
    result.steps = 1;
    for (const ResolvedPointer& child : e.children) {
      parts.push_back(cost(*child));
      result.steps = capped(result.steps + parts.back().steps);
    }
    if (e.type.kind == Type::Kind::set) {
      of_set(e, parts, result);
    } else if (e.type.kind != Type::Kind::truth) {
      result.extent = extent(e, parts);
    }
    return result;
  }

  static void of_set(const Resolved& e, const std::vector<Cost>& parts, Cost& result) {
    if (e.op == Op::range) {
      Extent one = Extent::of(1, 1, true);
      const Extent& low = parts.size() == 1 ? one : parts[0].extent;
      const Extent& high = parts.back().extent;
      result.extent = {low.bottom, high.top, true};
      if (!result.extent.bounded()) {
        result.count = uncountable();
      } else {
        result.count = capped(std::max(Integer(0), Integer(floor_of(*high.top) - floor_of(*low.bottom) + 1)));
      }
      return;
    }
    if (e.op == Op::set) {
      result.count = Integer(parts.size());
      result.extent = parts.empty() ? Extent::of(0, 0, true) : parts[0].extent;  // of no element all is true
      for (const Cost& part : parts) result.extent = hull(result.extent, part.extent);
      return;
    }
    if (e.op == Op::difference) {
      result.count = parts[0].count;
      result.extent = parts[0].extent;
      result.steps = capped(result.steps + parts[0].count + parts[1].count);
      return;
    }
    // A factor times a set, a set over a number, one of two sets.
    const auto is_set = [&](std::size_t k) { return e.children[k]->type.kind == Type::Kind::set; };
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (is_set(k)) result.count = std::max(result.count, parts[k].count);
    }
    if (e.op == Op::conditional) result.extent = hull(parts[1].extent, parts[2].extent);
    if (e.op == Op::multiply) result.extent = parts[0].extent * parts[1].extent;
    if (e.op == Op::divide) result.extent = quotient(parts[0].extent, parts[1].extent);
    result.steps = capped(result.steps + result.count);
  }

  Extent extent(const Resolved& e, const std::vector<Cost>& parts) {
    const auto at = [&](std::size_t k) -> const Extent& { return parts[k].extent; };
    switch (e.op) {
      case Op::number:
        return Extent::of(e.value, e.value, denominator_of(e.value) == 1);
      case Op::call:
        return e.builtin == Builtin::none ? cell(e) : builtin(e, parts);
      case Op::negate:
        return -at(0);
      case Op::add:
        return at(0) + at(1);
      case Op::subtract:
        return at(0) + -at(1);
      case Op::multiply:
        return at(0) * at(1);
      case Op::divide:
        return quotient(at(0), at(1));
      case Op::power:
        return raised(at(0), at(1));
      case Op::div:
        return floored_quotient(at(0), at(1));
      case Op::mod:
        return remainder(at(0), at(1));
      case Op::conditional:
        return hull(at(1), at(2));
      case Op::table:
        return of_table(*e.table);
      case Op::tuple:
      case Op::concat: {
        Extent result = at(0);
        for (const Cost& part : parts) result = hull(result, part.extent);
        return result;
      }
      default:
        return {};
    }
  }

  const Extent& of_table(const KnownTable& table) {
    const auto [at, is_new] = tables_.try_emplace(&table);
    if (is_new) {
      const auto [least, most] = std::minmax_element(table.cells.begin(), table.cells.end());
      const bool whole = std::all_of(table.cells.begin(), table.cells.end(),
                                     [](const Rational& cell) { return denominator_of(cell) == 1; });
      at->second = Extent::of(*least, *most, whole);
    }
    return at->second;
  }

  Extent cell(const Resolved& e) const {
    const Range& values = names_.inputs[e.input].values;
    return Extent::of(Rational(values.first), Rational(values.last), true);
  }

  static Extent builtin(const Resolved& e, const std::vector<Cost>& parts) {
    Extent result = parts[0].extent;
    switch (e.builtin) {
      case Builtin::max:
        for (const Cost& part : parts) result = largest(result, part.extent);
        return result;
      case Builtin::min:
        for (const Cost& part : parts) result = smallest(result, part.extent);
        return result;
      case Builtin::abs:
        return absolute(result);
      case Builtin::relu:
        return largest(result, Extent::of(0, 0, true));
      case Builtin::floor:
        return floored(result);
      case Builtin::ceil:
        return -floored(-result);
      default:
        return Extent::of(0, 1, true);
    }
  }

  // The steps for one binder after the other; the bodies within stand innermost.
  Cost quantifier(const Resolved& e) {
    std::vector<Cost> ranges;
    for (const ResolvedBinder& binder : e.binders) {
      ranges.push_back(cost(*binder.range));
      if (ranges.back().count >= uncountable()) unbounded(*binder.range);
      variables_[binder.slot] = ranges.back();
    }
    Integer steps = 0;
    if (e.such_that) steps += cost(*e.such_that).steps;
    const Cost body = cost(*e.children[0]);
    steps += body.steps + 1;
    Integer count = 1;
    for (std::size_t k = ranges.size(); k-- > 0;) {
      steps = capped(ranges[k].steps + ranges[k].count * steps);
      count = capped(count * ranges[k].count);
    }
    Cost result;
    result.steps = steps + 1;
    result.extent = value_of(e, ranges, body.extent, count);
    if (e.type.kind == Type::Kind::set) result.count = count;
    if (e.children.size() > 1) {
      const Cost otherwise = cost(*e.children[1]);
      result.steps = capped(result.steps + otherwise.steps);
      result.extent = hull(result.extent, otherwise.extent);
      if (e.type.kind == Type::Kind::set) result.count = std::max(result.count, otherwise.count);
    }
    return result;
  }

  static Extent value_of(const Resolved& e, const std::vector<Cost>& ranges, const Extent& body,
                         const Integer& count) {
    const Extent times = Extent::of(0, Rational(count), true);
    switch (e.quantifier) {
      case Quantifier::sum:
        return body * times;
      case Quantifier::product:
        return raised(hull(body, Extent::of(1, 1, true)), times);
      case Quantifier::count:
        return times;
      case Quantifier::max:
      case Quantifier::min:
        return body;
      case Quantifier::argmax:
      case Quantifier::argmin:
      case Quantifier::least: {
        Extent result = ranges[0].extent;
        for (const Cost& range : ranges) result = hull(result, range.extent);
        return result;
      }
      default:
        return {};
    }
  }

  // A value that its own growth decides has no bound; G(y) has, whatever y.
  Cost iterate(const Resolved& e) {
    const Cost start = cost(*e.children[0]);
    const Cost times = cost(*e.children[1]);
    Cost any;
    any.count = uncountable();
    variables_[e.slot] = any;
    const Cost body = cost(*e.children[2]);
    if (!times.extent.top) unbounded(*e.children[1]);
    const Integer most = std::max(Integer(0), floor_of(*times.extent.top));
    Cost result;
    result.steps = capped(start.steps + times.steps + 1 + capped(most) * (body.steps + 1));
    result.extent = hull(start.extent, body.extent);
    result.count = std::max(start.count, body.count);
    return result;
  }

  [[noreturn]] static void unbounded(const Resolved& e) {
    throw ParseError({{e.place,
                       "nothing bounds this beforehand: sizes, indices and the values of inputs do, what "
                       "grows in 'iterate' and quotients by numbers near 0 do not"}});
  }

  const Names& names_;
  std::vector<Cost> variables_;
  std::map<const KnownTable*, Extent> tables_;  // each is looked through once
};

}  // namespace

Integer bounded_steps(const Resolution& resolution, const Names& names) {
  const Integer steps = StepCount(resolution, names).run(*resolution.root);
  if (steps > most_steps) {
    const std::string count = steps >= uncountable() ? "more than 2^100" : "up to " + steps.str();
    throw ParseError(
        {{resolution.root->place,
          fmt::format("one evaluation takes {} steps here, at most {} are allowed", count, most_steps)}});
  }
  return steps;
}

}  // namespace attest::language
