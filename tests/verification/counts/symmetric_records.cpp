#include "verification/counts/symmetric_records.hpp"

#include <algorithm>

namespace attest::symmetric_records {

namespace {

using attention::Readout;
using random_records::WrittenTask;

class Maker {
 public:
  explicit Maker(std::mt19937_64& random) : random_(random) {}

  std::unique_ptr<LayerSetting> make() {
    const std::size_t tokens = static_cast<std::size_t>(between(3, 5));
    symbols_ = static_cast<Symbol>(between(2, 3));
    // One symbol a token; or two, of two rows of positions; the last token may show the first one's symbol as well.
    const std::size_t rows = tokens <= 3 && symbols_ == 2 && below(3) == 0 ? 2 : 1;
    InputSpace space(std::vector<Symbol>(rows * tokens, symbols_));
    std::vector<TokenReads> reads(tokens);
    for (std::size_t t = 0; t < tokens; ++t) {
      for (std::size_t r = 0; r < rows; ++r) {
        reads[t].positions.push_back(r * tokens + t);
        reads[t].strides.push_back(r == 0 ? 1 : symbols_);
      }
    }
    if (rows == 1 && below(5) == 0) reads.back().positions.front() = 0;
    kinds_ = rows == 1 ? symbols_ : std::size_t{symbols_} * symbols_;
    std::vector<std::size_t> judged{below(tokens)};
    if (below(4) == 0 && judged.front() + 1 < tokens) judged.push_back(tokens - 1);
    auto task = std::make_unique<WrittenTask>(space, reads, judged);
    WrittenTask& written = *task;
    odd_ = below(3) == 0 ? below(tokens) : tokens;  // the token that is not like the others, if any
    LayerRecord record;
    record.layer = layer(written);
    auto setting = std::make_unique<LayerSetting>(Variant::constructed, Parameters(), std::move(task),
                                                  std::move(record));
    if (below(4) == 0) written.judged_if = condition(space);
    if (below(2) == 0) setting->add_condition(normalised_weights({0, tokens - 1}, true));
    answers(*setting, written);
    return setting;
  }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  long between(long low, long high) { return std::uniform_int_distribution<long>(low, high)(random_); }
  bool coin() { return below(2) == 0; }

  language::ConditionTable condition(const InputSpace& space) {
    language::ConditionTable result;
    result.positions = {below(space.length())};
    result.strides = {1};
    for (Symbol s = 0; s < symbols_; ++s) result.entries.push_back(s == 0 || coin());
    return result;
  }

  RationalVector vector(std::size_t length, long most) {
    RationalVector result(static_cast<Eigen::Index>(length));
    for (Eigen::Index c = 0; c < result.size(); ++c)
      result(c) = Rational(between(-most, most), below(5) == 0 ? 2 : 1);
    return result;
  }

  // By what a token shows, the odd one apart.
  std::vector<RationalVector> by_content(const WrittenTask& task, std::size_t length, long most) {
    std::vector<RationalVector> of_all;
    std::vector<RationalVector> of_odd;
    for (std::size_t k = 0; k < kinds_; ++k) {
      of_all.push_back(vector(length, most));
      of_odd.push_back(vector(length, most));
    }
    std::vector<RationalVector> result;
    for (std::size_t t = 0; t < task.tokens(); ++t) {
      for (std::size_t k = 0; k < kinds_; ++k) result.push_back(t == odd_ ? of_odd[k] : of_all[k]);
    }
    return result;
  }

  attention::Head head(const WrittenTask& task) {
    attention::Head head;
    head.name = "h";
    head.polynomial = AttentionPolynomial::standard();
    static const attention::Kernel kernels[] = {attention::Kernel::softmax, attention::Kernel::softmax,
                                                attention::Kernel::expressive,
                                                attention::Kernel::exact_match};
    head.kernel = kernels[below(4)];
    const std::size_t length = 1 + below(2);
    head.rows = {by_content(task, length, 1), by_content(task, length, 1)};
    if (head.kernel == attention::Kernel::softmax) {
      head.scale = Surd(Rational(between(1, 6), between(1, 3)));
      if (irrational_) head.scale = head.scale * Surd::square_root(Rational(2));
      if (!irrational_ && logarithm_)
        head.scale = Surd(Rational(between(1, 3))) * Surd::logarithm(Rational(between(3, 6), 2));
      if (!irrational_ && !logarithm_ && below(8) == 0) head.scale = Surd(Rational(0));
    }
    head.maps.resize(2);
    head.value_length = 1 + below(2);
    head.value.push_back({1, by_content(task, head.value_length, 2), std::nullopt});
    if (below(4) == 0) head.value.push_back({0, by_content(task, head.value_length, 1), std::nullopt});
    std::vector<attention::Token> all;
    for (attention::Token t = 0; t < task.tokens(); ++t) all.push_back(t);
    head.over = coin()
                    ? attention::IndexSet::product({all}, task.tokens())
                    : attention::IndexSet::filtered(
                          {all}, std::vector<bool>(task.tokens(), true),
                          [](attention::Token r, std::span<const attention::Token> t) { return t[0] <= r; });
    return head;
  }

  attention::Layer layer(const WrittenTask& task) {
    attention::Layer layer;
    layer.first = task.first();
    layer.residual = coin();
    layer.stream = by_content(task, 3, 1);
    irrational_ = coin();
    logarithm_ = coin();
    const std::size_t heads = 1 + (below(3) == 0 ? 1 : 0);
    for (std::size_t h = 0; h < heads; ++h) {
      layer.heads.push_back(head(task));
      const std::size_t to = below(3);
      for (std::size_t c = 0; c < layer.heads[h].value_length; ++c)
        layer.landings.push_back({h, c, coin() ? to : below(3), Rational(between(1, 2))});
    }
    layer.readouts = {readout(2)};
    return layer;
  }

  Readout readout(int depth) {
    if (depth == 0 || below(4) == 0) {
      attention::AffineForm form;
      form.constant = Rational(between(-3, 3), 2);
      for (std::size_t c = 0; c < 3; ++c) {
        if (const long coefficient = between(-1, 1); coefficient != 0) form.coefficients[c] = coefficient;
      }
      return Readout::affine(std::move(form));
    }
    switch (below(5)) {
      case 0:
        return Readout::sum(readout(depth - 1),
                            Readout::scaled(Rational(coin() ? 1 : -2), readout(depth - 1)));
      case 1:
        return Readout::sum(readout(0), Readout::scaled(Rational(coin() ? 1 : -1),
                                                        Readout::positive_part(readout(depth - 1))));
      case 2:
        return Readout::sum(
            readout(0), Readout::scaled(Rational(coin() ? 1 : -1), Readout::absolute(readout(depth - 1))));
      case 3:
        return Readout::minimum({readout(depth - 1), readout(depth - 1)});
      default:
        return Readout::maximum({readout(depth - 1), readout(depth - 1)});
    }
  }

  // Told by the layer on some word that shows the same where it is read, or, of conditions, not told: exists t (for all t): P, P of what one
  // token shows, or of two neighbours, the same everywhere but for one, if at all.
  void answers(const LayerSetting& setting, WrittenTask& task) {
    const InputSpace& space = task.space();
    const std::size_t judged = task.judged_positions().size();
    task.decided = coin() ? Decision::sign : Decision::nearest;
    task.form = task.decided == Decision::nearest || coin() ? BoxTruth::Form::whole
                : coin()                                    ? BoxTruth::Form::any
                                                            : BoxTruth::Form::all;
    task.read.resize(judged);
    task.answers.resize(judged);
    task.conditions.resize(judged);
    for (std::size_t which = 0; which < judged; ++which) {
      if (task.form != BoxTruth::Form::whole) {
        std::vector<bool> entries;
        for (Symbol s = 0; s < symbols_; ++s) entries.push_back(coin());
        for (std::size_t p = 0; p < space.length(); ++p) {
          task.conditions[which].push_back({{p}, {1}, entries});
          if (below(12) == 0) task.conditions[which].back().entries[0].flip();
        }
        continue;
      }
      std::vector<std::size_t> order(space.length());
      for (std::size_t p = 0; p < order.size(); ++p) order[p] = p;
      std::shuffle(order.begin(), order.end(), random_);
      order.resize(below(3) == 0 ? order.size() : 1 + below(2));
      task.read[which] = order;
      std::vector<Integer> ranks;
      for (Integer rank = 0; rank < space.size(); ++rank) ranks.push_back(rank);
      std::shuffle(ranks.begin(), ranks.end(), random_);
      for (const Integer& rank : ranks) {
        const Word word = space.unrank(rank);
        std::vector<Symbol> seen;
        for (const std::size_t p : order) seen.push_back(word[p]);
        if (task.answers[which].contains(seen)) continue;
        const attention::LayerOutput output = setting.evaluate(word, which);
        task.answers[which][seen] = task.decided == Decision::sign
                                        ? (output.compare(Rational(0)) == Ordering::greater ? 1 : 0)
                                        : std::lround(output.deviation(Rational(0), 40).middle_double());
        if (below(60) == 0) task.answers[which][seen] = between(0, 1);
      }
    }
  }

  std::mt19937_64& random_;
  Symbol symbols_ = 2;
  std::size_t kinds_ = 2;
  std::size_t odd_ = 0;
  bool irrational_ = false;
  bool logarithm_ = false;
};

}  // namespace

std::unique_ptr<LayerSetting> random_setting(std::mt19937_64& random) {
  return Maker(random).make();
}

}  // namespace attest::symmetric_records
