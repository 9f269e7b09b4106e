#include "language/resolver.hpp"

namespace attest::language {

ResolvedPointer Resolver::let(const Expression& e) {
  const ResolvedPointer value = resolved(e->children[0]);
  const std::size_t mark = scope_.mark();
  const std::size_t slot = bind(e->name, e->place, type_of(value));
  const ResolvedPointer body = resolved(e->children[1]);
  scope_.back_to(mark);
  if (!value || !body) return nullptr;
  Resolved result = begun(e, body->type);
  result.slot = slot;
  result.children = {value, body};
  return make(std::move(result));
}

ResolvedPointer Resolver::quantifier(const Expression& e) {
  if (e->quantifier == Quantifier::each)
    return note(e->place,
                "'each' makes a vector of a layer or of a task's answer, no value in an expression");
  Resolved result = begun(e, number_type);
  result.quantifier = e->quantifier;
  result.tie = e->tie;
  const std::size_t mark = scope_.mark();
  const std::string word = to_string(e->quantifier);
  const bool names_index = e->quantifier == Quantifier::argmax || e->quantifier == Quantifier::argmin ||
                           e->quantifier == Quantifier::least;
  bool whole = true;
  Type index = number_type;
  for (const Binder& binder : e->binders) {
    const ResolvedPointer over = as_set(resolved(binder.range), fmt::format("for '{}'", binder.name));
    index = over ? element_type(over->type) : number_type;
    if (names_index && over && e->binders.size() > 1 && index != number_type) {
      note(binder.place, fmt::format("'{}' with several indices takes numbers alone", word));
    }
    result.binders.push_back(
        {bind(binder.name, binder.place, over ? std::optional(index) : std::nullopt), over});
    whole = whole && over;
  }
  if (names_index && e->binders.size() > 1) index = {Type::Kind::tuple, static_cast<long>(e->binders.size())};
  if (e->such_that) {
    result.such_that = as_truth(resolved(e->such_that), "after 'where'");
    whole = whole && result.such_that;
  }
  const std::string where = fmt::format("after '{} ..:'", word);
  ResolvedPointer body = resolved(e->children[0]);
  const bool condition = e->quantifier == Quantifier::count || e->quantifier == Quantifier::exists ||
                         e->quantifier == Quantifier::forall || e->quantifier == Quantifier::least;
  body = condition ? as_truth(body, where) : as_number(body, where);
  scope_.back_to(mark);
  result.children.push_back(body);
  whole = whole && body;
  if (e->quantifier == Quantifier::exists || e->quantifier == Quantifier::forall) result.type = truth_type;
  if (names_index) result.type = index;
  if (e->tie == Tie::any) result.type = {Type::Kind::set, index.kind == Type::Kind::tuple ? index.width : 0};
  if (e->children.size() > 1) {
    ResolvedPointer otherwise = resolved(e->children[1]);
    if (otherwise && whole) otherwise = alternative(otherwise, result.type, index);
    result.children.push_back(otherwise);
    whole = whole && otherwise;
  }
  return whole ? make(std::move(result)) : nullptr;
}

// What `else` says, as the type of the whole; of a set of right answers one answer will do.
ResolvedPointer Resolver::alternative(const ResolvedPointer& e, const Type& wanted, const Type& index) {
  if (e->type == wanted) return e;
  if (wanted.kind == Type::Kind::set && e->type == index) {
    Resolved single;
    single.op = Op::set;
    single.type = wanted;
    single.place = e->place;
    single.children = {e};
    return make(std::move(single));
  }
  return note(e->place,
              fmt::format("expected {} after 'else', found {}", to_string(index), to_string(e->type)));
}

ResolvedPointer Resolver::iterate(const Expression& e) {
  const ResolvedPointer start = resolved(e->children[0]);
  const ResolvedPointer times = as_number(resolved(e->children[1]), "before 'times'");
  const std::size_t mark = scope_.mark();
  const std::size_t slot = bind(e->name, e->place, type_of(start));
  ResolvedPointer body = resolved(e->children[2]);
  scope_.back_to(mark);
  if (!start || !body) return nullptr;
  if (start->type == truth_type) body = as_truth(body, "as every value of 'iterate', as its first one");
  if (!body || !times) return nullptr;
  if (body->type != start->type) {
    return note(body->place, fmt::format("'{}' is {} at first and {} later", e->name, to_string(start->type),
                                         to_string(body->type)));
  }
  Resolved result = begun(e, start->type);
  result.slot = slot;
  result.children = {start, times, body};
  return make(std::move(result));
}

}  // namespace attest::language
