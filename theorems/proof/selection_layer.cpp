#include "theorems/proof/selection_layer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "theorems/lets.hpp"

namespace attest::theorems {

using language::Node;
using language::Op;
using language::Quantifier;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

[[noreturn]] void refuse_row(const Expression& e, const std::string& why) {
  throw Refusal("L12.b", fmt::format("line {}: {} {}", e->place.line, language::to_string(e), why));
}

bool is_block(const Expression& e) {
  return e->op == Op::quantifier && e->quantifier == Quantifier::each && !e->such_that &&
         e->binders.size() == 1;
}

bool is_call(const Expression& e, const std::string& name, std::size_t arguments) {
  return e->op == Op::call && e->name == name && e->children.size() == arguments;
}

// K of each c in [K], zeros(K), unit(a, K); null for a number.
Expression length_of(const Expression& e) {
  if (is_block(e)) {
    const Expression& range = e->binders[0].range;
    if (range->op != Op::range || range->children.size() != 1)
      refuse_row(e, "is no block of entries 1, 2, ..");
    return range->children[0];
  }
  if (is_call(e, "zeros", 1)) return e->children[0];
  if (is_call(e, "unit", 2)) return e->children[1];
  return nullptr;
}

bool is_vector_of_rows(const Expression& e) {
  return e->op == Op::tuple ? e->children.size() != 1 : is_block(e);
}

}  // namespace

SelectionLayer::SelectionLayer(const TheoremText& text, SymbolicTheorem& theorem)
    : text_(text),
      theorem_(theorem),
      variables_(theorem.variables()),
      layer_(text.layers.front()),
      cases_(variables_, theorem.input(), "L12.b") {
  const TaskStatement& task = text_.tasks.front();
  receiver_ = kind_of(task.kind, layer_.encoding);
  if (task.every) {
    if (task.indices.size() != 1) throw Refusal("L12.a", "judged tokens of several indices");
    variables_.add(task.indices.front(), receiver_.range, true);
    judged_ = Laurent::variable(task.indices.front());
  } else {
    if (task.at.size() != 1) throw Refusal("L12.a", "a judged token of several indices");
    judged_ = Terms(variables_, theorem_.constants(), "G4")(task.at.front());
  }
  if (!variables_.is_integer(judged_) || !variables_.proves_nonnegative(judged_ - receiver_.range.low) ||
      !variables_.proves_nonnegative(receiver_.range.high - judged_))
    throw Refusal("G4", fmt::format("{} is not shown to be a token's index", judged_.to_string()));
  read_head();
  read_readout();
  expect_values();
}

// At least the length of a block, which has an entry: of a largest one the sum of all, so that what has a value at every entry up to
// there has one at every entry of the block.
Laurent SelectionLayer::at_most(const Expression& length) const {
  const Expression e = without_parentheses(length);
  Laurent sum;
  for (const Expression& part : e->op == Op::call && e->name == "max" ? e->children : std::vector{e}) {
    const Laurent own = Terms(variables_, theorem_.constants(), "L12.b")(part);
    if (!variables_.positive(own)) refuse_row(part, "is not shown to be positive");
    sum += own;
  }
  return sum;
}

// That a coordinate has a value, whichever it is.
void SelectionLayer::expect_number(const Token& token, const Expression& stated, const Bound& bound) {
  const Expression e = without_parentheses(stated);
  const bool largest = e->op == Op::call && (e->name == "max" || e->name == "min" || e->name == "abs");
  if (!largest && e->op != Op::add && e->op != Op::subtract && e->op != Op::multiply) {
    encoded(token, e, bound);
    return;
  }
  for (const Expression& child : e->children) expect_number(token, child, bound);
}

// All that the text says of any token has a value at every size, also what nothing here reads: features, coordinates, rows, the value.
void SelectionLayer::expect_values() {
  for (const TokensStatement& kind : text_.tokens) {
    if (&kind != sender_.kind && &kind != receiver_.kind)
      throw Refusal("L12.a", fmt::format("the tokens {} neither ask nor answer", kind.kind));
  }
  const auto any = [this](const Kind& kind, const std::string& name) {
    return Token{&kind, name, fresh("any " + kind.kind->indices.front(), kind.range), false};
  };
  const auto expect_encoding = [&](const Kind& kind) {
    const Token token = any(kind, kind.kind->indices.front());
    for (const auto& feature : kind.kind->features) feature_of(token, feature.name);
    for (std::size_t c = 0; c < kind.encoding->size(); ++c) {
      const Expression e = without_parentheses((*kind.encoding)[c]);
      if (const Expression length = length_of(e)) {
        const Laurent entry = fresh("entry", {Laurent(1), at_most(length)});
        if (is_block(e)) {
          expect_number(token, e->children[0], {{e->binders[0].name, entry}});
        } else if (!is_call(e, "zeros", 1)) {
          entry_of_block(token, (*kind.names)[c], entry);
        }
      } else {
        expect_number(token, e, {});
      }
    }
  };
  expect_encoding(sender_);
  if (sender_.kind != receiver_.kind) expect_encoding(receiver_);
  const auto expect_parts = [&](const std::vector<Part>& parts, const std::vector<Token>& tokens) {
    for (const Part& part : parts) {
      Bound bound;
      if (!part.bound.empty()) bound.emplace(part.bound, fresh("entry", block(part.range)));
      evaluate(part.body, tokens, bound);
    }
  };
  expect_parts(query_, {any(receiver_, query_index_)});
  expect_parts(key_, {any(sender_, key_index_)});
  std::vector<Token> tokens{any(sender_, value_index_)};
  if (!value_receiver_.empty()) tokens.push_back(any(receiver_, value_receiver_));
  expect_parts({value_}, tokens);
}

SelectionLayer::Kind SelectionLayer::kind_of(const std::string& name,
                                             const std::vector<Expression>& only) const {
  Kind kind;
  for (const TokensStatement& tokens : text_.tokens) {
    if (tokens.kind == name || (name.empty() && text_.tokens.size() == 1)) kind.kind = &tokens;
  }
  if (kind.kind == nullptr) throw Refusal("L12.a", fmt::format("there are no tokens '{}'", name));
  if (kind.kind->indices.size() != 1) throw Refusal("L12.a", "tokens of several indices");
  const Terms::Range range = Terms(variables_, theorem_.constants(), "G4").range(kind.kind->ranges[0]);
  if (!range.whole || !variables_.positive(range.bounds.high - range.bounds.low + Laurent(1)))
    throw Refusal("G4", fmt::format("the index {} is not shown to have a value for all sizes",
                                    kind.kind->indices.front()));
  kind.range = range.bounds;
  if (layer_.encodings.empty()) {
    kind.names = &layer_.coordinates;
    kind.encoding = &only;
  }
  for (const EncodingStatement& encoding : layer_.encodings) {
    if (encoding.kind != kind.kind->kind) continue;
    kind.names = &encoding.coordinates;
    kind.encoding = &encoding.encoding;
  }
  if (kind.encoding == nullptr || kind.names->empty() || kind.names->size() != kind.encoding->size())
    throw Refusal("L12.b", "an encoding without names of its coordinates");
  return kind;
}

void SelectionLayer::read_head() {
  if (layer_.heads.size() != 1 || !head().family.empty()) throw Refusal("L12.a", "more than one head");
  const HeadStatement& one = head();
  if (one.kernel != Kernel::softmax && one.kernel != Kernel::hard_maximum)
    throw Refusal("G1", "a head that is neither softmax nor a hard maximum");
  if (one.leftmost) throw Refusal("G1", "a hard maximum that takes the leftmost of the best");
  if (!one.polynomial.empty() && one.polynomial != "standard")
    throw Refusal("L12.a", "a head that is not of a query and a key");
  if (one.score) throw Refusal("G2", "a head that gives its score instead of rows");
  if (one.over.size() > 1) throw Refusal("L12.a", "more than one token that is looked at");
  const auto* over = one.over.empty() ? nullptr : &one.over.front();
  if (over != nullptr && (over->range || over->such_that || !over->tuples.empty()))
    throw Refusal("L12.a", "a head that looks at some tokens of a kind");
  const bool named = over != nullptr && !over->kind.empty();
  if (!named && text_.tokens.size() != 1)
    throw Refusal("L12.a", "a head that looks at tokens of several kinds");
  sender_ = kind_of(named ? over->kind : "", layer_.encoding);
  // One stream: the same coordinates of the same lengths.
  const auto length = [this](const Expression& e) -> std::optional<Laurent> {
    try {
      return Terms(variables_, theorem_.constants(), "L12.b")(e);
    } catch (const Refusal&) {
      return std::nullopt;
    }
  };
  if (*sender_.names != *receiver_.names) throw Refusal("L12.b", "kinds with different coordinates");
  for (std::size_t c = 0; c < sender_.names->size(); ++c) {
    const Expression a = length_of(without_parentheses((*sender_.encoding)[c]));
    const Expression b = length_of(without_parentheses((*receiver_.encoding)[c]));
    const bool equal = !a ? !b : b && (language::same(a, b) || (length(a) && length(a) == length(b)));
    if (!equal) throw Refusal("L12.b", fmt::format("{} has not one length", (*sender_.names)[c]));
  }
  if (layer_.dimension) throw Refusal("L12.b", "a dimension d that is given");
  const RowStatement& query = only(RowStatement::Role::row, 1);
  const RowStatement& key = only(RowStatement::Role::row, 2);
  const RowStatement& value = only(RowStatement::Role::value, 2);
  query_index_ = index_name(query.indices, receiver_);
  key_index_ = index_name(key.indices, sender_);
  value_index_ = index_name(value.indices, sender_);
  for (const RowStatement* row : {&key, &value}) {
    if (named && !row->indices.empty() && row->indices.front() != over->variable)
      throw Refusal("L12.a",
                    fmt::format("'{}' is no index of the tokens that are looked at", over->variable));
  }
  query_ = parts_of(without_lets(query.vector, one.lets));
  key_ = parts_of(without_lets(key.vector, one.lets));
  if (query_.size() != key_.size()) throw Refusal("L12.b", "query and key differ in length");
  const std::vector<Part> values = parts_of(without_lets(value.vector, one.lets));
  if (values.size() != 1 || values.front().bound.empty())
    throw Refusal("L12.b", "a value that is not one block of numbers");
  value_ = values.front();
  std::vector<Token> value_tokens{{&sender_, value_index_, {}, true}};
  if (!value.receiver.empty()) {
    value_receiver_ = index_name(value.receiver, receiver_);
    if (value_receiver_ == value_index_) throw Refusal("L12.b", "two tokens of one name");
    value_tokens.push_back({&receiver_, value_receiver_, {}, true});
  }
  expect_linear(query_, {{&receiver_, query_index_, {}, true}});
  expect_linear(key_, {{&sender_, key_index_, {}, true}});
  expect_linear({value_}, value_tokens);
}

const RowStatement& SelectionLayer::only(RowStatement::Role role, std::size_t number) const {
  const RowStatement* found = nullptr;
  for (const RowStatement& row : head().rows) {
    if (row.role != role) continue;
    if (!row.family.empty()) throw Refusal("L12.b", "a family of rows");
    const auto said = row.number ? Terms(variables_, theorem_.constants(), "G2")(row.number).constant()
                                 : std::optional(Rational(2));
    if (role == RowStatement::Role::value && said != Rational(2))
      throw Refusal("L12.b", "a value of the token that asks");
    if (said != Rational(Integer(number))) continue;
    if (found != nullptr) throw Refusal("L12.b", "two rows or values of one place");
    found = &row;
  }
  if (found == nullptr) throw Refusal("L12.b", "a row or the value is missing");
  return *found;
}

std::string SelectionLayer::index_name(const std::vector<std::string>& names, const Kind& kind) const {
  if (names.size() > 1) throw Refusal("L12.b", "a row that reads several tokens");
  return names.empty() ? kind.kind->indices.front() : names.front();
}

// What is read out is one block of the stream, to which the value alone is added.
void SelectionLayer::read_readout() {
  const TaskStatement& task = text_.tasks.front();
  const Expression e = without_parentheses(text_.readout->value);
  const RowStatement& value = only(RowStatement::Role::value, 2);
  const bool plain = e->op == Op::name && layer_.landings.empty() && value.coordinates.size() == 1 &&
                     value.coordinates.front() == e->name &&
                     std::all_of(value.places.begin(), value.places.end(), [](const auto& p) { return !p; });
  if (!plain) throw Refusal("G6", "what is read out is not the block that the value lands in");
  const auto at = std::find(receiver_.names->begin(), receiver_.names->end(), e->name);
  if (at == receiver_.names->end()) throw Refusal("G6", fmt::format("there is no coordinate {}", e->name));
  const Expression own =
      without_parentheses((*receiver_.encoding)[static_cast<std::size_t>(at - receiver_.names->begin())]);
  if (!length_of(own) || (layer_.residual && !is_call(own, "zeros", 1)))
    throw Refusal("G6", fmt::format("{} is no block, or does not begin with zeros", e->name));
  const Terms::Range entries = Terms(variables_, theorem_.constants(), "G6").range(value_.range);
  length_ = entries.bounds.high;
  const Laurent there = Terms(variables_, theorem_.constants(), "G6")(length_of(own));
  const Laurent asked = Terms(variables_, theorem_.constants(), "G6")(task.dimension);
  if (!(block(value_.range).high == there) || !(there == asked))
    throw Refusal("G6", fmt::format("an answer of {} numbers, a value of {} and a block of {}",
                                    asked.to_string(), length_.to_string(), there.to_string()));
}

// 1 to K, of which there is one at least.
Bounds SelectionLayer::block(const Expression& range) const {
  const Terms::Range r = Terms(variables_, theorem_.constants(), "L12.b").range(range);
  if (!r.whole || !(r.bounds.low == Laurent(1)) || !variables_.positive(r.bounds.high))
    refuse_row(range, "is no block of entries 1, 2, .., of which there is one at least");
  return r.bounds;
}

// A tuple, a factor before one, a block, a number.
std::vector<SelectionLayer::Part> SelectionLayer::parts_of(const Expression& stated) const {
  const Expression e = without_parentheses(stated);
  if (e->op == Op::tuple) {
    std::vector<Part> all;
    for (const Expression& child : e->children) {
      const auto parts = parts_of(child);
      all.insert(all.end(), parts.begin(), parts.end());
    }
    return all;
  }
  if (is_block(e)) return {{e->children[0], e->binders[0].name, e->binders[0].range}};
  if (e->op == Op::multiply) {
    for (const std::size_t side : {0U, 1U}) {
      if (!is_vector_of_rows(without_parentheses(e->children[side]))) continue;
      const Expression& factor = e->children[1 - side];
      auto parts = parts_of(e->children[side]);
      for (Part& part : parts) {
        const auto free = language::free_names(factor);
        if (std::find(free.begin(), free.end(), part.bound) != free.end())
          refuse_row(e, "has a factor that is called as the entries of a block are");
        part.body = language::node(Op::multiply, {factor, part.body}, e->place);
      }
      return parts;
    }
  }
  return {{e, "", nullptr}};
}

Laurent SelectionLayer::fresh(std::string name, const Bounds& bounds) {
  while (variables_.knows(name) || theorem_.input().find(name) != nullptr) name += "'";
  variables_.add(name, bounds, true);
  return Laurent::variable(name);
}

TermNames SelectionLayer::tables_and_constants(const Bound& bound) {
  TermNames names;
  names.written = [this, bound](const Node& e) -> std::optional<Laurent> {
    if (e.op == Op::call) return std::nullopt;
    const auto value = bound.find(e.op == Op::subscript ? whole_name(e) : e.name);
    return value == bound.end() ? theorem_.constants().written(e) : std::optional(value->second);
  };
  names.applied = [this](const std::string& name,
                         const std::vector<Laurent>& arguments) -> std::optional<Laurent> {
    const auto* field = theorem_.input().find(name);
    if (field == nullptr || !field->table) return std::nullopt;
    return theorem_.input().entry(*field, arguments);
  };
  return names;
}

TermNames SelectionLayer::names_of(const std::vector<Token>& tokens, const Bound& bound) {
  TermNames names = tables_and_constants({});
  const auto own = [this](const Token& token, const std::string& name) -> std::optional<Laurent> {
    if (const auto value = coordinate(token, name)) return value;
    for (const auto& feature : token.kind->kind->features) {
      if (feature.name == name) return feature_of(token, name);
    }
    return std::nullopt;
  };
  names.written = [this, tokens, bound, own](const Node& e) -> std::optional<Laurent> {
    if (e.op == Op::call) return std::nullopt;
    const std::string name = e.op == Op::subscript ? whole_name(e) : e.name;
    if (const auto value = bound.find(name); value != bound.end()) return value->second;
    for (const Token& token : tokens) {
      if (token.name == name) return token.index;
    }
    if (tokens.size() == 1) {  // of two tokens a bare feature is nobody's
      if (const auto value = own(tokens.front(), name)) return value;
    }
    if (const auto value = theorem_.constants().written(e)) return value;
    if (e.op != Op::subscript || e.children[0]->op != Op::name) return std::nullopt;
    for (const Token& token : tokens) {
      if (token.name == e.children[0]->name) return own(token, e.name);
    }
    return std::nullopt;
  };
  names.applied = [this, tokens, tables = names.applied](
                      const std::string& name,
                      const std::vector<Laurent>& arguments) -> std::optional<Laurent> {
    if (tokens.size() == 1 && arguments.size() == 1) {
      if (const auto value = entry_of_block(tokens.front(), name, arguments.front())) return value;
    }
    return tables(name, arguments);
  };
  return names;
}

Laurent SelectionLayer::evaluate(const Expression& e, const std::vector<Token>& tokens, const Bound& bound) {
  return Terms(variables_, cases_.with_cases(names_of(tokens, bound)), "L12.b")(e);
}

Laurent SelectionLayer::feature_of(const Token& token, const std::string& name) {
  const TokensStatement& kind = *token.kind->kind;
  const auto value_at = [&](const Laurent& index) {
    for (const auto& feature : kind.features) {
      if (feature.name != name) continue;
      if (!feature.value || feature.value->op == Op::concat)
        throw Refusal("G4", fmt::format("the feature {} is no number of the token's index", name));
      TermNames names = tables_and_constants({{kind.indices.front(), index}});
      const auto constants = names.written;
      names.written = [this, constants](const Node& e) -> std::optional<Laurent> {
        if (const auto value = constants(e)) return value;
        const auto* field = e.op == Op::name ? theorem_.input().find(e.name) : nullptr;
        return field != nullptr && field->domains.empty() ? std::optional(theorem_.input().entry(*field, {}))
                                                          : std::nullopt;
      };
      names.applied = [this](const std::string& function,
                             const std::vector<Laurent>& arguments) -> std::optional<Laurent> {
        const auto* field = theorem_.input().find(function);
        return field == nullptr ? std::nullopt : std::optional(theorem_.input().entry(*field, arguments));
      };
      return Terms(variables_, cases_.with_cases(names), "G4")(feature.value);
    }
    throw Refusal("G4", fmt::format("there is no feature {}", name));
  };
  if (!token.carried) return value_at(token.index);
  const std::string own = carried(kind, name);
  if (!variables_.knows(own)) {
    const Laurent any = value_at(fresh("some " + kind.indices.front(), token.kind->range));
    const auto bounds = variables_.bounds_of(any);
    if (!bounds) throw Refusal("G4", fmt::format("no bounds of the feature {} are shown", name));
    variables_.add(own, *bounds, variables_.is_integer(any));
  }
  return Laurent::variable(own);
}

std::optional<Laurent> SelectionLayer::coordinate(const Token& token, const std::string& name) {
  const auto& names = *token.kind->names;
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  const Expression& e = (*token.kind->encoding)[static_cast<std::size_t>(at - names.begin())];
  if (length_of(without_parentheses(e))) return std::nullopt;
  return encoded(token, e, {});
}

// In an encoding the index and the features of the token have meaning, coordinates have none yet.
Laurent SelectionLayer::encoded(const Token& token, const Expression& e, const Bound& bound) {
  TermNames names = tables_and_constants({});
  names.written = [this, token, bound](const Node& node) -> std::optional<Laurent> {
    if (node.op == Op::call) return std::nullopt;
    const std::string name = node.op == Op::subscript ? whole_name(node) : node.name;
    if (const auto value = bound.find(name); value != bound.end()) return value->second;
    if (name == token.kind->kind->indices.front()) return token.index;
    for (const auto& feature : token.kind->kind->features) {
      if (feature.name == name) return feature_of(token, name);
    }
    return theorem_.constants().written(node);
  };
  return Terms(variables_, cases_.with_cases(names), "L12.b")(e);
}

std::optional<Laurent> SelectionLayer::entry_of_block(const Token& token, const std::string& name,
                                                      const Laurent& place) {
  const auto& names = *token.kind->names;
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  const Expression e =
      without_parentheses((*token.kind->encoding)[static_cast<std::size_t>(at - names.begin())]);
  const Expression length = length_of(e);
  if (!length) return std::nullopt;
  const auto is_entry = [&](const Laurent& k) {
    const Laurent end = Terms(variables_, theorem_.constants(), "L12.b")(length);
    return variables_.is_integer(k) && variables_.proves_nonnegative(k - Laurent(1)) &&
           variables_.proves_nonnegative(end - k);
  };
  if (!is_entry(place))
    throw Refusal("L12.b", fmt::format("{} is not shown to be an entry of {}", place.to_string(), name));
  if (is_call(e, "zeros", 1)) return Laurent();
  if (is_block(e)) return encoded(token, e->children[0], {{e->binders[0].name, place}});
  const Laurent one = encoded(token, e->children[0], {});
  if (!is_entry(one))
    throw Refusal("L12.b", fmt::format("{} is not shown to be an entry of {}", one.to_string(), name));
  return cases_.equation(one - place);
}

Laurent SelectionLayer::score_at(const Laurent& index) {
  const std::vector<Token> asked{{&receiver_, query_index_, judged_, false}};
  const std::vector<Token> token{{&sender_, key_index_, index, false}};
  Laurent sum;
  for (std::size_t k = 0; k < query_.size(); ++k) sum += product(query_[k], key_[k], asked, token);
  return sum;
}

// Of two blocks of one length: sum over c of q(c)*ind(c = E) is q(E), where E is shown to be an entry.
Laurent SelectionLayer::product(const Part& query, const Part& key, const std::vector<Token>& asked,
                                const std::vector<Token>& token) {
  if (query.bound.empty() != key.bound.empty()) throw Refusal("L12.b", "a number beside a block");
  if (query.bound.empty()) return evaluate(query.body, asked, {}) * evaluate(key.body, token, {});
  const Bounds range = block(query.range);
  if (!(range.high == block(key.range).high))
    throw Refusal("L12.b", "query and key have blocks of two lengths");
  const Laurent c = fresh("entry", range);
  const std::string name = *c.variables().begin();
  const auto entry_of = [&](const Part& part, const std::vector<Token>& at) -> std::optional<Laurent> {
    const Laurent one = evaluate(part.body, at, {{part.bound, c}});
    const auto variables = one.variables();
    if (variables.size() != 1 || !(one == Laurent::variable(*variables.begin()))) return std::nullopt;
    const Laurent* zero = cases_.equation_of(*variables.begin());
    if (zero == nullptr) return std::nullopt;
    const auto factor = zero->degree(name) == 1 ? zero->coefficient(name, 1).constant() : std::nullopt;
    if (!factor || abs(*factor) != 1) return std::nullopt;
    const Laurent entry = c - Laurent(*factor) * *zero;
    const bool inside = !entry.has(name) && variables_.is_integer(entry) &&
                        variables_.proves_nonnegative(entry - range.low) &&
                        variables_.proves_nonnegative(range.high - entry);
    return inside ? std::optional(entry) : std::nullopt;
  };
  if (const auto entry = entry_of(key, token)) return evaluate(query.body, asked, {{query.bound, *entry}});
  if (const auto entry = entry_of(query, asked)) return evaluate(key.body, token, {{key.bound, *entry}});
  refuse_row(key.body,
             "is not shown to be 1 at one entry of its block and 0 at the others, nor is the query");
}

Laurent SelectionLayer::value(const Token& token, const Laurent& entry) {
  std::vector<Token> tokens{token};
  if (!value_receiver_.empty()) tokens.push_back({&receiver_, value_receiver_, judged_, false});
  return evaluate(value_.body, tokens, {{value_.bound, entry}});
}

Laurent SelectionLayer::value_at(const Laurent& index, const Laurent& entry) {
  return value({&sender_, value_index_, index, false}, entry);
}

Laurent SelectionLayer::carried_value(const Laurent& index, const Laurent& entry) {
  return value({&sender_, value_index_, index, true}, entry);
}

Laurent SelectionLayer::feature_at(const std::string& feature, const Laurent& index) {
  return feature_of({&sender_, key_index_, index, false}, feature);
}

std::size_t SelectionLayer::shown_displays() {
  std::size_t shown = 0;
  const bool informative = std::any_of(text_.checks.begin(), text_.checks.end(), [](const auto& check) {
    return check.name == "displayed" && !check.essential;
  });
  for (const DisplayStatement& display : head().displays) {
    if (informative || !display.essential) continue;
    if (display.what != "score" || !display.family.empty())
      throw Refusal("identity", fmt::format("displayed {} is not checked for every size", display.what));
    if (!(receiver_.range.low == receiver_.range.high) || query_index_ == key_index_)
      throw Refusal("identity", "a displayed score of several tokens that ask, or of tokens of one name");
    const Laurent token = fresh("token of a display", sender_.range);
    const Laurent said =
        evaluate(without_lets(display.formula, head().lets),
                 {{&sender_, key_index_, token, false}, {&receiver_, query_index_, judged_, false}}, {});
    const Laurent difference = said - score_at(token);
    if (!difference.is_zero())
      throw Refusal("identity",
                    fmt::format("displayed score: displayed minus actual is {}", difference.to_string()));
    ++shown;
  }
  return shown;
}

}  // namespace attest::theorems
