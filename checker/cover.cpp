#include "checker/cover.hpp"

#include <algorithm>

#include "checker/refusal.hpp"

namespace attest_check {

namespace {

constexpr std::size_t most_forms = 1024, most_conditions = 1U << 20;

// [[3,1],[40,0]]
std::string listed(const Values& values) {
  std::string text;
  for (const auto& [cell, value] : values)
    text += (text.empty() ? "[" : ",[") + std::to_string(cell + 1) + "," + std::to_string(value) + "]";
  return "[" + text + "]";
}

}  // namespace

Report check_cover(std::istream& in) {
  Lines lines(in);
  LineReader first = lines.next();
  const Record record = read_record(first);
  if (record.claim != Claim::by_cover)
    throw OtherProgram("this is no certificate of a cover but one " + which_checks(record.claim));
  const Layer layer(record);
  Cover cover(record, layer);
  cover.run([&](const std::string& place) {
    LineReader line = lines.next();
    std::optional<Closing> closing;
    line.expect(place);
    if (line.skip(",\"close\":")) {
      closing.emplace();
      line.list([&] {
        closing->emplace_back();
        line.list([&] { closing->back().push_back(static_cast<std::size_t>(line.integer(0, 1000))); });
      });
    }
    line.expect("}");
    line.end();
    return closing;
  });
  lines.expect_end(lines.next());
  mpz_class inputs = 1;
  for (std::size_t c = 0; c < record.cells; ++c)
    inputs *= static_cast<unsigned long>(field_of(record, c).values.size());
  return {record.claimed("every output is right on every input"),
          std::to_string(cover.boxes()) + " boxes hold all " + inputs.get_str() +
              " inputs, and every output is right in each"};
}

Cover::Cover(const Record& record, const Layer& layer)
    : record_(record),
      layer_(layer),
      roles_(roles_of(record, layer)),
      cells_(record.cells, free_cell),
      winners_(record.heads.size()) {
  bool known = !record.heads.empty() && record.where.empty() && !record.judged_if;
  for (const InputField& field : record.inputs) known = known && !field.injective;
  for (const Head& head : record.heads) {
    known = known && head.kernel == Kernel::softmax && head.factor != 0;
    first_.push_back(first_.back() + head.value_length);
  }
  if (!known)
    throw Rejection("a cover is of softmax heads, all words are inputs, and all of them are judged");
}

void Cover::run(const Guide& guide) {
  guide_ = &guide;
  const std::vector<long> none = cells_;
  for (const Layer::Judged& judged : layer_.judged()) {
    judged_ = judged;
    std::vector<Values> own;  // all that the token shows by itself is known
    each_case(record_, cells_, [&] {
      for (const Head& head : record_.heads) shown_by(head, layer_, 0, judged.token, cells_);
      residual_of(record_, layer_, judged.token, cells_);
      own.push_back(added_values(none, cells_));
    });
    for (const Values& values : own) {
      assign(cells_, values);
      const std::string place =
          "{\"token\":[" + std::to_string(judged.token + 1) + "," + listed(values) + "]";
      if (guide(place)) throw Rejection("at " + place + "}: this is no box");
      residual_ = residual_of(record_, layer_, judged.token, cells_);
      tables_.clear();
      for (std::size_t h = 0; h < record_.heads.size(); ++h)
        tables_.emplace_back(record_, layer_, roles_, h, judged.token, cells_);
      list_conditions();
      each_winner(0);
      cells_ = none;
    }
  }
}

// All conditions are looked at in every case, so that each of them has a value on every word.
void Cover::list_conditions() {
  const Node* node = judged_.task->truth.get();
  while (node->op == Op::letter) node = node->children[0].get();
  conditions_.clear();
  by_conditions_ =
      judged_.task->sign && node->op == Op::quantifier && (node->text == "exists" || node->text == "forall");
  if (!by_conditions_) return;
  met_ = node->text == "exists";
  const std::vector<long> known = cells_;
  Scope names = layer_.task_scope(cells_, judged_);
  try {
    Evaluation(names).at_choices(node->binders, [&] {
      each_case(record_, cells_, [&] {
        const bool asked = !node->such_that || Evaluation(names).truth(*node->such_that);
        if (!asked || Evaluation(names).truth(*node->children[0]) != met_) return;
        conditions_.push_back(added_values(known, cells_));
        if (conditions_.size() > most_conditions) throw Undecided("an answer of more than 2^20 cases");
      });
      return false;
    });
  } catch (const FreeCell&) {  // a range hangs on the input
    by_conditions_ = false;
  }
}

std::optional<mpz_class> Cover::truth() {
  try {
    return layer_.truth(cells_, judged_);
  } catch (const FreeCell& free) {
    open_ = free.cell;
  }
  bool can_be = !by_conditions_;
  for (std::size_t k = 0; by_conditions_ && k < conditions_.size(); ++k) {
    if (!agree(cells_, conditions_[k])) continue;
    const std::vector<long> before = cells_;
    assign(cells_, conditions_[k]);
    if (cells_ == before) return mpz_class(met_ ? 1 : 0);
    can_be = can_be || possible();
    cells_ = before;
  }
  if (can_be) return std::nullopt;
  return mpz_class(met_ ? 0 : 1);
}

// The entries that a tuple may have on an input of the box, until one is enough: no tuple is better than the best one.
template <class Visit>
void Cover::each_allowed(std::size_t h, const HeadTable::Tuple& tuple, const Visit& visit) const {
  for (const HeadTable::Entry& entry : tuple.entries) {
    const bool allowed = entry.score <= winners_[h]->score && agree(cells_, entry.values);
    if (allowed && visit(entry)) return;
  }
}

// Whether every tuple has such an entry: else no input is in the box.
bool Cover::possible() const {
  for (std::size_t h = 0; h < winners_.size(); ++h) {
    for (std::size_t t = 0; winners_[h] != nullptr && t < tables_[h].tuples.size(); ++t) {
      bool found = false;
      each_allowed(h, tables_[h].tuples[t], [&](const auto&) { return found = true; });
      if (!found) return false;
    }
  }
  return true;
}

void Cover::each_winner(std::size_t h) {
  const std::vector<long> before = cells_;
  for (const HeadTable::Tuple& tuple : tables_[h].tuples) {
    std::string tokens;
    for (const std::size_t token : tuple.tokens)
      tokens += (tokens.empty() ? "" : ",") + std::to_string(token + 1);
    for (const HeadTable::Entry& entry : tuple.entries) {
      if (!agree(cells_, entry.values)) continue;
      assign(cells_, entry.values);
      winners_[h] = &entry;
      const std::string head = std::to_string(h + 1);
      if (possible()) box("{\"best\":[" + head + ",[" + tokens + "]," + listed(entry.values) + "]");
      cells_ = before;
    }
  }
  winners_[h] = nullptr;
}

// One that is not closed is split: by the answer's cell, then by the best tuple of a further head, then by any cell.
void Cover::box(const std::string& place) {
  ++boxes_;
  if (const auto closing = (*guide_)(place)) {
    if (!closed(*closing)) throw Rejection("at " + place + "}: this does not close the box");
    return;
  }
  const bool known = truth().has_value();
  for (std::size_t h = 0; known && h < winners_.size(); ++h) {
    if (winners_[h] == nullptr) return each_winner(h);
  }
  const auto free = std::find(cells_.begin(), cells_.end(), free_cell);
  const std::size_t cell = known ? static_cast<std::size_t>(free - cells_.begin()) : open_;
  if (cell == cells_.size()) throw Rejection("at " + place + "}: nothing is left to split this by");
  for (const long value : field_of(record_, cell).values) {
    cells_[cell] = value;
    if (possible()) box("{\"cell\":[" + std::to_string(cell + 1) + "," + std::to_string(value) + "]");
  }
  cells_[cell] = free_cell;
}

// A yes is y > 0, a no -y >= 0, a number T y - T + 1/2 > 0 and T - y + 1/2 > 0.
bool Cover::closed(const Closing& closing) {
  const auto right = truth();
  if (!right) return false;
  const bool sign_asked = judged_.task->sign;
  if (closing.size() != (sign_asked ? 1 : 2)) throw Rejection("another number of claims");
  for (std::size_t k = 0; k < closing.size(); ++k) {
    const int sign = (sign_asked ? *right == 1 : k == 0) ? 1 : -1;
    std::size_t at = 0;
    for (Form& form : forms(record_.readout, sign, closing[k], at)) {
      if (!sign_asked) form[0] += mpq_class(1, 2) - sign * *right;
      if (!above(form, !sign_asked || *right == 1)) return false;
    }
    if (at != closing[k].size()) throw Rejection("more parts are taken than there are maxima");
  }
  return true;
}

// Affine forms of which the least is at most factor * readout: of a maximum one part bounds it, of a minimum all are needed.
std::vector<Cover::Form> Cover::forms(const Readout& readout, const mpq_class& factor,
                                      const std::vector<std::size_t>& choices, std::size_t& at) const {
  using Part = Readout::Op;
  Form form(first_.back());
  if (readout.op == Part::affine) {
    form[0] = factor * readout.number;
    for (const auto& [coordinate, own] : readout.terms) {
      form[0] += factor * own * residual_[coordinate];
      for (const Landing& one : record_.landings) {
        if (one.to == coordinate) form[first_[one.head] + one.from] += factor * own * one.factor;
      }
    }
    return {form};
  }
  if (readout.op == Part::scaled) return forms(readout.children[0], factor * readout.number, choices, at);
  if (readout.op == Part::product) throw Rejection("a cover is of readouts without products");
  if (readout.op == Part::sum) {
    std::vector<Form> sums{form};
    for (const Readout& child : readout.children) {
      std::vector<Form> longer;
      for (const Form& part : forms(child, factor, choices, at)) {
        for (Form sum : sums) {
          for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += part[k];
          longer.push_back(std::move(sum));
        }
        if (longer.size() > most_forms) throw Undecided("a readout of more than 1024 forms");
      }
      sums = std::move(longer);
    }
    return sums;
  }
  // Its parts, each with the factor that it has there; null is 0.
  const bool maximum = (readout.op == Part::minimum) != (factor > 0);
  std::vector<std::pair<const Readout*, mpq_class>> parts;
  for (const Readout& child : readout.children) parts.emplace_back(&child, factor);
  if (readout.op == Part::absolute) parts.emplace_back(&readout.children[0], -factor);
  if (readout.op == Part::relu || (readout.op == Part::absolute && maximum)) parts.emplace_back(nullptr, 0);
  if (maximum) {
    if (at >= choices.size() || choices[at] >= parts.size())
      throw Rejection("a maximum of which no part is taken");
    parts = {parts[choices[at++]]};
  }
  std::vector<Form> list;
  for (const auto& [part, own] : parts) {
    const auto more = part == nullptr ? std::vector<Form>{form} : forms(*part, own, choices, at);
    list.insert(list.end(), more.begin(), more.end());
  }
  return list;
}

bool Cover::above(const Form& form, bool strict) {
  std::vector<std::size_t> heads;  // that it depends on
  for (std::size_t k = 1, h = 0; k < form.size(); ++k) {
    while (k == first_[h + 1]) ++h;
    if (form[k] != 0 && (heads.empty() || heads.back() != h)) heads.push_back(h);
  }
  const bool alone = heads.size() == 1;
  mpq_class bound = alone ? mpq_class(0) : form[0];
  for (const std::size_t h : heads) {
    if (winners_[h] == nullptr) return false;  // nothing is known of its mean
    bound += least_mean(h, form, alone);
  }
  return strict ? bound > 0 : bound >= 0;
}

// Of a head that is alone in the form, what has the sign of a lower bound of the form: the sum over the tuples of weight times f, f being
// the form at the tuple's value. Of another, a lower bound of its mean of f: f at the best tuple, and that sum for what f is more
// elsewhere where it is negative, as the weights add up to 1 or more.
mpq_class Cover::least_mean(std::size_t h, const Form& form, bool alone) {
  HeadTable& table = tables_[h];
  Form own(form.begin() + static_cast<std::ptrdiff_t>(first_[h]),
           form.begin() + static_cast<std::ptrdiff_t>(first_[h + 1]));
  const std::size_t length = own.size();
  own.push_back(alone ? form[0] : mpq_class(0));
  const WholeNumbers factors(own);
  std::vector<Wide> f;
  const Wide most = (Wide(1) << 62) / static_cast<long>(2 * table.tuples.size() + 2);  // also of differences
  for (std::size_t number = 0; number * length < table.values.of.size(); ++number) {
    f.push_back(Wide(factors.of[length]) * table.values.denominator);
    for (std::size_t c = 0; c < length; ++c)
      f.back() += Wide(factors.of[c]) * table.values.of[number * length + c];
    if (f.back() > most || f.back() < -most) throw Undecided("a readout of values beyond 2^62");
  }
  const Wide shift = alone ? Wide(0) : f[winners_[h]->number];
  Wide total = 0;
  for (const HeadTable::Tuple& tuple : table.tuples) {
    std::optional<Wide> least;
    each_allowed(h, tuple, [&](const HeadTable::Entry& entry) {
      const auto& [low, high] = table.weight_of(winners_[h]->score - entry.score);
      const Wide value = f[entry.number] - shift, term = value * (value < 0 ? high : low);
      if (!least || term < *least) least = term;
      return false;
    });
    total += least.value_or(0);
  }
  if (!alone) total = std::min(total, Wide(0)) + (shift << HeadTable::weight_bits);
  mpz_class whole(static_cast<long>(total >> 62));
  whole = (whole << 62) + static_cast<long>(total & ((Wide(1) << 62) - 1));
  const mpz_class scale = mpz_class(1) << HeadTable::weight_bits;
  return mpq_class(whole) / scale / factors.denominator / table.values.denominator;
}

}  // namespace attest_check
