// The worked examples of seed 000_bd1f352bd128419d.txt, Appendix A.1, as the tables print them.
#pragma once

#include <array>
#include <string_view>

namespace attest::printed {

// Table 1 (lines 551-554; the table itself is not in the transcription, its rows stand in the text): what is
// printed of f(0), f(1), ..., and y.
struct FunctionExample {
  std::array<int, 5> f;
  int y;
};
inline constexpr std::array<FunctionExample, 2> table1{{{{3, 0, 5, 1, 0}, 0}, {{4, 1, 3, 5, 0}, 1}}};

// Table 2 (lines 588-599): R and R o R.
inline constexpr std::array<std::string_view, 6> table2_R{"001100", "011000", "101010",
                                                          "000000", "001100", "100000"};
inline constexpr std::array<std::string_view, 6> table2_composition{"101010", "111010", "101110",
                                                                    "000000", "101010", "001100"};

// Table 3 (lines 615-625): the first eleven entries of X and Y, M = 37.
inline constexpr int table3_M = 37;
inline constexpr std::array<int, 11> table3_X{6, 9, 9, 9, 7, 10, 9, 34, 9, 9, 30};
inline constexpr std::array<int, 11> table3_Y{1, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1};

// Table 4 (lines 641-653): R, col and "R^T o R / col", whose diagonal is left blank (here -).
inline constexpr std::array<std::string_view, 7> table4_R{"0111100", "0000011", "1100110", "0000011",
                                                          "1000011", "0011001", "0100010"};
inline constexpr std::array<int, 7> table4_col{5, 4, 5, 1, 2, 2, 3};
inline constexpr std::array<std::string_view, 7> table4_composition{
    "-111100", "0-00011", "11-0110", "000-011", "1000-11", "00110-1", "010001-"};

}  // namespace attest::printed
