// The fields of every statement, listed once: comparing two trees and walking over all expressions of one read
// this list, so that a field that is added is added for both. A statement's place is not among them.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "theorems/theorem_text.hpp"

namespace attest::theorems {

inline auto fields(const SourceStatement& s) {
  return std::tie(s.seed, s.statement, s.first_line, s.last_line);
}
inline auto fields(const SizeStatement& s) {
  return std::tie(s.name, s.condition);
}
inline auto fields(const LimitStatement& s) {
  return std::tie(s.command, s.condition);
}
inline auto fields(const ParameterStatement& s) {
  return std::tie(s.name, s.domains, s.range, s.from, s.value, s.automatic, s.candidates, s.allowed,
                  s.condition);
}
inline auto fields(const InputStatement& s) {
  return std::tie(s.name, s.domains, s.range, s.shape, s.word);
}
inline auto fields(const Spelling& s) {
  return std::tie(s.kind, s.input, s.keys, s.parts);
}
inline auto fields(const language::Binder& s) {
  return std::tie(s.name, s.range);
}
inline auto fields(const TokensStatement::Feature::Entry& s) {
  return std::tie(s.at, s.value, s.binders);
}
inline auto fields(const TokensStatement::Feature& s) {
  return std::tie(s.name, s.value, s.entries);
}
inline auto fields(const TokensStatement& s) {
  return std::tie(s.kind, s.indices, s.ranges, s.features);
}
inline auto fields(const TaskStatement& s) {
  return std::tie(s.kind, s.every, s.indices, s.at, s.answer, s.dimension, s.within, s.truth);
}
inline auto fields(const RowStatement& s) {
  return std::tie(s.role, s.number, s.family, s.members, s.label, s.receiver, s.indices, s.vector,
                  s.coordinates, s.places, s.mark);
}
inline auto fields(const DisplayStatement& s) {
  return std::tie(s.what, s.family, s.members, s.formula, s.essential, s.mark);
}
inline auto fields(const InputAssignment& s) {
  return std::tie(s.input, s.indices, s.value);
}
inline auto fields(const ShatterStatement& s) {
  return std::tie(s.function, s.index, s.members, s.rows, s.columns);
}
inline auto fields(const ReductionStatement& s) {
  return std::tie(s.question, s.image, s.map, s.asked);
}
inline auto fields(const ProgramStatement& s) {
  return std::tie(s.kind);
}
inline auto fields(const ArgumentStatement& s) {
  return std::tie(s.spec);
}
inline auto fields(const LetStatement& s) {
  return std::tie(s.name, s.arguments, s.value);
}
inline auto fields(const HeadStatement::Over& s) {
  return std::tie(s.variable, s.kind, s.range, s.tuples, s.such_that);
}
inline auto fields(const HeadStatement& s) {
  return std::tie(s.name, s.kernel, s.polynomial, s.polynomial_arity, s.leftmost, s.kernel_said, s.scale,
                  s.scale_mark, s.over, s.lets, s.rows, s.displays, s.score, s.score_mark, s.family,
                  s.members);
}
inline auto fields(const LandingStatement& s) {
  return std::tie(s.from, s.to, s.factor, s.choice);
}
inline auto fields(const EncodingStatement& s) {
  return std::tie(s.kind, s.embed, s.coordinates, s.encoding, s.mark);
}
inline auto fields(const LayerStatement& s) {
  return std::tie(s.dimension, s.residual, s.embed, s.coordinates, s.encoding, s.encoding_mark, s.encodings,
                  s.heads, s.landings, s.family, s.members);
}
inline auto fields(const ReadoutStatement::Map& s) {
  return std::tie(s.weight, s.bias);
}
inline auto fields(const ReadoutStatement& s) {
  return std::tie(s.value, s.maps, s.mark);
}
inline auto fields(const CheckStatement& s) {
  return std::tie(s.name, s.essential, s.formula, s.constants, s.names, s.mark);
}
inline auto fields(const PatchStatement& s) {
  return std::tie(s.action, s.path, s.statement, s.because);
}
inline auto fields(const Remark& s) {
  return std::tie(s.text);
}
inline auto fields(const VariantStatement& s) {
  return std::tie(s.name, s.title, s.program, s.patches, s.differences, s.layers, s.readout);
}
inline auto fields(const ExpectStatement::Setting& s) {
  return std::tie(s.words, s.every, s.full, s.input);
}
inline auto fields(const ExpectStatement& s) {
  return std::tie(s.variant, s.verdict, s.kind, s.settings);
}
inline auto fields(const ReadAsStatement& s) {
  return std::tie(s.literal, s.printed, s.expression, s.because);
}
inline auto fields(const HintStatement& s) {
  return std::tie(s.name, s.value);
}
// Comments are no part of what a file says.
inline auto fields(const TheoremText& s) {
  return std::tie(s.id, s.title, s.statement, s.extends, s.extends_variant, s.changes, s.sources, s.sizes,
                  s.limits, s.parameters, s.inputs, s.spelled, s.where, s.judged_if, s.lets, s.tokens,
                  s.tasks, s.shatter, s.reduction, s.program, s.arguments, s.layers, s.readout, s.checks,
                  s.variants, s.expects, s.readings, s.choices, s.notes, s.hints);
}

// Calls visit(expression) for every expression below a statement, in the order of the fields.
template <class Visit>
void each_expression(const Expression& e, const Visit& visit) {
  if (e) visit(e);
}
template <class Visit>
void each_expression(const std::string&, const Visit&) {}
template <class Visit>
void each_expression(const ParameterSpec&, const Visit&) {}
template <class T, class Visit>
requires std::is_arithmetic_v<T> || std::is_enum_v<T>
void each_expression(const T&, const Visit&) {}
template <class T, class Visit>
void each_expression(const std::vector<T>& all, const Visit& visit);
template <class T, class Visit>
void each_expression(const std::optional<T>& s, const Visit& visit);
template <class T, class Visit>
requires requires(const T& s) {
  fields(s);
}
void each_expression(const T& s, const Visit& visit) {
  std::apply([&](const auto&... field) { (each_expression(field, visit), ...); }, fields(s));
}
template <class T, class Visit>
void each_expression(const std::vector<T>& all, const Visit& visit) {
  for (const auto& s : all) each_expression(s, visit);
}
template <class T, class Visit>
void each_expression(const std::optional<T>& s, const Visit& visit) {
  if (s) each_expression(*s, visit);
}

// The same for a statement of one's own whose expressions are to be changed: change(expression&).
template <class T, class Change>
void change_expressions(T& statement, const Change& change) {
  // The fields are listed for const statements; this one is not.
  each_expression(statement, [&](const Expression& e) { change(const_cast<Expression&>(e)); });
}

}  // namespace attest::theorems
