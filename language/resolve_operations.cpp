#include "language/resolver.hpp"

namespace attest::language {

ResolvedPointer Resolver::numeric(const Expression& e) {
  std::vector<ResolvedPointer> parts = arguments_of(e);
  for (std::size_t k = 0; k < parts.size(); ++k) parts[k] = as_number(parts[k], side(e, k));
  return finished(e, number_type, std::move(parts));
}

std::string Resolver::side(const Expression& e, std::size_t k) {
  if (e->op == Op::negate) return "after '-'";
  if (e->op == Op::logic_not) return "after 'not'";
  return fmt::format("{} of '{}'", k == 0 ? "on the left" : "on the right", to_string(e->op));
}

// + - * / and the minus sign, for numbers and for tuples; factors for sets, too.
ResolvedPointer Resolver::linear(const Expression& e) {
  std::vector<ResolvedPointer> parts = arguments_of(e);
  if (std::find(parts.begin(), parts.end(), nullptr) != parts.end()) return nullptr;
  const auto is_vector = [](const Type& type) { return type.kind == Type::Kind::tuple; };
  const auto is_scalable = [&](const Type& type) {
    return is_vector(type) || (type.kind == Type::Kind::set && type.width == 0);
  };
  const Type first = parts[0]->type;
  if (e->op == Op::negate) {
    if (is_vector(first)) return finished(e, first, std::move(parts));
  } else {
    const Type second = parts[1]->type;
    if (e->op == Op::add || e->op == Op::subtract) {
      if (is_vector(first) && first == second) return finished(e, first, std::move(parts));
      if (is_vector(first) && is_vector(second)) {
        return note(e->place, fmt::format("'{}' stands between tuples of {} and of {}", to_string(e->op),
                                          first.width, second.width));
      }
    } else if (is_scalable(first) && second == number_type) {
      return finished(e, first, std::move(parts));
    } else if (e->op == Op::multiply && first == number_type && is_scalable(second)) {
      return finished(e, second, std::move(parts));
    }
  }
  for (std::size_t k = 0; k < parts.size(); ++k) parts[k] = as_number(parts[k], side(e, k));
  return finished(e, number_type, std::move(parts));
}

ResolvedPointer Resolver::equality(const Expression& e) {
  std::vector<ResolvedPointer> parts = arguments_of(e);
  if (!unify(parts[0], parts[1], e->place, fmt::format("the sides of '{}'", to_string(e->op))))
    return nullptr;
  if (parts[0]->type.kind == Type::Kind::set) {
    return note(e->place, "sets are compared element by element, as in forall x in S: x in T");
  }
  return finished(e, truth_type, std::move(parts));
}

ResolvedPointer Resolver::comparison(const Expression& e) {
  std::vector<ResolvedPointer> parts = arguments_of(e);
  for (std::size_t k = 0; k < 2; ++k) parts[k] = as_number(parts[k], side(e, k));
  return finished(e, truth_type, std::move(parts));
}

ResolvedPointer Resolver::logic(const Expression& e) {
  std::vector<ResolvedPointer> parts = arguments_of(e);
  for (std::size_t k = 0; k < parts.size(); ++k) parts[k] = as_truth(parts[k], side(e, k));
  return finished(e, truth_type, std::move(parts));
}

ResolvedPointer Resolver::as_set(const ResolvedPointer& e, const std::string& where) {
  if (!e || e->type.kind == Type::Kind::set) return e;
  return note(e->place, fmt::format("expected a range or a set {}, found {}{}", where, to_string(e->type),
                                    e->type == number_type ? "; the numbers 1..k are [k]" : ""));
}

ResolvedPointer Resolver::element(const Expression& e) {
  std::vector<ResolvedPointer> parts = arguments_of(e);
  parts[1] = as_set(parts[1], "on the right of 'in'");
  if (!parts[0] || !parts[1]) return nullptr;
  if (parts[0]->type != element_type(parts[1]->type)) {
    return note(parts[0]->place,
                fmt::format("{} is never in {}", to_string(parts[0]->type), to_string(parts[1]->type)));
  }
  return finished(e, truth_type, std::move(parts));
}

ResolvedPointer Resolver::conditional(const Expression& e) {
  std::vector<ResolvedPointer> parts = arguments_of(e);
  parts[0] = as_truth(parts[0], "after 'if'");
  if (!unify(parts[1], parts[2], e->place, "the values after 'then' and 'else'")) return nullptr;
  const Type type = parts[1]->type;
  return finished(e, type, std::move(parts));
}

ResolvedPointer Resolver::range(const Expression& e) {
  std::vector<ResolvedPointer> parts = arguments_of(e);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    parts[k] = as_number(parts[k], parts.size() == 1 ? "between '[' and ']'" : side(e, k));
  }
  return finished(e, {Type::Kind::set, 0}, std::move(parts));
}

ResolvedPointer Resolver::set(const Expression& e) {
  std::vector<ResolvedPointer> parts = arguments_of(e);
  long width = 0;
  if (!parts.empty() && parts[0] && parts[0]->type.kind == Type::Kind::tuple) width = parts[0]->type.width;
  const Type wanted = element_type({Type::Kind::set, width});
  for (ResolvedPointer& part : parts) {
    if (width == 0) {
      part = as_number(part, "in a set");
    } else if (part && part->type != wanted) {
      part = note(part->place, fmt::format("expected {} in a set, as its first element, found {}",
                                           to_string(wanted), to_string(part->type)));
    }
  }
  return finished(e, {Type::Kind::set, width}, std::move(parts));
}

ResolvedPointer Resolver::difference(const Expression& e) {
  std::vector<ResolvedPointer> parts = arguments_of(e);
  for (std::size_t k = 0; k < parts.size(); ++k) parts[k] = as_set(parts[k], side(e, k));
  if (!parts[0] || !parts[1]) return nullptr;
  if (parts[0]->type != parts[1]->type) {
    return note(e->place, fmt::format("'{}' stands between {} and {}", to_string(e->op),
                                      to_string(parts[0]->type), to_string(parts[1]->type)));
  }
  const Type type = parts[0]->type;
  return finished(e, type, std::move(parts));
}

ResolvedPointer Resolver::tuple(const Expression& e) {
  std::vector<ResolvedPointer> parts = arguments_of(e);
  for (ResolvedPointer& part : parts) part = as_number(part, "as a part of a tuple");
  const auto width = static_cast<long>(parts.size());
  return finished(e, {Type::Kind::tuple, width}, std::move(parts));
}

ResolvedPointer Resolver::concat(const Expression& e) {
  std::vector<ResolvedPointer> parts = arguments_of(e);
  long width = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (!parts[k]) continue;
    if (parts[k]->type.kind != Type::Kind::tuple) {
      parts[k] = note(parts[k]->place,
                      fmt::format("expected a tuple {}, found {}", side(e, k), to_string(parts[k]->type)));
    } else {
      width += parts[k]->type.width;
    }
  }
  return finished(e, {Type::Kind::tuple, width}, std::move(parts));
}

}  // namespace attest::language
