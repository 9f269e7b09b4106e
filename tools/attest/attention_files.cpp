#include "tools/attest/attention_files.hpp"

#include <fmt/format.h>

#include <map>

#include "exchange/npy.hpp"
#include "numeric/interval.hpp"

namespace attest {

namespace {

std::string power_name(std::size_t k) {
  return k == 1 ? "B" : fmt::format("B^{}", k);
}

// s B + u as a double, B^k = `power`.
double entry_value(long scaled, long unscaled, const Rational& power, std::size_t k) {
  if (scaled == 0) return static_cast<double>(unscaled);  // a small integer
  const bool negative = scaled < 0 || (scaled > 0 && unscaled < 0);
  const auto magnitude = [&](Precision precision) {
    const Interval b = exp(log(Interval(power, precision)) / Interval(static_cast<long>(k), precision));
    const Interval value = Interval(scaled, precision) * b + Interval(unscaled, precision);
    return negative ? -value : value;
  };
  if (unscaled != 0) return magnitude(initial_precision).middle_double() * (negative ? -1 : 1);
  return nearest_double(magnitude) * (negative ? -1 : 1);
}

std::string heading(const problems::AttentionInstance& instance, const std::string& name,
                    std::size_t columns) {
  const std::size_t k = instance.h.degree();
  return fmt::format("# {}: {} x {}, of poly-attention with h = {}; {} = {}\n", name, instance.tokens(),
                     columns, instance.h.to_string(), power_name(k), to_string(instance.power_of_b));
}

// What the rows of Q^(j+1) and V^(j+1) are: the vectors of a set, the normalising rows below them, or
// nothing.
std::string row_names(const problems::AttentionInstance& instance, std::size_t j) {
  if (!instance.carries[j]) return "# no set stands in this matrix\n";
  std::string text;
  for (std::size_t i = 0; i < instance.tokens(); ++i) {
    const bool vector = 2 * i < instance.tokens();
    text += vector ? fmt::format("# row {}: a^{}_{}\n", i + 1, *instance.carries[j] + 1, i + 1)
                   : fmt::format("# row {}: normalising\n", i + 1);
  }
  return text;
}

}  // namespace

std::string entry_text(long scaled, long unscaled) {
  std::string text;
  if (scaled == 1) text = "B";
  if (scaled == -1) text = "-B";
  if (scaled != 0 && text.empty()) text = fmt::format("{}*B", scaled);
  if (text.empty()) return std::to_string(unscaled);
  if (unscaled > 0) text += fmt::format("+{}", unscaled);
  if (unscaled < 0) text += std::to_string(unscaled);
  return text;
}

std::vector<NamedFile> attention_text_files(const problems::AttentionInstance& instance,
                                            const std::string& first_line) {
  std::vector<NamedFile> files;
  for (std::size_t j = 0; j < instance.q.size(); ++j) {
    const auto& q = instance.q[j];
    std::string text = first_line + heading(instance, fmt::format("Q^({})", j + 1), instance.dimension()) +
                       row_names(instance, j);
    for (Eigen::Index row = 0; row < q.scaled.rows(); ++row) {
      for (Eigen::Index column = 0; column < q.scaled.cols(); ++column) {
        if (column > 0) text += ' ';
        text += entry_text(q.scaled(row, column), q.unscaled(row, column));
      }
      text += '\n';
    }
    files.push_back({fmt::format("Q{}.txt", j + 1), std::move(text)});
  }
  for (std::size_t j = 0; j < instance.v.size(); ++j) {
    std::string text = first_line + heading(instance, fmt::format("V^({})", j + 2), 1) +
                       "# the first column; every other column is zero\n" + row_names(instance, j + 1);
    for (const long value : instance.v[j]) text += fmt::format("{}\n", value);
    files.push_back({fmt::format("V{}.txt", j + 2), std::move(text)});
  }
  return files;
}

Json attention_json(const problems::AttentionInstance& instance) {
  Json json = {{"h", instance.h.to_string()},
               {"degree", instance.h.degree()},
               {"power_of_B", to_string(instance.power_of_b)},
               {"tokens", instance.tokens()},
               {"embedding_dimension", instance.dimension()},
               {"rows", instance.rows},
               {"judged", Json::array()},
               {"Q", Json::array()},
               {"V_first_column", Json::array()}};
  for (const std::size_t row : instance.judged) json["judged"].push_back(row + 1);
  for (const auto& q : instance.q) {
    Json matrix = Json::array();
    for (Eigen::Index row = 0; row < q.scaled.rows(); ++row) {
      Json entries = Json::array();
      for (Eigen::Index column = 0; column < q.scaled.cols(); ++column)
        entries.push_back(entry_text(q.scaled(row, column), q.unscaled(row, column)));
      matrix.push_back(std::move(entries));
    }
    json["Q"].push_back(std::move(matrix));
  }
  for (const auto& v : instance.v) {
    Json column = Json::array();
    for (const long value : v) column.push_back(std::to_string(value));
    json["V_first_column"].push_back(std::move(column));
  }
  return json;
}

std::vector<NamedFile> attention_npy_files(const problems::AttentionInstance& instance,
                                           const std::string& comment) {
  std::vector<NamedFile> files;
  std::map<std::pair<long, long>, double> values;  // few distinct entries occur
  const auto value_of = [&](long scaled, long unscaled) {
    const auto [entry, fresh] = values.try_emplace({scaled, unscaled}, 0.0);
    if (fresh) entry->second = entry_value(scaled, unscaled, instance.power_of_b, instance.h.degree());
    return entry->second;
  };
  for (std::size_t j = 0; j < instance.q.size(); ++j) {
    const auto& q = instance.q[j];
    std::string bytes =
        npy_header("'<f8'", fmt::format("({}, {})", instance.tokens(), instance.dimension()), comment);
    for (Eigen::Index row = 0; row < q.scaled.rows(); ++row) {
      for (Eigen::Index column = 0; column < q.scaled.cols(); ++column)
        append_little_endian(bytes, value_of(q.scaled(row, column), q.unscaled(row, column)));
    }
    files.push_back({fmt::format("Q{}.npy", j + 1), std::move(bytes)});
  }
  // The whole of V, so that it can be used as it is.
  for (std::size_t j = 0; j < instance.v.size(); ++j) {
    std::string bytes =
        npy_header("'<f8'", fmt::format("({}, {})", instance.tokens(), instance.dimension()), comment);
    for (const long value : instance.v[j]) {
      append_little_endian(bytes, static_cast<double>(value));
      for (std::size_t column = 1; column < instance.dimension(); ++column) append_little_endian(bytes, 0.0);
    }
    files.push_back({fmt::format("V{}.npy", j + 2), std::move(bytes)});
  }
  return files;
}

std::uint64_t attention_files_bound(const problems::AttentionInstance& instance) {
  std::uint64_t widest = 8;  // of an entry, with its quotation marks and comma
  for (const auto& q : instance.q) {
    for (Eigen::Index k = 0; k < q.scaled.size(); ++k)
      widest = std::max<std::uint64_t>(widest, entry_text(q.scaled(k), q.unscaled(k)).size() + 5);
  }
  std::uint64_t names = 0;
  for (const std::string& name : instance.rows) names += name.size() + 24;
  const std::uint64_t entries = instance.tokens() * instance.dimension();
  const std::uint64_t matrices = instance.q.size() + instance.v.size();
  return matrices * (entries * (2 * widest + 8) + instance.tokens() * 16 + names + 70000);
}

}  // namespace attest
