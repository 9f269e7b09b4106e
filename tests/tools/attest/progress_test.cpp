// The line that says how far a command is, at every width.
#include "tools/attest/progress.hpp"

#include <catch2/catch.hpp>

#include "tools/attest/text.hpp"

namespace attest::progress_test {

TEST_CASE("A line of progress tells count, speed and time left, the less the narrower it is", "[tools]") {
  const std::string label = "claim 12 of 67: strassen/match3 n=4 m=5";
  const WorkCount half{500, 1000};
  CHECK(progress_line(label, half, 10, 100) == label + " [############            ] 50% 50/s, 10 s left");
  CHECK(progress_line(label, half, 10, 80) ==
        "claim 12 of 67: strassen/matc... [############            ] 50% 50/s, 10 s left");
  CHECK(progress_line(label, half, 10, 66) ==
        "claim 12 of 67: stras... [############            ] 50% 10 s left");
  CHECK(progress_line(label, half, 10, 60) == "claim 12 of 67: strassen/... [############            ] 50%");
  CHECK(progress_line(label, half, 10, 40) == "claim 12 of 67: strassen/match3 ... 50%");
  CHECK(progress_line(label, half, 10, 20) == "claim 12 of ... 50%");
  CHECK(progress_line("n=3", WorkCount{0, 7}, 10, 80) == "n=3 [                        ] 0%");
}

TEST_CASE("What is not counted has a clock", "[tools]") {
  CHECK(progress_line("bound strassen/size-bound", std::nullopt, 12.4, 80) ==
        "bound strassen/size-bound 12 s");
  CHECK(progress_line("bound", std::nullopt, 600, 80) == "bound 10 min");
  CHECK(progress_line("bound", std::nullopt, 7200, 80) == "bound 2 h");
  CHECK(progress_line("bound", WorkCount{1, 1e9}, 1, 80) ==
        "bound [                        ] 0% 1/s, 1.16e+04 days left");
}

TEST_CASE("A line of progress is shorter than the terminal is wide", "[tools]") {
  const std::string label =
      "own:ein-Satz-mit-\u00fcberlangem-Namen (a/very/long/path/of/a/file.theorem) n=10 m=11";
  for (std::size_t width = 20; width < 150; ++width) {
    for (std::size_t length = 0; length < display_width(label); length += 7) {
      for (const auto& counted :
           {std::optional<WorkCount>(), std::optional(WorkCount{3, 7}), std::optional(WorkCount{9, 7})}) {
        CAPTURE(width, length);
        const std::string line =
            progress_line(shortened(label, std::max<std::size_t>(length, 4)), counted, 1e6, width);
        CHECK(display_width(line) < width);
      }
    }
  }
}

}  // namespace attest::progress_test
