#include "reductions/poly/gap/gap_size_table.hpp"

#include <fmt/format.h>

#include <optional>

namespace attest {

namespace {

using problems::InnerProducts;

unsigned long bits(const Integer& value) {
  return value <= 1 ? 0 : boost::multiprecision::msb(value);
}

// Exact up to 10^9, else "2^x" with x rounded down.
std::string brief(const Integer& value) {
  return value <= Integer(1'000'000'000) ? to_string(value) : fmt::format("2^{}", bits(value));
}

InnerProducts empty_instance(const GapSources& shape, std::size_t d) {
  InnerProducts source{shape.family,
                       shape.order,
                       {},
                       problems::constraints_of(shape.family, shape.sets, shape.order),
                       std::nullopt};
  for (std::size_t s = 0; s < shape.sets; ++s) source.sets.emplace_back(1, d);
  for (problems::Constraint& constraint : source.constraints) constraint.target = static_cast<long>(d / 2);
  return source;
}

// One constraint: the dimension, and (L+1)^T p^{(k-1)(T-1)}, which the number of messages does not exceed.
struct Bounds {
  GapProtocol protocol;
  Integer dimension;
  Integer messages;
};

Bounds bounds_of(std::size_t k, std::size_t d, std::size_t columns, const GapOptions& options) {
  Bounds bounds;
  bounds.protocol = gap_parameters(k, d, columns, options.epsilon);
  GapSources shape;
  shape.sets = shape.order = k;
  const InnerProducts source = empty_instance(shape, d);
  bounds.dimension = GapBlocks(bounds.protocol, source, source.constraints.front(), options.alphabet).width();
  bounds.messages = columns == 1 ? Integer(1)
                                 : power(Integer(bounds.protocol.rows + 1), columns) *
                                       power(Integer(bounds.protocol.prime), (k - 1) * (columns - 1));
  return bounds;
}

std::string growth_line(std::size_t k, std::size_t d, const GapOptions& options) {
  std::optional<Bounds> best;
  const auto larger = [](const Bounds& b) { return b.messages > b.dimension ? b.messages : b.dimension; };
  for (std::size_t columns = 1; columns <= d; columns *= 2) {
    // Once the messages outgrow the best size, more columns only make it worse.
    const GapProtocol protocol = gap_parameters(k, d, columns, options.epsilon);
    if (best && power(Integer(protocol.prime), (k - 1) * (columns - 1)) > larger(*best)) break;
    Bounds bounds = bounds_of(k, d, columns, options);
    if (!best || larger(bounds) < larger(*best)) best = std::move(bounds);
  }
  const GapProtocol& protocol = best->protocol;
  const auto exponent = [d](const Integer& value) {
    if (value == 1) return std::string("1");
    const unsigned long thousandths = ((bits(value - 1) + 1) * 1000 + d - 1) / d;  // log2, rounded up
    return fmt::format("n^{}.{:03}", thousandths / 1000, thousandths % 1000);
  };
  return fmt::format("T = {}, L = {}, N = {}, p = {}: q at most {}, d' at most {}", protocol.columns,
                     protocol.rows, protocol.points, protocol.prime, exponent(best->messages),
                     exponent(best->dimension));
}

}  // namespace

Json gap_size_tables(const GapSources& shape, const GapOptions& options) {
  GapOptions fixed = options;
  if (fixed.alphabet == GapAlphabet::occurring) fixed.alphabet = GapAlphabet::reachable;
  Json sizes = Json::object();
  for (std::size_t columns = 1; columns <= shape.d; ++columns) {
    fixed.columns = columns;
    const GapSizes size = gap_sizes(empty_instance(shape, shape.d), fixed);
    sizes[fmt::format("T = {}", columns)] =
        fmt::format("L = {}, D = {}, N = m' = {}, p = {}; {} instances of dimension {}", size.protocol.rows,
                    size.protocol.degree, size.protocol.points, size.protocol.prime, brief(size.instances),
                    brief(size.dimension));
  }
  Json json;
  json["sizes"] = sizes;
  if (shape.family != problems::Family::k_ip) return json;
  Json growth = Json::object();
  for (std::size_t d = 4; d <= std::size_t{1} << 16; d *= 4)
    growth[fmt::format("d = {}", d)] = growth_line(shape.order, d, fixed);
  json["growth, n = 2^d"] = growth;
  Json automatic = Json::object();
  fixed.columns.reset();
  for (std::size_t d = 50; d <= 250; d += 50) {
    const GapSizes size = gap_sizes(empty_instance(shape, d), fixed);
    automatic[fmt::format("d = {}", d)] =
        fmt::format("T = {}: {} instances of dimension {}", size.protocol.columns, brief(size.instances),
                    brief(size.dimension));
  }
  json["T = auto"] = automatic;
  return json;
}

}  // namespace attest
