#include "lowerbounds/size_bounds/shattering_check.hpp"

#include <fmt/format.h>

#include "claims/counted_work.hpp"

namespace attest {

namespace {

Json bits_json(const std::vector<bool>& bits) {
  Json result = Json::array();
  for (const bool bit : bits) result.push_back(bit ? 1 : 0);
  return result;
}

void note_failure(ShatteringCheck& check, const InstanceSize& size, long row, const std::vector<bool>& column,
                  const std::string& problem) {
  ++check.failing;
  if (!check.counterexample.is_null()) return;
  check.counterexample = {{"task", split_task_names()[static_cast<std::size_t>(size.task)]},
                          {"n", size.n},
                          {"row", row + 1},
                          {"pattern", bits_json(column)},
                          {"problem", problem}};
}

void enumerate(const InstanceSize& size, const Deadline& deadline, ShatteringCheck& check) {
  const unsigned long patterns = 1UL << static_cast<unsigned>(size.rows);
  CountedWork work(Integer{patterns});
  for (unsigned long pattern = 0; pattern < patterns; ++pattern) {
    if (deadline.reached()) return;
    work.reached(pattern);
    std::vector<bool> column;
    for (long j = 0; j < size.rows; ++j) column.push_back(((pattern >> static_cast<unsigned>(j)) & 1U) != 0);
    for (long row = 0; row < size.rows; ++row) {
      ++check.checked;
      const bool wanted = column[static_cast<std::size_t>(row)];
      if (const auto outside = symbol_outside(size, row, column)) {
        note_failure(check, size, row, column, *outside);
      } else if (answer(size, row, column) != wanted) {
        note_failure(check, size, row, column, fmt::format("the answer is {}", wanted ? 0 : 1));
      }
    }
  }
}

void cover(const InstanceSize& size, const Deadline& deadline, ShatteringCheck& check) {
  const std::vector<bool> zeros(static_cast<std::size_t>(size.rows), false);
  const std::vector<bool> ones(static_cast<std::size_t>(size.rows), true);
  for (long row = 0; row < size.rows; ++row) {
    if (deadline.reached()) return;
    for (const bool bit : {false, true}) {
      ++check.checked;
      // A column's symbol depends on its own bit alone, so the two constant columns show every symbol.
      const auto& column = bit ? ones : zeros;
      if (const auto outside = symbol_outside(size, row, column)) {
        note_failure(check, size, row, column, *outside);
      } else if (answer_of_box(size, row, bit) != bit) {
        note_failure(check, size, row, column, "the row's own bit does not decide the answer");
      }
    }
  }
}

}  // namespace

ShatteringCheck check_shattering(const InstanceSize& size, const Deadline& deadline, bool by_cover) {
  ShatteringCheck check;
  const bool boxes = by_cover || size.rows > most_enumerated_rows;
  check.evidence = boxes ? Evidence::cover : Evidence::enumeration;
  check.space = boxes ? Integer(2 * size.rows)
                      : Integer(size.rows) * power(Integer(2), static_cast<unsigned long>(size.rows));
  if (boxes) {
    cover(size, deadline, check);
  } else if (size.rows > 0) {
    enumerate(size, deadline, check);
  }
  if (size.rows == 0) {
    check.status = Status::not_applicable;
    check.reason =
        "no rows are claimed at this size, and the bound is that every transformer has size at least 1";
  } else if (check.failing > 0) {
    check.status = Status::refuted;
    check.reason =
        fmt::format("the lemma's rows and columns do not shatter: row {}, {}",
                    check.counterexample["row"].dump(), check.counterexample["problem"].get<std::string>());
  } else if (check.checked < check.space) {
    check.reason = fmt::format("{} of {} {} seen: {}", check.checked.str(), check.space.str(),
                               boxes ? "boxes" : "entries", deadline.reason());
  } else {
    check.status = Status::holds;
    check.reason =
        boxes ? fmt::format("{} rows: in each, the row's own bit decides the answer, whatever the others",
                            size.rows)
              : fmt::format("{} rows, all 2^{} columns, from the task's definition", size.rows, size.rows);
  }
  return check;
}

}  // namespace attest
