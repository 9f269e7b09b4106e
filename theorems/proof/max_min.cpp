#include "theorems/proof/max_min.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attest::theorems {

using proof::Laurent;
using proof::Refusal;

namespace {

using FormOp = PiecewiseForm::Op;

constexpr std::size_t most_forms = 1024;

class Normal {
 public:
  Normal(const std::function<Laurent(const MeanForm&)>& term, const proof::Variables& variables)
      : term_(term), variables_(variables) {}

  MaxMin of(const PiecewiseForm& form, bool negated) const {
    const auto child = [&](std::size_t k) { return of(form.children[k], negated); };
    switch (form.op) {
      case FormOp::affine: {
        const Laurent value = term_(form.form);
        return {{negated ? -value : value}};
      }
      case FormOp::sum: {
        MaxMin sum{{Laurent()}};
        for (std::size_t k = 0; k < form.children.size(); ++k) sum = added(sum, child(k));
        return sum;
      }
      case FormOp::scaled:
        return scaled(form, negated);
      case FormOp::positive_part:
        return joined(child(0), {{Laurent()}}, !negated);
      case FormOp::absolute:  // max(z, -z), or less it min(-z, z)
        return joined(of(form.children[0], false), of(form.children[0], true), !negated);
      case FormOp::minimum:
      case FormOp::maximum: {
        MaxMin result = child(0);
        for (std::size_t k = 1; k < form.children.size(); ++k)
          result = joined(result, child(k), (form.op == FormOp::maximum) != negated);
        return result;
      }
    }
    return {};
  }

 private:
  static MaxMin limited(MaxMin form) {
    std::size_t size = 0;
    for (const auto& least : form) size += least.size();
    if (size > most_forms) throw Refusal("G6", "the readout has too many cases");
    return form;
  }

  MaxMin scaled(const PiecewiseForm& form, bool negated) const {
    const auto sign = [&](const Laurent& factor) {
      const auto bounds = variables_.bounds_of(factor);
      return bounds && variables_.nonnegative(bounds->low);
    };
    const bool positive = sign(form.factor);
    if (!positive && !sign(-form.factor)) {
      throw Refusal("G6", fmt::format("the sign of the readout's factor {} is not shown for all sizes",
                                      form.factor.to_string()));
    }
    const Laurent factor = positive ? form.factor : -form.factor;
    MaxMin result = of(form.children.front(), negated == positive);
    for (auto& least : result) {
      for (Laurent& value : least) value = factor * value;
    }
    return result;
  }

  static MaxMin added(const MaxMin& a, const MaxMin& b) {
    MaxMin result;
    for (const auto& x : a) {
      for (const auto& y : b) {
        auto& least = result.emplace_back();
        for (const Laurent& u : x) {
          for (const Laurent& v : y) least.push_back(u + v);
        }
      }
    }
    return limited(std::move(result));
  }

  // max(a, b), or min(a, b).
  MaxMin joined(const MaxMin& a, const MaxMin& b, bool larger) const {
    if (a.size() == 1 && a[0].size() == 1 && b.size() == 1 && b[0].size() == 1) {
      const Laurent difference = a[0][0] - b[0][0];
      if (variables_.proves_nonnegative(difference)) return larger ? a : b;
      if (variables_.proves_nonnegative(-difference)) return larger ? b : a;
    }
    MaxMin result;
    if (larger) {
      result = a;
      result.insert(result.end(), b.begin(), b.end());
      return limited(std::move(result));
    }
    for (const auto& x : a) {
      for (const auto& y : b) {
        auto& least = result.emplace_back(x);
        least.insert(least.end(), y.begin(), y.end());
      }
    }
    return limited(std::move(result));
  }

  const std::function<Laurent(const MeanForm&)>& term_;
  const proof::Variables& variables_;
};

}  // namespace

MaxMin max_min(const PiecewiseForm& form, bool negated, const std::function<Laurent(const MeanForm&)>& term,
               const proof::Variables& variables) {
  return Normal(term, variables).of(form, negated);
}

std::optional<Laurent> not_below(const MaxMin& forms, const Laurent& limit, bool strict,
                                 const proof::Variables& variables) {
  const auto shown = [&](const Laurent& difference) {
    const auto bounds = variables.bounds_of(difference);
    return bounds && (strict ? variables.positive(bounds->low) : variables.nonnegative(bounds->low));
  };
  for (const auto& least : forms) {
    if (std::none_of(least.begin(), least.end(), [&](const Laurent& form) { return shown(limit - form); }))
      return limit - least.front();
  }
  return std::nullopt;
}

}  // namespace attest::theorems
