// Yes-or-no tasks "there are j.. with T", T a condition on what the judged token and the tokens j.. carry, by one-hot coordinates, as many
// as a size says (a family: own = each a in [K]: ind(f = a)), one head that weighs all tokens alike, and a readout that looks every
// tuple of symbols up:
//
//   y = (max over a.. in [K]: if C then 0 else min(own(e).., L*seen(a)..)) - c,    0 <= c < 1,   L the number of tokens.
//
// f is an integer from 1 to K at every token, so that own(e) is 1 where f = e at the judged token, else 0; seen(a), the mean of ind(f = a)
// over L tokens of equal weight, is 1/L of how many tokens carry a. So min(..) is an integer >= 0, and >= 1 exactly where f = e for every e at
// the judged token and each a.. is carried by some token. Every a.. that is carried lies in [K]: y > 0, there is such a tuple, exactly where there are
// tokens j.. for whose symbols C is false and f = e at the judged token; otherwise y = -c. That this condition is T for all symbols is
// shown by cutting sums of symbols at what is compared, and at multiples (task_pieces.hpp); each e is shown to lie in [K] where C is false.
// There is no error, and no size has an upper end: neither the number of tokens nor the alphabet.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "theorems/lets.hpp"
#include "theorems/proof/lemma_proof.hpp"
#include "theorems/proof/task_pieces.hpp"

namespace attest::theorems {

using language::Op;
using language::Quantifier;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

bool quantifies_plainly(const Expression& e, Quantifier quantifier) {
  return e->op == Op::quantifier && e->quantifier == quantifier && !e->such_that;
}

// f of each a in R: ind(f = a); empty for others.
std::string one_hot_feature(const Expression& e) {
  if (!quantifies_plainly(e, Quantifier::each) || e->binders.size() != 1) return "";
  const Expression body = without_parentheses(e->children[0]);
  if (body->op != Op::call || body->name != "ind" || body->children.size() != 1) return "";
  const Expression equation = without_parentheses(body->children[0]);
  if (equation->op != Op::equal) return "";
  for (const std::size_t side : {0U, 1U}) {
    const Expression& a = equation->children[side];
    const Expression& f = equation->children[1 - side];
    if (a->op == Op::name && a->name == e->binders[0].name && f->op == Op::name && f->name != a->name)
      return f->name;
  }
  return "";
}

bool makes_zeros(const Expression& e) {
  return e->op == Op::call && e->name == "zeros" && e->children.size() == 1;
}

class PresenceProof {
 public:
  PresenceProof(const TheoremText& text, const ProofSetting& setting)
      : text_(with_lets_written_out(text)),
        theorem_(without_families(text_), setting),
        variables_(theorem_.variables()) {}

  LemmaProof run() {
    result_.lemma = "presence";
    result_.bound = "0";
    add_first_steps(theorem_, result_.steps);
    read_head();
    read_families();
    read_value();
    read_out();
    compare_with_task();
    expect_constant_size(text_, result_.steps);  // of the whole text, families included
    expect_provable_checks(theorem_, false, result_.steps, true);
    return std::move(result_);
  }

 private:
  const LayerStatement& layer() const { return text_.layers.front(); }

  [[noreturn]] static void refuse(const std::string& hypothesis, const Expression& e,
                                  const std::string& why) {
    throw Refusal(hypothesis, fmt::format("line {}: {} {}", e->place.line, language::to_string(e), why));
  }

  void say(const std::string& name, const std::string& statement) {
    result_.steps.push_back({name, statement});
  }

  void read_head() {
    if (theorem_.heads().size() != 1) throw Refusal("L11.a", "more than one head");
    const SymbolicHead& head = theorem_.heads().front();
    if (!weighs_alike(head))
      throw Refusal("L11.a", fmt::format("{}: the scores {} are not the same for all tokens", head.name,
                                         head.score.to_string()));
    if (!head.runs.empty())
      throw Refusal("L11.a", fmt::format("the tokens of {} depend on the judged one", head.name));
    run_ = variables_.bounds(head.indices.front().name);
    length_ = run_.high - run_.low + Laurent(1);
    const HeadStatement& statement = layer().heads.front();
    if (statement.scale) {
      const std::string said = language::to_string(statement.scale);
      if (said != "1/sqrt(d)") Terms(variables_, theorem_.constants(), "G3")(statement.scale);
    }
    if (!layer().residual) throw Refusal("L11.a", "a layer without a residual stream");
    say("L11.a", fmt::format("{}: the score is the same for all {} tokens, so that each weighs 1/({})",
                             head.name, length_.to_string(), length_.to_string()));
  }

  Laurent end_of_block(const Expression& e, const Expression& range) const {
    const Terms::Range r = Terms(variables_, theorem_.constants(), "L11.b").range(range);
    if (!r.whole || !(r.bounds.low == Laurent(1)) || !variables_.positive(r.bounds.high))
      refuse("L11.b", e, "is no block of entries 1, 2, .., of which there is at least one");
    return r.bounds.high;
  }

  // One family that is one-hot, and zeros.
  void read_families() {
    Laurent coordinates;
    for (const std::string& name : layer().coordinates) {
      if (theorem_.constants().written(*language::name(name)))
        throw Refusal("L11.b", fmt::format("a coordinate is called {} as a size or parameter is", name));
    }
    for (std::size_t c = 0; c < layer().encoding.size(); ++c) {
      const Expression& e = layer().encoding[c];
      if (makes_zeros(e)) {
        const Laurent length = Terms(variables_, theorem_.constants(), "L11.b")(e->children[0]);
        zeros_.emplace(layer().coordinates[c], length);
        coordinates += length;
        continue;
      }
      if (!quantifies_plainly(e, Quantifier::each)) {
        coordinates += Laurent(1);
        continue;
      }
      const std::string feature = one_hot_feature(e);
      if (feature.empty() || !own_.empty()) refuse("L11.b", e, "is no one-hot family, or a second one");
      own_ = layer().coordinates[c];
      end_ = end_of_block(e, e->binders[0].range);
      coordinates += end_;
      if (!theorem_.tokens().has_feature(feature))
        refuse("L11.b", e, fmt::format("reads {}, which is no feature of a token", feature));
      const auto values = theorem_.tokens().values_of(feature);
      if (!values.integer || !variables_.nonnegative(values.bounds.low - Laurent(1)) ||
          !variables_.nonnegative(end_ - values.bounds.high)) {
        throw Refusal(
            "L11.b", fmt::format("{} is not shown to be an integer from 1 to {}", feature, end_.to_string()));
      }
      find_feature(feature);
      say("L11.b", fmt::format("{}(a) = ind({} = a) for a from 1 to {}, and {} is one of these integers at "
                               "every token",
                               own_, feature, end_.to_string(), feature));
    }
    if (own_.empty()) throw Refusal("L11.b", "no one-hot family of coordinates");
    if (layer().dimension &&
        !variables_.nonnegative(Terms(variables_, theorem_.constants(), "G2")(layer().dimension) -
                                coordinates)) {
      throw Refusal("G2", fmt::format("d = {} is not shown to be at least {}, the number of coordinates",
                                      language::to_string(layer().dimension), coordinates.to_string()));
    }
  }

  void find_feature(const std::string& name) {
    const TokensStatement& tokens = text_.tokens.front();
    if (tokens.indices.size() != 1) throw Refusal("L11.b", "tokens of several indices");
    for (const auto& feature : tokens.features) {
      if (feature.name == name) feature_ = feature.value;
    }
  }

  // What the feature is at a token, as an expression.
  Expression feature_at(const Expression& index) const {
    return substituted(feature_, text_.tokens.front().indices.front(), index);
  }

  // value = (seen: each a in [K]: own(a))
  void read_value() {
    const HeadStatement& head = layer().heads.front();
    const RowStatement* value = nullptr;
    for (const RowStatement& row : head.rows) {
      if (row.role == RowStatement::Role::value) value = value == nullptr ? &row : nullptr;
    }
    const Expression e =
        value == nullptr ? nullptr : without_parentheses(without_lets(value->vector, head.lets));
    const bool labelled = e && value->coordinates.size() == 1 && zeros_.contains(value->coordinates.front());
    if (!labelled || !layer().landings.empty() || !quantifies_plainly(e, Quantifier::each) ||
        e->binders.size() != 1) {
      throw Refusal("L11.c", "the head sends no family of coordinates to zeros");
    }
    const Expression body = without_parentheses(e->children[0]);
    const bool plain = body->op == Op::call && body->name == own_ && body->children.size() == 1 &&
                       body->children[0]->op == Op::name && body->children[0]->name == e->binders[0].name;
    if (!plain || !(end_of_block(e, e->binders[0].range) == end_))
      refuse("L11.c", e, fmt::format("is not {} itself", own_));
    seen_ = value->coordinates.front();
    if (!(zeros_.at(seen_) == end_))
      throw Refusal("L11.c", fmt::format("{} has not the length {}", seen_, end_.to_string()));
    say("L11.c", fmt::format("{}(a) is 1/({}) of how many tokens carry a", seen_, length_.to_string()));
  }

  std::optional<Rational> number(const Expression& e) const {
    try {
      return Terms(variables_, theorem_.constants(), "G6")(e).constant();
    } catch (const Refusal&) {
      return std::nullopt;
    }
  }

  void read_out() {
    Expression e = without_parentheses(text_.readout->value);
    Rational constant = 0;
    if (e->op == Op::subtract || e->op == Op::add) {
      const auto right = number(e->children[1]);
      if (!right) refuse("L11.d", e, "is no largest number less a constant");
      constant = e->op == Op::add ? *right : Rational(-*right);
      e = without_parentheses(e->children[0]);
    }
    if (constant > 0 || constant <= -1) {
      throw Refusal("L11.d", fmt::format("the readout's constant {} is neither 0 nor between -1 and 0",
                                         to_string(constant)));
    }
    if (!quantifies_plainly(e, Quantifier::max)) refuse("L11.d", e, "is no largest number over symbols");
    Expression body = without_parentheses(e->children[0]);
    // Names that no text has, so that nothing is captured.
    for (std::size_t k = 0; k < e->binders.size(); ++k) {
      const language::Binder& binder = e->binders[k];
      if (!(end_of_block(e, binder.range) == end_))
        refuse("L11.d", e, fmt::format("does not run over all symbols 1 to {}", end_.to_string()));
      names_.push_back(fmt::format("symbol {}", k + 1));
      body = language::substitute(body, binder.name, language::name(names_.back()));
    }
    if (body->op == Op::conditional) {
      const auto then = number(body->children[1]);
      const auto otherwise = number(body->children[2]);
      if (then == Rational(0)) {
        met_ = language::node(Op::logic_not, {body->children[0]}, body->place);
        body = without_parentheses(body->children[2]);
      } else if (otherwise == Rational(0)) {
        met_ = body->children[0];
        body = without_parentheses(body->children[1]);
      } else {
        refuse("L11.d", body, "has no case of 0");
      }
    }
    std::vector<Expression> parts{body};
    if (body->op == Op::call && body->name == "min") parts = body->children;
    std::vector<std::string> carried;
    result_.presence = {length_, end_, names_.size(), {}, constant};
    for (const Expression& part : parts) read_part(without_parentheses(part), carried);
    for (const std::string& name : names_) {
      if (std::find(carried.begin(), carried.end(), name) == carried.end())
        refuse("L11.d", e, "does not ask of every symbol whether some token carries it");
    }
    if (met_) expect_constants(met_);
    for (const Expression& at : own_at_) expect_constants(at);
    expect_entries();
    say("L11.d", fmt::format("y + {} is an integer, and at least 1 exactly where, for some symbols that are "
                             "carried, the readout's condition is met; else y = {}",
                             to_string(Rational(-constant)), to_string(constant)));
  }

  // The readout looks at all symbols, also at those that no token can carry: there, too, it has to have a value.
  void expect_entries() {
    std::map<std::string, Laurent> bound;
    for (const std::string& name : names_) {
      std::string fresh = name;
      while (variables_.knows(fresh)) fresh += "'";
      variables_.add(fresh, {Laurent(1), end_}, true);
      bound.emplace(name, Laurent::variable(fresh));
    }
    for (const Expression& at : own_at_)
      expect_always(entry_where_read(at, met_), bound, "is not shown to be an entry");
  }

  // 1 <= e <= K wherever own(e) is read; null: everywhere.
  static Expression entry_where_read(const Expression& at, const Expression& read) {
    Expression within =
        language::node(Op::logic_and, {language::node(Op::less_equal, {language::number(1), at}),
                                       language::node(Op::less_equal, {at, block_end()})});
    return read ? language::node(Op::logic_or, {language::node(Op::logic_not, {read}), within}) : within;
  }

  // A coordinate of the stream may be called as an entry of the input is.
  void expect_constants(const Expression& e) const {
    for (const std::string& name : language::free_names(e)) {
      const bool symbol = std::find(names_.begin(), names_.end(), name) != names_.end();
      if (!symbol && !theorem_.constants().written(*language::name(name)))
        refuse("L11.d", e, fmt::format("reads {}, which is no symbol and no size", name));
    }
  }

  // own(e), or L*seen(a), a one of the symbols.
  void read_part(const Expression& e, std::vector<std::string>& carried) {
    const auto entry_of = [](const Expression& c, const std::string& name) {
      return c->op == Op::call && c->name == name && c->children.size() == 1;
    };
    if (entry_of(e, own_)) {
      own_at_.push_back(e->children[0]);
      result_.presence->counts.push_back(false);
      return;
    }
    for (const std::size_t side : {0U, 1U}) {
      if (e->op != Op::multiply || !entry_of(without_parentheses(e->children[side]), seen_)) continue;
      const Expression& a = without_parentheses(e->children[side])->children[0];
      const bool symbol =
          a->op == Op::name && std::find(names_.begin(), names_.end(), a->name) != names_.end();
      const Laurent factor = Terms(variables_, theorem_.constants(), "L11.d")(e->children[1 - side]);
      if (!symbol || !(factor == length_)) break;
      carried.push_back(a->name);
      result_.presence->counts.push_back(true);
      return;
    }
    refuse("L11.d", e,
           fmt::format("is neither {0}(..) nor {1}*{2}(a), a one of the symbols", own_, length_.to_string(),
                       seen_));
  }

  // The readout's condition for the symbols that tokens j.. carry.
  Expression for_tokens(Expression e, const std::vector<std::string>& tokens) const {
    for (std::size_t k = 0; k < names_.size(); ++k)
      e = substituted(e, names_[k], feature_at(language::name(tokens[k])));
    return e;
  }

  void compare_with_task() {
    const TaskStatement& task = text_.tasks.front();
    const Expression truth = without_parentheses(without_lets(task.truth, text_.lets));
    if (!quantifies_plainly(truth, Quantifier::exists) || truth->binders.size() != names_.size())
      refuse("G5", truth, fmt::format("does not ask for {} tokens", names_.size()));
    std::map<std::string, Laurent> bound;
    std::vector<std::string> tokens;
    for (const language::Binder& binder : truth->binders) {
      const Terms::Range range = Terms(variables_, theorem_.constants(), "G5").range(binder.range);
      if (!range.whole || !(range.bounds.low == run_.low) || !(range.bounds.high == run_.high))
        refuse("G5", truth, fmt::format("does not look for {} among the tokens of the head", binder.name));
      std::string fresh = binder.name;
      while (variables_.knows(fresh)) fresh += "'";
      variables_.add(fresh, range.bounds, true);
      bound.emplace(binder.name, Laurent::variable(fresh));
      tokens.push_back(binder.name);
    }
    const Expression judged = task.every ? language::name(task.indices.front()) : task.at.front();
    const Expression at_judged = feature_at(judged);
    std::optional<Refusal> first;
    std::sort(tokens.begin(), tokens.end());
    do {
      try {
        expect_same(without_parentheses(truth->children[0]), tokens, at_judged, bound);
        say("G5", fmt::format("for all symbols the readout's condition is the task's: {}",
                              language::to_string(truth)));
        return;
      } catch (const Refusal& refusal) {
        if (!first) first = refusal;
      }
    } while (std::next_permutation(tokens.begin(), tokens.end()));
    throw *first;
  }

  void expect_same(const Expression& asked, const std::vector<std::string>& tokens,
                   const Expression& at_judged, const std::map<std::string, Laurent>& bound) {
    Expression read = met_ ? for_tokens(met_, tokens) : nullptr;
    for (const Expression& e : own_at_) {
      const Expression at = for_tokens(e, tokens);
      const Expression here = language::node(Op::equal, {at_judged, at});
      read = read ? language::node(Op::logic_and, {read, here}) : here;
    }
    if (!read) throw Refusal("G5", "the readout has no condition");
    const auto no = [](const Expression& e) { return language::node(Op::logic_not, {e}); };
    expect_always(language::node(Op::logic_or, {language::node(Op::logic_and, {read, asked}),
                                                language::node(Op::logic_and, {no(read), no(asked)})}),
                  bound, "is not shown for all symbols");
  }

  // K as an expression, by a name that no text has.
  static Expression block_end() { return language::name("number of symbols"); }

  void expect_always(const Expression& condition, std::map<std::string, Laurent> bound,
                     const std::string& why) {
    bound.emplace("number of symbols", end_);
    for (const TaskPiece& piece : condition_pieces(theorem_, condition, bound)) {
      if (!piece.yes) {
        throw Refusal("G5", fmt::format("{} {}{}", language::to_string(condition), why,
                                        piece.text.empty() ? "" : ", as where " + piece.text));
      }
    }
  }

  TheoremText text_;
  SymbolicTheorem theorem_;
  proof::Variables& variables_;
  LemmaProof result_;
  Bounds run_;
  Laurent length_, end_;  // L, K
  std::string own_, seen_;
  std::map<std::string, Laurent> zeros_;  // coordinate -> its length
  Expression feature_;                    // f, of the token's index
  std::vector<std::string> names_;        // of the symbols a..
  Expression met_;                        // not C; null: always
  std::vector<Expression> own_at_;        // e..
};

}  // namespace

TheoremText without_families(TheoremText text) {
  LayerStatement& layer = text.layers.front();
  LayerStatement plain = layer;
  plain.coordinates.clear();
  plain.encoding.clear();
  plain.dimension = nullptr;
  for (std::size_t c = 0; c < layer.encoding.size(); ++c) {
    if (quantifies_plainly(layer.encoding[c], Quantifier::each) || makes_zeros(layer.encoding[c])) continue;
    plain.coordinates.push_back(layer.coordinates[c]);
    plain.encoding.push_back(layer.encoding[c]);
  }
  for (HeadStatement& head : plain.heads) {
    head.scale = nullptr;
    for (RowStatement& row : head.rows) {
      if (row.role != RowStatement::Role::value) continue;
      row.vector = language::node(Op::tuple, {language::number(1)}, row.place);
      row.coordinates = {""};
      row.places.clear();
    }
  }
  layer = std::move(plain);
  text.readout->value = language::number(0);
  std::erase_if(text.checks, [](const CheckStatement& check) { return check.name == "size"; });
  return text;
}

bool has_one_hot_family(const TheoremText& text) {
  if (text.layers.size() != 1 || text.tasks.size() != 1 || text.tokens.size() != 1 || !text.readout ||
      !text.readout->value || text.tasks.front().answer != AnswerKind::sign)
    return false;
  const LayerStatement& layer = text.layers.front();
  return layer.embed && layer.encodings.empty() && layer.coordinates.size() == layer.encoding.size() &&
         std::any_of(layer.encoding.begin(), layer.encoding.end(),
                     [](const Expression& e) { return !one_hot_feature(e).empty(); });
}

LemmaProof prove_by_presence(const TheoremText& text, const ProofSetting& setting) {
  try {
    return PresenceProof(text, setting).run();
  } catch (const std::invalid_argument& error) {  // a name that would be captured
    throw Refusal("L11.d", error.what());
  }
}

}  // namespace attest::theorems
