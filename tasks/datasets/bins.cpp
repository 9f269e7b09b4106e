#include "tasks/datasets/bins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "claims/usage_error.hpp"
#include "tasks/datasets/labels.hpp"

namespace attest {

namespace {

constexpr int bins = 4;
constexpr std::array<const char*, bins> bin_names{"[0,25)", "[25,50)", "[50,75)", "[75,100]"};

struct Bin {
  std::uint64_t share = 0;            // how many examples it is to hold in the end
  std::vector<Example> originals;     // drawn ones
  std::vector<std::uint32_t> copies;  // of each example, which original it is an arrangement of
};

// Shares that differ by at most one and sum to `count`: D/4 each where 4 divides D.
std::vector<Bin> empty_bins(std::uint64_t count) {
  std::vector<Bin> result(bins);
  for (std::size_t b = 0; b < bins; ++b) result[b].share = count / bins + (b < count % bins ? 1 : 0);
  return result;
}

// A draw that is counted against a limit, so that settings whose bins cannot be filled end with a message.
class Patience {
 public:
  // `work` is about how many steps one draw takes.
  Patience(std::uint64_t work, std::string setting)
      : most_(std::clamp<std::uint64_t>(std::uint64_t{2000000000} / (work + 100), 2000, 200000)),
        setting_(std::move(setting)) {}
  void progress() { draws_ = others_ = 0; }
  // What was drawn would have served, but is not of the part that is written.
  void other_part() {
    if (draws_ > 0) --draws_;
    if (++others_ <= most_refused_draws) return;
    throw UsageError(
        fmt::format("the sizes {} have too few inputs for --splits: none of {} draws in a row is of the part "
                    "that is written",
                    setting_, most_refused_draws));
  }
  void draw(const std::vector<Bin>& all, std::uint64_t wanted_of_ten) {
    if (++draws_ <= most_) return;
    for (std::size_t b = 0; b < bins; ++b) {
      if (all[b].originals.size() * wanted_of_ten >= all[b].share) continue;
      throw UsageError(
          fmt::format("the sizes {} leave the bin of {} % ones short: {} draws in a row gave nothing for it, "
                      "expected other sizes",
                      setting_, bin_names[b], most_));
    }
  }

 private:
  std::uint64_t most_;
  std::string setting_;
  std::uint64_t draws_ = 0;
  std::uint64_t others_ = 0;
};

// "while size of bin < N_b: sample (X, Y) from bin, permute, add", remembering originals alone.
void fill_up(Bin& bin, Random& random) {
  bin.copies.resize(bin.originals.size());
  std::iota(bin.copies.begin(), bin.copies.end(), 0U);
  while (bin.copies.size() < bin.share) bin.copies.push_back(bin.copies[random.below(bin.copies.size())]);
}

void write(const Bin& bin, std::uint64_t which, Random& random, const ExampleSink& sink) {
  Example example = bin.originals[bin.copies[which]];
  if (which >= bin.originals.size()) random.shuffle_together(example.x, example.y);
  sink(example);
}

// "Combine and shuffle": places of all bins in a random order; copies are made as they are written.
void write_shuffled(std::vector<Bin>& all, std::uint64_t count, Random& random, const ExampleSink& sink,
                    const StopRequest& stopped) {
  std::vector<std::pair<std::uint8_t, std::uint32_t>> places;
  places.reserve(count);
  for (std::size_t b = 0; b < bins; ++b) {
    fill_up(all[b], random);
    for (std::uint64_t k = 0; k < all[b].share; ++k) {
      places.emplace_back(static_cast<std::uint8_t>(b), static_cast<std::uint32_t>(k));
    }
  }
  random.shuffle(places);
  for (const auto& [b, k] : places) {
    if (stopped()) return;
    write(all[b], k, random, sink);
  }
}

Example draw_match3(const Match3Setting& setting, Random& random, const std::function<void()>& count_draw) {
  const long skewness = random.between(1, 40);
  const auto n = static_cast<std::size_t>(random.between(setting.N_min, setting.N_max));
  Numbers values(static_cast<std::size_t>(setting.M));
  for (;;) {
    count_draw();
    std::iota(values.begin(), values.end(), 0);
    const std::uint64_t size = 1 + random.below(values.size());
    for (std::size_t k = 0; k < size; ++k) std::swap(values[k], values[k + random.below(values.size() - k)]);
    Numbers x(n);
    for (int& value : x) value = values[random.below(size)];
    Numbers y = match3_labels(x, setting.M);
    if (100L * ones_in(y) >= skewness * static_cast<long>(n)) return {std::move(x), std::move(y), {}};
  }
}

int bin_for(const Example& example) {
  return bin_of(ones_in(example.y), static_cast<int>(example.y.size()));
}

}  // namespace

void generate_match3(const Match3Setting& setting, std::uint64_t count, Random& random,
                     const ExampleSink& sink, const StopRequest& stopped, const ExampleFilter& takes) {
  std::vector<Bin> all = empty_bins(count);
  const auto distinct = static_cast<std::uint64_t>(std::min(setting.M, setting.N_max));
  Patience patience(distinct * distinct / 2,
                    fmt::format("N_min={} N_max={} M={}", setting.N_min, setting.N_max, setting.M));
  const auto wants = [](const Bin& bin) { return bin.originals.size() * 10 < bin.share; };  // N_b = D/40
  while (std::any_of(all.begin(), all.end(), wants)) {
    if (stopped()) return;
    Example example = draw_match3(setting, random, [&] { patience.draw(all, 10); });
    Bin& bin = all[static_cast<std::size_t>(bin_for(example))];
    if (!wants(bin)) continue;
    if (takes && !takes(example)) {
      patience.other_part();
      continue;
    }
    bin.originals.push_back(std::move(example));
    patience.progress();
  }
  write_shuffled(all, count, random, sink, stopped);
}

void generate_match2(const Match2Setting& setting, std::uint64_t count, Random& random,
                     const ExampleSink& sink, const StopRequest& stopped, const ExampleFilter& takes) {
  std::vector<Bin> all = empty_bins(count);
  Patience patience(static_cast<std::uint64_t>(setting.N) + static_cast<std::uint64_t>(setting.M),
                    fmt::format("N={} M={}", setting.N, setting.M));
  std::uint64_t total = 0;
  const auto empty = [](const Bin& bin) { return bin.originals.empty() && bin.share != 0; };
  while (total * 40 < count || std::any_of(all.begin(), all.end(), empty)) {
    if (stopped()) return;
    patience.draw(all, std::max<std::uint64_t>(1, all[0].share));
    Numbers x(static_cast<std::size_t>(setting.N));
    for (int& value : x)
      value = static_cast<int>(random.between(1, setting.with_M ? setting.M : setting.M - 1));
    Numbers y = match2_labels(x, setting.M);
    Example example{std::move(x), std::move(y), {}};
    Bin& bin = all[static_cast<std::size_t>(bin_for(example))];
    if (bin.originals.size() >= bin.share) continue;
    if (takes && !takes(example)) {
      patience.other_part();
      continue;
    }
    if (empty(bin) || total * 40 < count) patience.progress();
    bin.originals.push_back(std::move(example));
    ++total;
  }
  write_shuffled(all, count, random, sink, stopped);
}

}  // namespace attest
