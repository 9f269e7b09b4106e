#include "lowerbounds/size_bounds/shattering_check.hpp"

#include <fmt/format.h>

#include "claims/counted_work.hpp"

namespace attest {

namespace {

// null where a bit is not known.
Json bits_json(const KnownBits& bits) {
  Json result = Json::array();
  for (const auto& bit : bits) result.push_back(bit ? Json(*bit ? 1 : 0) : Json());
  return result;
}

void note_failure(ShatteringCheck& check, const InstanceSize& size, long row, const KnownBits& column,
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
    const KnownBits known(column.begin(), column.end());
    for (long row = 0; row < size.rows; ++row) {
      ++check.checked;
      const bool wanted = column[static_cast<std::size_t>(row)];
      if (const auto outside = symbol_outside(size, row, known)) {
        note_failure(check, size, row, known, *outside);
      } else if (answer(size, row, column) != wanted) {
        note_failure(check, size, row, known, fmt::format("the answer is {}", wanted ? 0 : 1));
      }
    }
  }
}

void cover(const InstanceSize& size, const Deadline& deadline, ShatteringCheck& check) {
  for (long row = 0; row < size.rows; ++row) {
    if (deadline.reached()) return;
    for (const KnownBits& column : boxes_of(size, row)) {
      ++check.checked;
      if (const auto outside = symbol_outside(size, row, column)) {
        note_failure(check, size, row, column, *outside);
      } else if (answer_of_box(size, row, column) != column[static_cast<std::size_t>(row)]) {
        note_failure(check, size, row, column, "the row's own bit does not decide the answer");
      }
    }
  }
}

bool by_first_zero(const InstanceSize& size) {
  return size.task == SplitTask::match3 && size.set == RowSet::sharpened;
}

// What boxes_of has together: with two letters, row i (0-based) has two for each earlier place of the first 0, one for each other,
// and one without a 0.
Integer count_boxes(const InstanceSize& size) {
  const Integer count = size.rows;
  return by_first_zero(size) ? Integer(count * (count + 1) + count * (count - 1) / 2) : Integer(2 * count);
}

}  // namespace

ShatteringCheck check_shattering(const InstanceSize& size, const Deadline& deadline, bool by_cover) {
  ShatteringCheck check;
  const bool boxes = by_cover || size.rows > most_enumerated_rows;
  check.evidence = boxes ? Evidence::cover : Evidence::enumeration;
  check.space = boxes ? count_boxes(size)
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
        boxes ? fmt::format("{} rows: in each, the row's own bit decides the answer, whatever the others{}",
                            size.rows, by_first_zero(size) ? ", wherever the column's first 0 is" : "")
              : fmt::format("{} rows, all 2^{} columns, from the task's definition", size.rows, size.rows);
  }
  return check;
}

}  // namespace attest
