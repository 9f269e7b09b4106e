#include "theorems/proof/by_shattering.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "theorems/lets.hpp"
#include "theorems/proof/shattered_cases.hpp"

namespace attest::theorems {

using language::Op;
using proof::Bounds;
using proof::Laurent;
using proof::Refusal;

namespace {

constexpr std::size_t most_atoms = 14;
constexpr std::size_t most_splits = 24;

// Truth values of atoms that no axiom excludes.
class Patterns {
 public:
  Patterns(const proof::Variables& variables, const Laurent& row) : variables_(variables) {
    own_ = place_of({false, {}, row});
  }

  void add(const ShatteredCase& one) {
    std::vector<std::pair<std::size_t, bool>> places;
    for (const PatternLiteral& literal : one.literals)
      places.emplace_back(place_of(literal.atom), literal.value);
    places_.push_back(std::move(places));
    cases_.push_back(one);
  }

  // A case that is met where the row's own bit is 0; nothing where there is none.
  std::optional<ShatteredCase> wrong() const { return find(false); }
  // Whether one of the witnesses is met wherever the row's own bit is 1.
  bool covered() const { return !find(true); }

 private:
  std::size_t place_of(const PatternAtom& atom) {
    const auto known = std::find(atoms_.begin(), atoms_.end(), atom);
    if (known != atoms_.end()) return static_cast<std::size_t>(known - atoms_.begin());
    if (atoms_.size() == most_atoms) throw Refusal("S1", "more conditions on the pattern than are compared");
    atoms_.push_back(atom);
    return atoms_.size() - 1;
  }
  bool shows(const Laurent& value) const { return variables_.proves_nonnegative(value); }

  // What atoms imply of each other, found once.
  struct Implications {
    std::vector<std::size_t> always;                       // all has(a..b), b < a
    std::vector<std::pair<std::size_t, std::size_t>> one;  // the first implies the second
    std::vector<std::array<std::size_t, 3>> two;           // the first and the second imply the third
  };
  Implications implications() const {
    Implications result;
    for (std::size_t a = 0; a < atoms_.size(); ++a) {
      const PatternAtom& all = atoms_[a];
      if (!all.all) continue;
      if (shows(all.from - all.to - Laurent(1))) result.always.push_back(a);
      for (std::size_t b = 0; b < atoms_.size(); ++b) {
        const PatternAtom& other = atoms_[b];
        if (b == a) continue;
        if (shows(all.to - other.to) && shows((other.all ? other.from : other.to) - all.from))
          result.one.emplace_back(a, b);
        if (all.to == all.from && other == PatternAtom{false, {}, all.to}) result.one.emplace_back(b, a);
        // `all` is `other` and one row more.
        if (!other.all || !(other.from == all.from) || !(all.to - other.to == Laurent(1))) continue;
        const auto last = std::find(atoms_.begin(), atoms_.end(), PatternAtom{false, {}, all.to});
        if (last != atoms_.end())
          result.two.push_back({b, static_cast<std::size_t>(last - atoms_.begin()), a});
      }
    }
    return result;
  }

  static bool allowed(const Implications& known, std::size_t values) {
    const auto holds = [&](std::size_t k) { return (values >> k & 1U) != 0; };
    return std::all_of(known.always.begin(), known.always.end(), holds) &&
           std::all_of(known.one.begin(), known.one.end(),
                       [&](const auto& pair) { return !holds(pair.first) || holds(pair.second); }) &&
           std::all_of(known.two.begin(), known.two.end(), [&](const auto& three) {
             return !holds(three[0]) || !holds(three[1]) || holds(three[2]);
           });
  }

  bool met(const std::vector<std::pair<std::size_t, bool>>& literals, std::size_t values) const {
    return std::all_of(literals.begin(), literals.end(), [&](const auto& literal) {
      return ((values >> literal.first & 1U) != 0) == literal.second;
    });
  }

  // `bit` 0: a case that is met. 1: an allowed pattern without a witness, as an empty case.
  std::optional<ShatteredCase> find(bool bit) const {
    const Implications known = implications();
    for (std::size_t values = 0; values < std::size_t{1} << atoms_.size(); ++values) {
      if (((values >> own_ & 1U) != 0) != bit || !allowed(known, values)) continue;
      bool witnessed = false;
      for (std::size_t k = 0; k < cases_.size(); ++k) {
        if (!met(places_[k], values)) continue;
        if (!bit) return cases_[k];
        witnessed = witnessed || cases_[k].witness;
      }
      if (bit && !witnessed) return ShatteredCase{};
    }
    return std::nullopt;
  }

  const proof::Variables& variables_;
  std::vector<PatternAtom> atoms_;
  std::vector<ShatteredCase> cases_;
  std::vector<std::vector<std::pair<std::size_t, bool>>> places_;  // of the literals of each
  std::size_t own_ = 0;
};

class ShatteringProof {
 public:
  ShatteringProof(const TheoremText& text, const std::string& size, const Integer& multiple,
                  const Integer& from)
      : text_(with_lets_written_out(text)) {
    ShatterStatement& shatter = *text_.shatter;
    shatter.function = without_lets(shatter.function, text.lets);
    shatter.members = without_lets(shatter.members, text.lets);
    for (auto* side : {&shatter.rows, &shatter.columns}) {
      for (InputAssignment& a : *side) a.value = without_lets(a.value, text.lets);
    }
    const std::string name = multiple == 1 ? size : size + "/" + multiple.str();
    if (multiple != 1) shown_.emplace(name, Laurent(Rational(1, multiple)) * Laurent::variable(size));
    variables_.add_size(name, from);
    sizes_.emplace(size, Laurent(Rational(multiple)) * Laurent::variable(name));
    constants_.written = [this](const language::Node& e) -> std::optional<Laurent> {
      const auto found = e.op == Op::name ? sizes_.find(e.name) : sizes_.end();
      return found == sizes_.end() ? std::nullopt : std::optional(found->second);
    };
    if (multiple != 1)
      say("sizes", fmt::format("{} is a multiple of {}, at least {}", size, multiple.str(),
                               Integer(multiple * from).str()));
  }

  LemmaProof run() {
    result_.lemma = "shattering";
    const ShatterStatement& shatter = *text_.shatter;
    if (shatter.rows.empty()) throw Refusal("S1", "no rows and columns are stated");
    const Terms::Range range = Terms(variables_, constants_, "S1").range(shatter.members);
    rows_ = range.bounds;
    if (!range.whole || !variables_.nonnegative(rows_.high - rows_.low)) {
      throw Refusal("S1", fmt::format("line {}: that there is a row is not shown for all sizes",
                                      shatter.members->place.line));
    }
    expect_letters();
    std::size_t splits = 0;
    prove_rows(rows_, splits);
    checks();
    return std::move(result_);
  }

 private:
  std::string said(const Laurent& value) const { return value.substitute(shown_).to_string(); }
  std::string said(const ShatteredCase& one) const {
    std::string text;
    for (const PatternLiteral& literal : one.literals) {
      text += (text.empty() ? "" : " and ") + std::string(literal.value ? "" : "not ");
      text += literal.atom.all
                  ? fmt::format("all has({}..{})", said(literal.atom.from), said(literal.atom.to))
                  : fmt::format("has({})", said(literal.atom.to));
    }
    return text.empty() ? "whatever the pattern is" : text;
  }
  void say(const std::string& name, const std::string& statement) {
    result_.steps.push_back({name, statement});
  }

  // One name for one range of rows.
  Laurent row_of(const Bounds& range) {
    if (range.low == range.high) return range.low;
    for (const auto& [name, known] : named_) {
      if (known.low == range.low && known.high == range.high) return Laurent::variable(name);
    }
    std::string name = text_.shatter->index;
    while (variables_.knows(name)) name += "'";
    variables_.add(name, range, true);
    named_.emplace_back(name, range);
    return Laurent::variable(name);
  }

  // Rows below, at and above a number at which something changes.
  template <class Work>
  void by_rows(const Bounds& range, std::size_t& splits, const Work& work) {
    try {
      return work(row_of(range), range);
    } catch (const SplitRow& split) {
      if (++splits > most_splits) throw Refusal("S1", "the rows fall into more parts than are gone through");
      const auto part = [&](const Bounds& one) {
        if (variables_.positive(one.low - one.high)) return;
        if (!variables_.nonnegative(one.high - one.low))
          throw Refusal("S1", fmt::format("whether there are rows {} to {} is not shown for all sizes",
                                          said(one.low), said(one.high)));
        by_rows(one, splits, work);
      };
      if (!variables_.nonnegative(split.at - range.low) || !variables_.nonnegative(range.high - split.at))
        throw Refusal("S1", fmt::format("whether row {} is one is not shown", said(split.at)));
      part({range.low, split.at - Laurent(1)});
      part({split.at, split.at});
      part({split.at + Laurent(1), range.high});
    }
  }

  void expect_letters() {
    std::size_t splits = 0;
    by_rows(rows_, splits, [&](const Laurent& row, const Bounds&) {
      proof::Variables own = variables_;
      ShatteredCases(text_, sizes_, own, rows_, row, shown_).expect_letters();
    });
    say("S2",
        fmt::format(
            "in every row {} in {} to {} and in the column of every pattern each letter is one of its input's",
            text_.shatter->index, said(rows_.low), said(rows_.high)));
  }

  void prove_rows(const Bounds& range, std::size_t& splits) {
    by_rows(range, splits, [&](const Laurent& row, const Bounds& rows) {
      proof::Variables own = variables_;
      const auto ones = ShatteredCases(text_, sizes_, own, rows_, row, shown_).ones();
      Patterns patterns(own, row);
      for (const ShatteredCase& one : ones) patterns.add(one);
      const std::string which = rows.low == rows.high ? fmt::format("row {}", said(row))
                                                      : fmt::format("rows {} in {} to {}", said(row),
                                                                    said(rows.low), said(rows.high));
      if (const auto wrong = patterns.wrong()) {
        throw Refusal(
            "S1",
            fmt::format("{}: that the function is 0 where has({}) is 0 is not shown, for patterns with {}",
                        which, said(row), said(*wrong)));
      }
      if (!patterns.covered())
        throw Refusal("S1", fmt::format("{}: that the function is 1 where has({}) is 1 is not shown", which,
                                        said(row)));
      std::vector<std::string> ways;
      for (const ShatteredCase& one : ones) {
        const std::string text = said(one);
        if (one.witness && std::find(ways.begin(), ways.end(), text) == ways.end()) ways.push_back(text);
      }
      say("S1",
          fmt::format("{}: the function is 1 where {}, and in no other case that can be; this is has({})",
                      which, fmt::join(ways, ", or "), said(row)));
    });
  }

  void checks() {
    const Laurent count = rows_.high - rows_.low + Laurent(1);
    for (const CheckStatement& check : text_.checks) {
      if (check.name == "shattered" || !check.essential) continue;
      const bool bound = check.name == "vc" && check.formula->op == Op::greater_equal;
      if (!bound) {
        throw Refusal("checks", fmt::format("line {}: '{}' is essential and is not proved for every size",
                                            check.place.line, check.name));
      }
      const Laurent least =
          Terms(variables_, constants_, "checks")(without_lets(check.formula->children[1], text_.lets));
      if (!variables_.nonnegative(count - least))
        throw Refusal("checks",
                      fmt::format("{} rows are not shown to be at least {}", said(count), said(least)));
    }
    result_.bound = fmt::format("split-VC >= {}", said(count));
    say("bound",
        fmt::format("{} rows are shattered, and so different: the splitting VC dimension is at least {}",
                    said(count), said(count)));
  }

  TheoremText text_;
  proof::Variables variables_;
  std::map<std::string, Laurent> sizes_;
  std::map<std::string, Laurent> shown_;  // of l/2: half of l
  TermNames constants_;
  Bounds rows_;
  std::vector<std::pair<std::string, Bounds>> named_;
  LemmaProof result_;
};

}  // namespace

LemmaProof prove_by_shattering(const TheoremText& text, const std::string& size, const Integer& multiple,
                               const Integer& from) {
  return ShatteringProof(text, size, multiple, from).run();
}

}  // namespace attest::theorems
