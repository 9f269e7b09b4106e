#include "attention/readout.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>

namespace attest::attention {

AffineForm& AffineForm::add(const AffineForm& other, const Rational& factor) {
  constant += factor * other.constant;
  for (const auto& [index, value] : other.coefficients) {
    Rational& mine = coefficients[index];
    mine += factor * value;
    if (mine == 0) coefficients.erase(index);
  }
  return *this;
}

StreamPolynomial StreamPolynomial::of(const AffineForm& form) {
  StreamPolynomial result;
  if (form.constant != 0) result.terms[{}] = form.constant;
  for (const auto& [index, value] : form.coefficients) result.terms[{index}] = value;
  return result;
}

StreamPolynomial& StreamPolynomial::add(const StreamPolynomial& other, const Rational& factor) {
  for (const auto& [monomial, value] : other.terms) {
    Rational& mine = terms[monomial];
    mine += factor * value;
    if (mine == 0) terms.erase(monomial);
  }
  return *this;
}

std::size_t StreamPolynomial::degree() const {
  std::size_t most = 0;
  for (const auto& [monomial, value] : terms) most = std::max(most, monomial.size());
  return most;
}

StreamPolynomial operator*(const StreamPolynomial& a, const StreamPolynomial& b) {
  StreamPolynomial result;
  for (const auto& [first, p] : a.terms) {
    for (const auto& [second, q] : b.terms) {
      StreamPolynomial term;
      std::vector<std::size_t> monomial;
      std::merge(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(monomial));
      term.terms[monomial] = p * q;
      result.add(term, 1);
    }
  }
  return result;
}

Readout Readout::affine(AffineForm form) {
  Readout result;
  result.form = std::move(form);
  return result;
}

Readout Readout::coordinate(std::size_t index) {
  AffineForm form;
  form.coefficients[index] = 1;
  return affine(std::move(form));
}

Readout Readout::constant(const Rational& value) {
  AffineForm form;
  form.constant = value;
  return affine(std::move(form));
}

Readout Readout::sum(Readout a, Readout b) {
  if (a.op == Op::affine && b.op == Op::affine) {
    a.form.add(b.form, 1);
    return a;
  }
  Readout result;
  result.op = Op::sum;
  result.children = {std::move(a), std::move(b)};
  return result;
}

Readout Readout::scaled(const Rational& factor, Readout a) {
  if (a.op == Op::affine) {
    AffineForm form;
    form.add(a.form, factor);
    return affine(std::move(form));
  }
  Readout result;
  result.op = Op::scaled;
  result.factor = factor;
  result.children = {std::move(a)};
  return result;
}

namespace {

Readout node(Readout::Op op, std::vector<Readout> children) {
  Readout result;
  result.op = op;
  result.children = std::move(children);
  return result;
}

void collect(const Readout& readout, std::set<std::size_t>& found) {
  for (const auto& [index, coefficient] : readout.form.coefficients) found.insert(index);
  for (const Readout& child : readout.children) collect(child, found);
}

// Units and the entries of the forms that feed them.
long count_parameters(const Readout& readout) {
  long total = 0;
  if (readout.op == Readout::Op::affine) total += 1 + static_cast<long>(readout.form.coefficients.size());
  if (readout.op == Readout::Op::scaled || readout.op == Readout::Op::positive_part) total += 1;
  if (readout.op == Readout::Op::absolute) total += 2;
  if (readout.op == Readout::Op::minimum || readout.op == Readout::Op::maximum ||
      readout.op == Readout::Op::product) {
    total += static_cast<long>(readout.children.size()) - 1;
  }
  for (const Readout& child : readout.children) total += count_parameters(child);
  return total;
}

}  // namespace

Readout Readout::positive_part(Readout a) {
  return node(Op::positive_part, {std::move(a)});
}

Readout Readout::absolute(Readout a) {
  return node(Op::absolute, {std::move(a)});
}

Readout Readout::minimum(std::vector<Readout> of) {
  if (of.size() == 1) return of.front();
  return node(Op::minimum, std::move(of));
}

Readout Readout::maximum(std::vector<Readout> of) {
  if (of.size() == 1) return of.front();
  return node(Op::maximum, std::move(of));
}

Readout Readout::product(std::vector<Readout> of) {
  Rational factor = 1;
  std::vector<Readout> factors;
  for (Readout& one : of) {
    if (const auto number = one.constant_value()) {
      factor *= *number;
    } else {
      factors.push_back(std::move(one));
    }
  }
  if (factors.empty()) return constant(factor);
  Readout result = factors.size() == 1 ? std::move(factors.front()) : node(Op::product, std::move(factors));
  return factor == 1 ? result : scaled(factor, std::move(result));
}

std::optional<Rational> Readout::constant_value() const {
  if (!coordinates().empty()) return std::nullopt;
  return ReadoutOn(*this, RationalArithmetic())({});
}

bool Readout::is_piecewise_linear() const {
  return op != Op::product && std::all_of(children.begin(), children.end(),
                                          [](const Readout& child) { return child.is_piecewise_linear(); });
}

long Readout::degree() const {
  if (op == Op::affine) return form.is_constant() ? 0 : 1;
  constexpr long most = std::numeric_limits<long>::max();
  long result = 0;
  for (const Readout& child : children) {
    const long next = child.degree();
    if (op == Op::product) {
      result = next > most - result ? most : result + next;
    } else {
      result = std::max(result, next);
    }
  }
  return result;
}

std::vector<std::size_t> Readout::coordinates() const {
  std::set<std::size_t> found;
  collect(*this, found);
  return {found.begin(), found.end()};
}

long Readout::parameters() const {
  return op == Op::affine ? 0 : count_parameters(*this);
}

std::optional<StreamPolynomial> Readout::at_point(
    const std::function<int(const StreamPolynomial&)>& sign) const {
  constexpr std::size_t most_terms = std::size_t{1} << 16U;
  if (op == Op::affine) return StreamPolynomial::of(form);
  std::vector<StreamPolynomial> parts;
  for (const Readout& child : children) {
    std::optional<StreamPolynomial> part = child.at_point(sign);
    if (!part) return std::nullopt;
    parts.push_back(std::move(*part));
  }
  StreamPolynomial result;
  switch (op) {
    case Op::affine:
      break;
    case Op::scaled:
      return result.add(parts[0], factor);
    case Op::sum:
      for (const StreamPolynomial& part : parts) result.add(part, 1);
      return result;
    case Op::positive_part:
      return sign(parts[0]) > 0 ? parts[0] : result;
    case Op::absolute:
      return result.add(parts[0], sign(parts[0]) >= 0 ? 1 : -1);
    case Op::minimum:
    case Op::maximum:
      result = std::move(parts[0]);
      for (std::size_t k = 1; k < parts.size(); ++k) {
        StreamPolynomial difference = parts[k];
        const int order = sign(difference.add(result, -1));
        if (op == Op::maximum ? order > 0 : order < 0) result = std::move(parts[k]);
      }
      return result;
    case Op::product:
      result = std::move(parts[0]);
      for (std::size_t k = 1; k < parts.size(); ++k) {
        if (result.terms.size() * parts[k].terms.size() > most_terms) return std::nullopt;
        result = result * parts[k];
      }
      return result;
  }
  return result;
}

}  // namespace attest::attention
