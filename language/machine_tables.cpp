#include <algorithm>

#include "language/machine_compiler.hpp"
#include "numeric/checked.hpp"

namespace attest::language {

// A known table as machine integers.
struct MachineTable {
  struct Domain {
    std::vector<long> values;  // ascending
    bool has_gaps = false;

    // The number of the value, from 0; nothing where the table has no such argument.
    std::optional<std::size_t> place(long value) const {
      if (values.empty() || value < values.front() || value > values.back()) return std::nullopt;
      if (!has_gaps) return static_cast<std::size_t>(value - values.front());
      const auto found = std::lower_bound(values.begin(), values.end(), value);
      if (*found != value) return std::nullopt;
      return static_cast<std::size_t>(found - values.begin());
    }
  };
  std::vector<Domain> domains;
  std::vector<std::optional<long>> cells;  // nothing: no machine integer
};

namespace {

// Null where an argument may be no machine integer.
std::shared_ptr<const MachineTable> machine_table(const KnownTable& table) {
  auto result = std::make_shared<MachineTable>();
  for (const std::vector<Rational>& domain : table.domains) {
    MachineTable::Domain& own = result->domains.emplace_back();
    for (const Rational& x : domain) {
      const auto value = fits_long(x);
      if (!value) return nullptr;
      own.has_gaps = own.has_gaps || (!own.values.empty() && *value - 1 != own.values.back());
      own.values.push_back(*value);
    }
  }
  result->cells.reserve(table.cells.size());
  for (const Rational& cell : table.cells) result->cells.push_back(fits_long(cell));
  return result;
}

}  // namespace

MachinePointer MachineCompiler::known_cell(const Resolved& e) const {
  const auto [at, is_new] = tables_.try_emplace(e.table.get());
  if (is_new) at->second = machine_table(*e.table);
  if (!at->second) return nullptr;
  std::vector<MachinePointer> arguments;
  for (const ResolvedPointer& child : e.children) {
    arguments.push_back(node(*child));
    if (!arguments.back()) return nullptr;
  }
  return closure([table = at->second, arguments = std::move(arguments)](MachineFrame& f) {
    std::size_t offset = 0;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const MachineTable::Domain& domain = table->domains[k];
      const auto place = domain.place(arguments[k]->value(f));
      if (!place || f.failed) return f.fail();
      offset = offset * domain.values.size() + *place;
    }
    const std::optional<long>& cell = table->cells[offset];
    return cell ? *cell : f.fail();
  });
}

}  // namespace attest::language
