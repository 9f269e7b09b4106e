#include "reductions/poly/gap/gap_example.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "numeric/checked.hpp"
#include "reductions/poly/gap/gap_images.hpp"

namespace attest {

namespace {

using problems::BitVectors;
using problems::InnerProducts;

std::string values_of(const GapProtocol& protocol, const BitVectors& set, std::size_t row) {
  std::vector<long> values;
  for (std::size_t x = 0; x < protocol.points; ++x)
    values.push_back(gap_symbol(protocol, set, row, x).front());
  return fmt::format("({})", fmt::join(values, ","));
}

// "0101010" as "01 01 010": a space after the coordinates of every point.
std::string by_points(const std::string& text, const std::vector<Integer>& widths) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (const Integer& width : widths) {
    parts.push_back(text.substr(from, to_size(width)));
    from += to_size(width);
  }
  return fmt::format("{}", fmt::join(parts, " "));
}

}  // namespace

Json gap_example() {
  const InnerProducts source = problems::k_inner_product(
      {BitVectors::from_rows({{1, 1}, {1, 0}}), BitVectors::from_rows({{0, 1}, {0, 0}})}, 1);
  GapOptions options;
  options.epsilon = Rational(1, 3);
  options.columns = 2;
  const GapProtocol protocol = gap_protocol(2, 2, 2, options.epsilon);
  const GapBlocks blocks(protocol, source, source.constraints.front(), options.alphabet);
  const Images images = gap_images(source, options);
  const std::vector<const char*> names = {"a", "b"};

  Json json;
  json["instance"] = "A = {11, 10}, B = {01, 00}, m = 1: yes, by <a_1, b_1> = 1 alone";
  json["parameters"] = fmt::format("T = {}, L = {}, D = {}, N = m' = {}, p = {}, d' = {}, q = {}",
                                   protocol.columns, protocol.rows, protocol.degree, protocol.points,
                                   protocol.prime, to_string(blocks.width()), to_string(images.count));
  for (std::size_t s = 0; s < 2; ++s) {
    for (std::size_t row = 0; row < 2; ++row) {
      json[fmt::format("{}_{} = {}", names[s], row + 1, source.sets[s].text(row))] =
          fmt::format("values at 0, 1, 2: {}", values_of(protocol, source.sets[s], row));
    }
  }
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      const GapMessage honest = honest_message(protocol, source, source.constraints.front(), {i, j});
      const long product = problems::inner_product(source, source.constraints.front(), {i, j});
      json[fmt::format("P of a_{}, b_{}", i + 1, j + 1)] = fmt::format(
          "({}), {}", fmt::join(honest, ","), product == 1 ? "a message" : "no message: the sum is not 1");
    }
  }
  const auto first = std::get<InnerProducts>(images.instance(0));
  for (std::size_t row = 0; row < 2; ++row)
    json[fmt::format("a_{} in every instance", row + 1)] =
        by_points(first.sets[0].text(row), blocks.point_widths());
  for (std::uint64_t target = 0; target < to_size(images.count); ++target) {
    const auto image = std::get<InnerProducts>(images.instance(target));
    std::vector<long> products;
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = 0; j < 2; ++j)
        products.push_back(problems::inner_product(image, image.constraints.front(), {i, j}));
    }
    json[fmt::format("instance {}, {}", target, images.label(target))] =
        fmt::format("b_1 = {}, b_2 = {}; inner products a_1 b_1: {}, a_1 b_2: {}, a_2 b_1: {}, a_2 b_2: {}{}",
                    by_points(image.sets[1].text(0), blocks.point_widths()),
                    by_points(image.sets[1].text(1), blocks.point_widths()), products[0], products[1],
                    products[2], products[3], problems::solve_by_definition(image) ? "; yes" : "");
  }
  return json;
}

}  // namespace attest
