#include "verification/cover/random_records.hpp"

#include <algorithm>

namespace attest::random_records {

namespace {

class WrittenTruth : public BoxTruth {
 public:
  explicit WrittenTruth(const WrittenTask& task) : task_(task) {}
  Form form() const override { return task_.form; }
  const std::vector<language::ConditionTable>& conditions(std::size_t which) const override {
    return task_.conditions[which];
  }
  std::optional<long> answer(std::span<const Symbol> word, std::size_t which,
                             std::vector<std::size_t>& read) const override {
    read.insert(read.end(), task_.read[which].begin(), task_.read[which].end());
    if (task_.form != Form::whole) {
      for (const language::ConditionTable& condition : task_.conditions[which])
        read.insert(read.end(), condition.positions.begin(), condition.positions.end());
    }
    return task_.truth(word, which);
  }
  std::optional<Standing> standing(std::span<const Symbol> word,
                                   std::vector<std::size_t>& read) const override {
    for (const auto* condition : {&task_.where, &task_.judged_if}) {
      if (!*condition) continue;
      read.insert(read.end(), (*condition)->positions.begin(), (*condition)->positions.end());
      if (!(**condition)(word)) break;
    }
    return task_.standing(word);
  }

 private:
  const WrittenTask& task_;
};

class Maker {
 public:
  explicit Maker(std::mt19937_64& random) : random_(random) {}

  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  long between(long low, long high) { return std::uniform_int_distribution<long>(low, high)(random_); }
  bool coin() { return below(2) == 0; }

  std::unique_ptr<LayerSetting> make(bool of_some_words) {
    std::vector<Symbol> sizes(static_cast<std::size_t>(between(2, 4)));
    for (Symbol& size : sizes) size = static_cast<Symbol>(between(2, 3));
    InputSpace space(sizes);
    std::vector<TokenReads> reads(static_cast<std::size_t>(between(2, 4)));
    for (TokenReads& token : reads) {
      std::size_t stride = 1;
      for (std::size_t k = below(4) == 0 ? 2 : 1; k > 0; --k) {
        const std::size_t p = below(sizes.size());
        if (std::find(token.positions.begin(), token.positions.end(), p) != token.positions.end()) continue;
        token.positions.push_back(p);
        token.strides.push_back(stride);
        stride *= sizes[p];
      }
    }
    std::vector<std::size_t> judged;
    for (std::size_t t = 0; t < reads.size(); ++t) {
      if (judged.empty() || below(3) == 0) judged.push_back(t);
    }
    auto task = std::make_unique<WrittenTask>(space, reads, judged);
    WrittenTask& written = *task;
    LayerRecord record;
    record.layer = layer(written);
    auto setting = std::make_unique<LayerSetting>(Variant::constructed, Parameters(), std::move(task),
                                                  std::move(record));
    setting->set_unique_maximum(LayerSetting::UniqueMaximum::essential);
    if (of_some_words) promise(written);
    answers(*setting, written);
    return setting;
  }

 private:
  void promise(WrittenTask& task) {
    const InputSpace& space = task.space();
    const auto some_word_is_judged = [&] {
      for (Integer rank = 0; rank < space.size(); ++rank) {
        if (task.standing(space.unrank(rank)) == Standing::judged) return true;
      }
      return false;
    };
    do {
      task.where.reset();
      task.judged_if.reset();
      const std::size_t which = below(3);
      if (which != 0) task.where = condition(space);
      if (which != 1) task.judged_if = condition(space);
    } while (!some_word_is_judged());
  }

  language::ConditionTable condition(const InputSpace& space) {
    language::ConditionTable result;
    std::size_t entries = 1;
    for (std::size_t p = 0; p < space.length(); ++p) {
      if (below(3) == 0) continue;
      result.positions.push_back(p);
      result.strides.push_back(entries);
      entries *= space.alphabet_size(p);
    }
    for (std::size_t at = 0; at < entries; ++at) result.entries.push_back(below(3) != 0);
    return result;
  }

  RationalVector vector(std::size_t length, long most) {
    RationalVector result(static_cast<Eigen::Index>(length));
    for (Eigen::Index c = 0; c < result.size(); ++c) {
      result(c) = Rational(between(-most, most));
      if (below(8) == 0) result(c) /= 2;
    }
    return result;
  }

  attention::Layer layer(const WrittenTask& task) {
    attention::Layer layer;
    layer.first = task.first();
    layer.residual = coin();
    for (std::size_t k = 0; k < layer.kinds(); ++k) layer.stream.push_back(vector(3, 2));
    // Two heads of which one is enough for a yes: y = max of what each says.
    pooled_ = below(4) == 0;
    // One head that sums along a forest, an affine readout, an answer that few symbols tell.
    along_tree_ = !pooled_ && below(3) == 0;
    const std::size_t heads = pooled_ ? 2 : along_tree_ ? 1 : 1 + below(2);
    irrational_ = coin();  // of all heads: ties of scores without a common unit are not decided
    for (std::size_t h = 0; h < heads; ++h) layer.heads.push_back(head(task));
    for (std::size_t h = 0; h < heads; ++h) {
      for (std::size_t c = 0; c < layer.heads[h].value_length; ++c)
        layer.landings.push_back({h, c, pooled_ ? h : below(3), Rational(between(1, 2))});
    }
    if (pooled_) {
      using attention::Readout;
      std::vector<Readout> says;
      for (std::size_t h = 0; h < heads; ++h) {
        Readout mean = Readout::coordinate(h);
        if (coin())
          mean =
              Readout::absolute(Readout::sum(std::move(mean), Readout::constant(Rational(between(-2, 2)))));
        says.push_back(Readout::sum(Readout::constant(Rational(between(-2, 2), 2)),
                                    Readout::scaled(Rational(coin() ? 1 : -1), std::move(mean))));
      }
      layer.readouts = {Readout::maximum(std::move(says))};
      return layer;
    }
    layer.readouts = {readout(along_tree_ ? 0 : 2)};
    return layer;
  }

  attention::Head head(const WrittenTask& task) {
    static const char* const polynomials[] = {"x1*x2",         "x1*x2*x3",      "x1*x2 + x2*x3 + x1*x3",
                                              "x1*x2 + x2*x3", "x1*x2 + x1*x3", "x1*x2*x3 + x2*x3"};
    attention::Head head;
    head.name = "h";
    head.polynomial = AttentionPolynomial::parse(polynomials[below(std::size(polynomials))]);
    static const long scales[] = {1, 1, 2, 5, 20};
    head.scale = Surd(Rational(scales[below(5)], between(1, 3)));
    if (irrational_) head.scale = head.scale * Surd::square_root(Rational(2));
    const std::size_t variables = head.polynomial.variables();
    const std::size_t length = 1 + below(2);
    head.rows.resize(variables);
    for (auto& rows : head.rows) {
      for (std::size_t k = 0; k < task.first().back(); ++k) rows.push_back(vector(length, 1));
    }
    head.maps.resize(variables);
    head.value_length = 1 + below(2);
    for (std::size_t v = 0; v < variables; ++v) {
      if (v == 0 ? below(4) != 0 : coin() && v > 1) continue;
      attention::Head::Factor factor{v, {}, std::nullopt};
      for (std::size_t k = 0; k < task.first().back(); ++k)
        factor.vectors.push_back(vector(head.value_length, 2));
      head.value.push_back(std::move(factor));
    }
    std::vector<attention::Token> all;
    for (attention::Token t = 0; t < task.tokens(); ++t) all.push_back(t);
    const std::vector<std::vector<attention::Token>> domains(variables - 1, all);
    if (along_tree_ || coin()) {
      head.over = attention::IndexSet::product(domains, task.tokens());
    } else {
      const std::size_t salt = below(7);
      head.over = attention::IndexSet::filtered(domains, std::vector<bool>(task.tokens(), true),
                                                [&](attention::Token r, std::span<const attention::Token> t) {
                                                  return t.front() == r ||
                                                         (r + 3 * t.front() + 5 * t.back() + salt) % 3 != 0;
                                                });
    }
    return head;
  }

  attention::Readout readout(int depth) {
    using attention::Readout;
    if (depth == 0 || below(4) == 0) {
      attention::AffineForm form;
      form.constant = Rational(between(-3, 3), 2);
      for (std::size_t c = 0; c < 3; ++c) {
        const long coefficient = between(-1, 1);
        if (coefficient != 0) form.coefficients[c] = Rational(coefficient);
      }
      return Readout::affine(std::move(form));
    }
    switch (below(6)) {
      case 0:
        return Readout::sum(readout(depth - 1), readout(depth - 1));
      case 1:
        return Readout::scaled(Rational(between(0, 1) * 4 - 2), readout(depth - 1));
      case 2:
        return Readout::sum(readout(0), Readout::scaled(Rational(coin() ? 1 : -1),
                                                        Readout::positive_part(readout(depth - 1))));
      case 3:
        return Readout::sum(
            readout(0), Readout::scaled(Rational(coin() ? 1 : -1), Readout::absolute(readout(depth - 1))));
      case 4:
        return Readout::minimum({readout(depth - 1), readout(depth - 1)});
      default:
        return Readout::maximum({readout(depth - 1), readout(depth - 1)});
    }
  }

  void answers(const LayerSetting& setting, WrittenTask& task) {
    const InputSpace& space = task.space();
    const std::size_t judged = task.judged_positions().size();
    task.decided = !pooled_ && (along_tree_ || below(3) == 0) ? Decision::nearest : Decision::sign;
    task.form = task.decided == Decision::nearest
                    ? BoxTruth::Form::whole
                    : std::vector{BoxTruth::Form::any, BoxTruth::Form::all, BoxTruth::Form::whole}[below(3)];
    if (pooled_) task.form = BoxTruth::Form::any;
    const bool told = below(5) != 0;
    task.read.resize(judged);
    task.answers.resize(judged);
    task.conditions.resize(judged);
    for (std::size_t which = 0; which < judged; ++which) {
      if (task.form == BoxTruth::Form::whole) {
        // All positions, or a few: then the answer is that of some word that shows the same there.
        std::vector<std::size_t> order(space.length());
        for (std::size_t p = 0; p < order.size(); ++p) order[p] = p;
        std::shuffle(order.begin(), order.end(), random_);
        if (along_tree_) {
          order.resize(1 + below(2));
        } else if (coin()) {
          order.resize(1 + below(order.size()));
        }
        task.read[which] = order;
        for (Integer rank = 0; rank < space.size(); ++rank) {
          const Word word = space.unrank(rank);
          std::vector<Symbol> seen;
          for (const std::size_t p : order) seen.push_back(word[p]);
          if (task.standing(word) != Standing::judged && task.answers[which].contains(seen)) continue;
          task.answers[which][seen] = answer(setting, task, word, which, told);
        }
        continue;
      }
      const bool any = task.form == BoxTruth::Form::any;
      for (std::size_t k = 1 + below(3); k > 0; --k) {
        language::ConditionTable condition;
        std::size_t entries = 1;
        for (std::size_t p = 0; p < space.length(); ++p) {
          if (k > 1 && coin()) continue;
          condition.positions.push_back(p);
          condition.strides.push_back(entries);
          entries *= space.alphabet_size(p);
        }
        // Sought where every word that shows this is answered so, if the layer is told.
        condition.entries.assign(entries, any);
        for (std::size_t at = 0; at < entries && !told; ++at) condition.entries[at] = coin();
        for (Integer rank = 0; rank < space.size() && told; ++rank) {
          const Word word = space.unrank(rank);
          if (task.standing(word) != Standing::judged) continue;
          std::size_t at = 0;
          for (std::size_t c = 0; c < condition.positions.size(); ++c)
            at += condition.strides[c] * word[condition.positions[c]];
          if ((answer(setting, task, word, which, true) == 1) != any) condition.entries[at] = !any;
        }
        if (below(6) == 0) condition.entries[below(entries)] = coin();
        task.conditions[which].push_back(std::move(condition));
      }
    }
  }

  long answer(const LayerSetting& setting, const WrittenTask& task, const Word& word, std::size_t which,
              bool told) {
    const bool sign = task.decided == Decision::sign;
    if (!told || below(100) == 0 || task.standing(word) != Standing::judged)
      return sign ? between(0, 1) : between(-2, 2);
    const attention::LayerOutput output = setting.evaluate(word, which);
    if (sign) return output.compare(Rational(0)) == Ordering::greater ? 1 : 0;
    return std::lround(output.deviation(Rational(0), 40).middle_double());
  }

  std::mt19937_64& random_;
  bool irrational_ = false;
  bool pooled_ = false;
  bool along_tree_ = false;
};

}  // namespace

std::unique_ptr<const BoxTruth> WrittenTask::box_truth() const {
  return std::make_unique<WrittenTruth>(*this);
}

std::unique_ptr<LayerSetting> random_setting(std::mt19937_64& random) {
  return Maker(random).make(false);
}

std::unique_ptr<LayerSetting> random_setting_of_some_words(std::mt19937_64& random) {
  return Maker(random).make(true);
}

}  // namespace attest::random_records
