#include "lowerbounds/size_bounds/vc_bound.hpp"

#include <functional>
#include <stdexcept>

#include "numeric/interval.hpp"

namespace attest {

namespace {

// Whether difference(precision) > 0. It encloses one real that is not zero, so some precision decides.
bool is_positive(const std::function<Interval(Precision)>& difference) {
  for (Precision precision = initial_precision; precision <= maximal_precision; precision *= 2) {
    const Ordering sign = compare(difference(precision), Rational(0));
    if (sign == Ordering::greater) return true;
    if (sign == Ordering::less) return false;
  }
  throw_precision_exhausted();
}

Interval whole(const Integer& value, Precision precision) {
  return {Rational(value), precision};
}

Interval log2(const Interval& x) {
  return log(x) / log(Interval(2, x.precision()));
}

Interval euler(Precision precision) {
  return exp(Interval(1, precision));
}

// 2 k (P + log2(8 e H)) - N. Zero would make e^(2k) rational.
bool predicates_admit(const TransformerSize& size, const Integer& points) {
  const Integer twice_k = 2 * free_parameters(size);
  return is_positive([&](Precision bits) {
    const Interval log_term = log2(whole(8 * size.heads, bits) * euler(bits));
    return whole(twice_k, bits) * (whole(size.parameters, bits) + log_term) - whole(points, bits);
  });
}

// H y (P + 2 - y + log2(4 e N / y)) - N for y = r + 1. Zero would make e^(H y) rational.
bool regions_admit(const TransformerSize& size, const Integer& points, const Integer& readers) {
  const Integer y = readers + 1;
  return is_positive([&](Precision bits) {
    const Interval log_term = log2(whole(4 * points, bits) * euler(bits) / whole(y, bits));
    return whole(size.heads * y, bits) * (whole(size.parameters + 2 - y, bits) + log_term) -
           whole(points, bits);
  });
}

// The largest x >= low with holds(x), which is true at low and changes once.
Integer largest(Integer low, const std::function<bool(const Integer&)>& holds) {
  Integer step = 1;
  while (holds(low + step)) {
    low += step;
    step *= 2;
  }
  Integer high = low + step;
  while (high - low > 1) {
    const Integer middle = (low + high) / 2;
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace

const char* to_string(VcForm form) {
  switch (form) {
    case VcForm::literal:
      return "literal";
    case VcForm::absorbed:
      return "absorbed";
    case VcForm::predicates:
      return "predicates";
    case VcForm::regions:
      return "regions";
  }
  return "";
}

TransformerSize cube(const Integer& s) {
  return {s, s, s};
}

Integer free_parameters(const TransformerSize& size) {
  return size.dimension * size.heads + size.heads;
}

Integer operations(VcForm form, const TransformerSize& size) {
  const auto& [d, H, P] = size;
  // The network costs at most 2P - 1 (operation_count.hpp), the final comparison 1, the output 1.
  if (form == VcForm::literal) {
    // A head: alpha + beta + gamma (2d), lambda + mu + nu (2), the guard against a vanishing denominator (1),
    // d divisions. W_O times the heads: d rows of dH products and dH - 1 sums. The residual: d sums.
    return H * (3 * d + 3) + (2 * d * d * H - d) + d + (2 * P - 1) + 2;
  }
  if (form == VcForm::absorbed) {
    // A head: alpha + beta (d), lambda + mu (1), the guard (1), d divisions. The sum of the heads: (H - 1) d.
    return H * (2 * d + 2) + (H - 1) * d + (2 * P - 1) + 2;
  }
  throw std::logic_error("only forms that count operations have a number of operations");
}

// For y = r + 1 the right-hand side H y (C - y - log2 y), C = P + 2 + log2(4 e N), is strictly concave in y,
// since y^2 and y log y are convex. Its maximum over 2 <= y <= min(d, P) + 1 is where the difference f(y+1) -
// f(y) changes sign,
//   (f(y+1) - f(y)) / H = C - (2y + 1) - (y + 1) log2(y + 1) + y log2 y,
// which is never zero, or e would be rational.
Integer worst_readers(const TransformerSize& size, const Integer& points) {
  const auto rises_at = [&](const Integer& y) {
    return is_positive([&](Precision bits) {
      const Interval constant =
          whole(size.parameters + 1 - 2 * y, bits) + log2(whole(4 * points, bits) * euler(bits));
      const Interval above = whole(y + 1, bits) * log2(whole(y + 1, bits));
      return constant - above + whole(y, bits) * log2(whole(y, bits));
    });
  };
  Integer low = 2;
  Integer high = (size.dimension < size.parameters ? size.dimension : size.parameters) + 1;
  while (low < high) {  // the least y in [low, high] with f(y+1) <= f(y), or the upper end
    const Integer middle = (low + high) / 2;
    if (rises_at(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

bool admits(VcForm form, const TransformerSize& size, const Integer& points) {
  switch (form) {
    case VcForm::literal:
    case VcForm::absorbed:
      return points <= 4 * free_parameters(size) * (operations(form, size) + 2);
    case VcForm::predicates:
      return predicates_admit(size, points);
    case VcForm::regions: {
      const Integer& most_readers = size.dimension < size.parameters ? size.dimension : size.parameters;
      // Warren's bound speaks of at least k polynomials; fewer points than that are not excluded.
      if (points <= size.heads * (most_readers + 1)) return true;
      return regions_admit(size, points, worst_readers(size, points));
    }
  }
  return true;
}

Integer vc_upper_bound(VcForm form, const TransformerSize& size) {
  if (form == VcForm::literal || form == VcForm::absorbed) {
    return 4 * free_parameters(size) * (operations(form, size) + 2);
  }
  return largest(1, [&](const Integer& points) { return admits(form, size, points); });
}

Integer least_size(VcForm form, const Integer& points, const Integer& extra) {
  const auto excluded = [&](const Integer& s) { return !admits(form, {s, s, s + extra}, points); };
  if (!excluded(1)) return 1;
  return largest(1, excluded) + 1;
}

}  // namespace attest
