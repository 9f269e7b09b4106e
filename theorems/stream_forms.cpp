#include "theorems/stream_forms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "theorems/lets.hpp"
#include "theorems/stream_coordinate.hpp"
#include "theorems/vector_parts.hpp"

namespace attest::theorems {

using attention::AffineForm;
using language::Expression;
using language::Node;
using language::Op;

namespace {

AffineForm constant_form(const Rational& value) {
  AffineForm form;
  form.constant = value;
  return form;
}

AffineForm coordinate_form(std::size_t index) {
  AffineForm form;
  form.coefficients[index] = 1;
  return form;
}

}  // namespace

std::optional<std::size_t> StreamForms::coordinate(const Node& e) const {
  if (const auto at = stream_coordinate(e, names_, dimension_, constants_)) return at;
  // num_j, A(c,d): of the row's own token
  if (e.op != Op::subscript && e.op != Op::call) return std::nullopt;
  if (e.children.size() != indices_.size()) return std::nullopt;
  for (std::size_t k = 0; k < indices_.size(); ++k) {
    if (e.children[k]->op != Op::name || e.children[k]->name != indices_[k]) return std::nullopt;
  }
  return stream_coordinate(*language::name(e.name, e.place), names_, dimension_, constants_);
}

bool StreamForms::is_block(const Node& e) const {
  return e.op == Op::name && std::find(names_.begin(), names_.end(), e.name + "(1)") != names_.end();
}

bool StreamForms::speaks_of_stream(const Node& e) const {
  const bool name = e.op == Op::name || e.op == Op::member || e.op == Op::subscript || e.op == Op::call;
  if (name && (is_block(e) || coordinate(e))) return true;
  return std::any_of(e.children.begin(), e.children.end(),
                     [&](const Expression& child) { return speaks_of_stream(*child); });
}

// Indices and features of tokens, which the first layer alone can read.
void StreamForms::refuse_token(const Node& e) const {
  if (e.op == Op::name || e.op == Op::subscript || e.op == Op::call) {
    const std::string& base = e.name;
    const auto reads = [&](const std::vector<std::string>& all) {
      return std::find(all.begin(), all.end(), base) != all.end() ||
             (e.op == Op::subscript && std::find(all.begin(), all.end(), whole_name(e)) != all.end());
    };
    bool of_token = reads(indices_);
    for (const TokenGroup& kind : tokens_.kinds_of_tokens())
      of_token = of_token || reads(kind.features) || reads(kind.indices);
    const bool constant = e.op == Op::name && constants_.name && constants_.name(base);
    if (e.op != Op::name && std::find(names_.begin(), names_.end(), base) != names_.end())
      throw NetworkError(e.place, fmt::format("'{}' is no number of this row's token",
                                              language::to_string(std::make_shared<Node>(e))));
    if (of_token && !constant)
      refuse(e.place,
             fmt::format("a row behind the first layer is W times the stream, and '{0}' is no coordinate of "
                         "it; the first layer's 'embed {0} = {0}' makes it one",
                         base));
  }
  for (const Expression& child : e.children) refuse_token(*child);
}

StreamForms::Forms StreamForms::sum(const Expression& e, Forms a, const Forms& b,
                                    const Rational& factor) const {
  if (a.size() != b.size())
    throw NetworkError(e->place, fmt::format("vectors of {} and {} numbers", a.size(), b.size()));
  for (std::size_t k = 0; k < a.size(); ++k) a[k].add(b[k], factor);
  return a;
}

StreamForms::Forms StreamForms::product(const Expression& e) const {
  Forms a = affine(e->children[0]);
  Forms b = affine(e->children[1]);
  const auto is_number = [](const Forms& f) { return f.size() == 1 && f[0].is_constant(); };
  if (!is_number(a)) std::swap(a, b);
  if (!is_number(a)) refuse(e->place, "a product of two coordinates is not linear in the stream");
  Forms result;
  for (const AffineForm& form : b) {
    AffineForm multiple;
    multiple.add(form, a[0].constant);
    result.push_back(std::move(multiple));
  }
  return result;
}

// sum j in [m], .. : ..
StreamForms::Forms StreamForms::quantified(const Expression& e) const {
  if (e->quantifier != language::Quantifier::sum || e->such_that)
    refuse(e->place, "of the stream only sums and multiples are linear");
  Expression inner = e->children[0];
  if (e->binders.size() > 1) {
    auto rest = std::make_shared<Node>(*e);
    rest->binders.erase(rest->binders.begin());
    inner = rest;
  }
  AffineForm total;
  for (const Rational& x : evaluate_set(e->binders[0].range, constants_)) {
    const Forms term =
        affine(substituted(inner, e->binders[0].name, language::number(x, e->binders[0].place)));
    if (term.size() != 1) refuse(e->place, "a sum of vectors over a range is not evaluated so far");
    total.add(term[0], 1);
  }
  return {total};
}

StreamForms::Forms StreamForms::affine(const Expression& e) const {
  if (is_vector_form(*e)) {
    const std::vector<Expression> parts = parts_of(e, constants_);
    // A sum or a multiple of vectors is a part of its own, which is taken apart below.
    if (parts.size() != 1 || parts.front() != e) {
      Forms all;
      for (const Expression& part : parts) {
        for (AffineForm& form : affine(part)) all.push_back(std::move(form));
      }
      return all;
    }
  }
  if (is_block(*e)) {
    Forms all;
    for (std::size_t c = 0; c < names_.size(); ++c) {
      if (names_[c].starts_with(e->name + "(")) all.push_back(coordinate_form(c));
    }
    return all;
  }
  if (!speaks_of_stream(*e)) {
    refuse_token(*e);
    return {constant_form(evaluate_number(e, constants_))};
  }
  switch (e->op) {
    case Op::name:
    case Op::member:
    case Op::subscript:
    case Op::call:
      if (const auto index = coordinate(*e)) return {coordinate_form(*index)};
      break;
    case Op::negate:
      return sum(e, Forms(affine(e->children[0]).size()), affine(e->children[0]), -1);
    case Op::add:
      return sum(e, affine(e->children[0]), affine(e->children[1]), 1);
    case Op::subtract:
      return sum(e, affine(e->children[0]), affine(e->children[1]), -1);
    case Op::multiply:
      return product(e);
    case Op::divide: {
      if (speaks_of_stream(*e->children[1]))
        refuse(e->place, "a division by a coordinate is not linear in the stream");
      const Rational divisor = evaluate_number(e->children[1], constants_);
      if (divisor == 0) throw NetworkError(e->place, "a division by zero");
      const Forms of = affine(e->children[0]);
      return sum(e, Forms(of.size()), of, Rational(1) / divisor);
    }
    case Op::conditional:
      if (speaks_of_stream(*e->children[0]))
        refuse(e->place, "a condition on the stream is not linear in it");
      refuse_token(*e->children[0]);
      return affine(e->children[evaluate_truth(e->children[0], constants_) ? 1 : 2]);
    case Op::quantifier:
      return quantified(e);
    default:
      break;
  }
  refuse(e->place, "of the stream only sums and multiples are linear");
}

std::vector<AffineForm> StreamForms::linear(const Expression& vector) const {
  Forms forms = affine(vector);
  for (const AffineForm& form : forms) {
    if (form.constant == 0) continue;
    refuse(
        vector->place,
        fmt::format("a row behind the first layer is W times the stream; the constant {} is a multiple of a "
                    "coordinate that is 1, as the first layer's 'embed one = 1' makes it",
                    attest::to_string(form.constant)));
  }
  return forms;
}

RationalMatrix matrix_of(const std::vector<AffineForm>& forms, std::size_t dimension) {
  RationalMatrix matrix = RationalMatrix::Constant(static_cast<Eigen::Index>(forms.size()),
                                                   static_cast<Eigen::Index>(dimension), Rational(0));
  for (std::size_t r = 0; r < forms.size(); ++r) {
    for (const auto& [c, coefficient] : forms[r].coefficients)
      matrix(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = coefficient;
  }
  return matrix;
}

}  // namespace attest::theorems
