#include "tasks/datasets/dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "claims/parameter_specs.hpp"
#include "claims/usage_error.hpp"
#include "numeric/checked.hpp"
#include "tasks/datasets/generators.hpp"

namespace attest {

namespace {

constexpr std::uint64_t most_streamed = 1000000000;  // written as they are drawn
constexpr std::uint64_t most_binned = 20000000;      // a number is kept in memory for each

ParameterSpec integer(const char* name, long minimum, long maximum, long default_value, const char* meaning) {
  return with_default(integer_parameter(name, minimum, maximum, meaning), std::to_string(default_value));
}

ParameterSpec probability(const char* default_value) {
  return with_default(rational_parameter("P", 0, 1, "probability of a 1 in the relation"), default_value);
}

struct Range {
  explicit Range(const Parameters& parameters)
      : first(static_cast<int>(parameters.integer("N_min"))),
        last(static_cast<int>(parameters.integer("N_max"))) {
    if (first > last)
      throw UsageError("N_min", parameters.text("N_min"), fmt::format("at most N_max, which is {}", last));
  }
  int draw(Random& random) const { return static_cast<int>(random.between(first, last)); }
  std::size_t longest() const { return static_cast<std::size_t>(last); }
  int first;
  int last;
};

Chance chance_of(const Parameters& parameters) {
  const Rational p = rational_from_string(parameters.text("P")).value();
  const Integer limit = Integer(1) << 62;
  if (denominator_of(p) > limit)
    throw UsageError("P", parameters.text("P"), "a fraction whose denominator is below 2^62");
  return {to_size(numerator_of(p)), to_size(denominator_of(p))};
}

// Examples that are independent of each other.
template <class Draw>
void stream(std::uint64_t count, std::uint64_t seed, const ExampleSink& sink, const StopRequest& stopped,
            const ExampleFilter& takes, const Draw& draw) {
  Random random(seed);
  std::uint64_t in_a_row = 0;
  for (std::uint64_t k = 0; k < count && !stopped();) {
    const Example example = draw(random);
    if (takes && !takes(example)) {
      if (++in_a_row > most_refused_draws)
        throw UsageError(fmt::format(
            "none of {} draws in a row is of the part that is written: the sizes have too few inputs "
            "for --splits",
            most_refused_draws));
      continue;
    }
    in_a_row = 0;
    sink(example);
    ++k;
  }
}

Dataset function_composition() {
  Dataset d;
  d.name = "function-composition";
  d.claim = "strassen/datasets";
  d.title = "is f(f(0)) = 0?";
  d.source = {"000_bd1f352bd128419d.txt", "Algorithm 1", 509, 554};
  d.fields = "x: the query token, then f(0), ..., f(n-1); y: 1 if f(f(0)) = 0, else 0";
  d.parameters = {integer("N_min", 2, 1000000, 25, "smallest n"),
                  integer("N_max", 2, 1000000, 30, "largest n")};
  d.most = most_streamed;
  d.single_label = true;
  d.shape = [](const Parameters& p) { return ExampleShape{Range(p).longest() + 1, 1, 0}; };
  d.generate = [](const Parameters& p, std::uint64_t count, std::uint64_t seed, const ExampleSink& sink,
                  const StopRequest& stopped, const ExampleFilter& takes) {
    const Range n(p);
    stream(count, seed, sink, stopped, takes,
           [&](Random& random) { return draw_function_composition(n.draw(random), random); });
  };
  return d;
}

Dataset relation_composition() {
  Dataset d;
  d.name = "relation-composition";
  d.claim = "strassen/datasets";
  d.title = "R o R for a random relation R";
  d.source = {"000_bd1f352bd128419d.txt", "Algorithm 2", 556, 599};
  d.fields = "x: R row by row; y: R o R row by row";
  d.parameters = {integer("N_min", 1, 1000, 6, "smallest m; R is m x m"),
                  integer("N_max", 1, 1000, 8, "largest m"), probability("13/40")};
  d.most = most_streamed;
  d.shape = [](const Parameters& p) {
    const std::size_t m = Range(p).longest();
    return ExampleShape{m * m, m * m, 0};
  };
  d.generate = [](const Parameters& p, std::uint64_t count, std::uint64_t seed, const ExampleSink& sink,
                  const StopRequest& stopped, const ExampleFilter& takes) {
    const Range m(p);
    const Chance P = chance_of(p);
    stream(count, seed, sink, stopped, takes,
           [&](Random& random) { return draw_relation_composition(m.draw(random), P, random); });
  };
  return d;
}

Dataset match3() {
  Dataset d;
  d.name = "match3";
  d.claim = "strassen/datasets";
  d.title = "does x_i + x_j + x_k = 0 mod M have a solution for x_i?";
  d.source = {"000_bd1f352bd128419d.txt", "Algorithm 3", 601, 625};
  d.fields = "x: n numbers from 0 to M-1; y: 1 where some j, k have x_i + x_j + x_k = 0 mod M";
  d.parameters = {integer("N_min", 1, 1000, 30, "smallest n"), integer("N_max", 1, 1000, 35, "largest n"),
                  integer("M", 1, 1000, 37, "modulus")};
  d.most = most_binned;
  d.rearranged = true;
  d.shape = [](const Parameters& p) {
    const std::size_t n = Range(p).longest();
    return ExampleShape{n, n, 0};
  };
  d.generate = [](const Parameters& p, std::uint64_t count, std::uint64_t seed, const ExampleSink& sink,
                  const StopRequest& stopped, const ExampleFilter& takes) {
    const Range n(p);
    Random random(seed);
    generate_match3({n.first, n.last, static_cast<int>(p.integer("M"))}, count, random, sink, stopped, takes);
  };
  return d;
}

Dataset quotient_composition() {
  Dataset d;
  d.name = "quotient-composition";
  d.claim = "strassen/datasets";
  d.title = "R^T o R / col for a random relation R and a random colouring";
  d.source = {"000_bd1f352bd128419d.txt", "Algorithm 4", 627, 653};
  d.fields =
      "x: R row by row; y: 1 at i*m+j if some k1 != k2 of one colour have R_ik1 = R_jk2 = 1, -100 where i = "
      "j; "
      "col: the colours 0 to m-1 (the print leaves them out of the example, but y depends on them)";
  d.parameters = {integer("N_min", 1, 1000, 6, "smallest m; R is m x m"),
                  integer("N_max", 1, 1000, 8, "largest m"), probability("433/1000")};
  d.most = most_streamed;
  d.shape = [](const Parameters& p) {
    const std::size_t m = Range(p).longest();
    return ExampleShape{m * m, m * m, m};
  };
  d.generate = [](const Parameters& p, std::uint64_t count, std::uint64_t seed, const ExampleSink& sink,
                  const StopRequest& stopped, const ExampleFilter& takes) {
    const Range m(p);
    const Chance P = chance_of(p);
    stream(count, seed, sink, stopped, takes,
           [&](Random& random) { return draw_quotient_composition(m.draw(random), P, random); });
  };
  return d;
}

Dataset match2() {
  Dataset d;
  d.name = "match2";
  d.claim = "anna/datasets";
  d.title = "does x_i + x_j = 0 mod M have a solution for x_i?";
  d.source = {"001_9fe7599dfb64bc47.txt", "Algorithm 3", 951, 972};
  d.fields = "x: N numbers from 1; y: 1 where some j has x_i + x_j = 0 mod M";
  const ParameterSpec numbers = with_default(
      named_parameter(
          "numbers", {"to-M", "below-M"},
          "to-M: from 1 to M, as the algorithm prints; below-M: from 1 to M-1, as the text above it says"),
      "to-M");
  d.parameters = {integer("N", 1, 1000, 32, "number of tokens"), integer("M", 2, 1000000, 37, "modulus"),
                  numbers};
  d.most = most_binned;
  d.rearranged = true;
  d.shape = [](const Parameters& p) {
    const auto n = static_cast<std::size_t>(p.integer("N"));
    return ExampleShape{n, n, 0};
  };
  d.generate = [](const Parameters& p, std::uint64_t count, std::uint64_t seed, const ExampleSink& sink,
                  const StopRequest& stopped, const ExampleFilter& takes) {
    Random random(seed);
    const Match2Setting setting{static_cast<int>(p.integer("N")), static_cast<int>(p.integer("M")),
                                p.text("numbers") == "to-M"};
    generate_match2(setting, count, random, sink, stopped, takes);
  };
  return d;
}

Dataset next_token() {
  Dataset d;
  d.name = "next-token";
  d.claim = "ea/cycles";
  d.title = "how does the series go on?";
  d.source = {"004_9370d393bf99a4b8.txt", "Eqs. (4), (8), (9)", 64, 176};
  d.fields = "x: the first symbols of a series; y: the symbols behind them";
  const ParameterSpec rule = with_default(
      named_parameter(
          "task", {"NT", "NT-S", "NT-R", "mixture"},
          "the rule: eq. (4), eq. (8) or eq. (9); mixture: each series by NT or by NT-S, with equal chances"),
      "NT");
  d.parameters = {integer("N", 2, 1000000, 16, "number of symbols"), integer("tau", 1, 1000, 2, "delay"),
                  rule, integer("context", 1, 100000, 32, "symbols that are shown (N_con)"),
                  integer("next", 1, 100000, 40, "symbols behind them (N_batch)")};
  d.most = most_streamed;
  d.shape = [](const Parameters& p) {
    return ExampleShape{static_cast<std::size_t>(p.integer("context")),
                        static_cast<std::size_t>(p.integer("next")), 0};
  };
  d.generate = [](const Parameters& p, std::uint64_t count, std::uint64_t seed, const ExampleSink& sink,
                  const StopRequest& stopped, const ExampleFilter& takes) {
    const std::string task = p.text("task");
    const SeriesSetting setting{static_cast<int>(p.integer("N")), static_cast<int>(p.integer("tau")),
                                static_cast<int>(p.integer("context")), static_cast<int>(p.integer("next")),
                                task == "NT"     ? SeriesRule::nt
                                : task == "NT-S" ? SeriesRule::nt_s
                                : task == "NT-R" ? SeriesRule::nt_r
                                                 : SeriesRule::mixture};
    stream(count, seed, sink, stopped, takes, [&](Random& random) { return draw_series(setting, random); });
  };
  return d;
}

}  // namespace

const std::vector<Dataset>& datasets() {
  static const std::vector<Dataset> all{function_composition(),
                                        relation_composition(),
                                        match3(),
                                        quotient_composition(),
                                        match2(),
                                        next_token()};
  return all;
}

const Dataset& find_dataset(const std::string& name) {
  std::vector<std::string> known;
  for (const Dataset& dataset : datasets()) {
    if (dataset.name == name) return dataset;
    known.push_back(dataset.name);
  }
  const std::string nearest = nearest_name(name, known);
  throw UsageError("TASK", name,
                   nearest.empty() ? fmt::format("one of: {}", fmt::join(known, ", "))
                                   : fmt::format("a task (did you mean {}?)", nearest));
}

}  // namespace attest
