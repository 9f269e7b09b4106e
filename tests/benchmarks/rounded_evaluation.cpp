// Rounded evaluation by double operations against the same evaluation by MPFR, in turns, in one run:
//
//   attest_rounded_evaluation_times [N] [ROUNDS]
//
// Function composition (repaired) at n = N, default 3, every input, one thread, each named format and p2 ..
// p24, the model plain. Processor time, best of ROUNDS (default 3), making the evaluator included. Prints
// a table and ends with 1 if the two disagree on how many inputs are right or on the exponents met.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <stdexcept>

#include "constructions/add_constructions.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "precision/layer/rounded_evaluator.hpp"

namespace {

using namespace attest;  // NOLINT(google-build-using-namespace)

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Run {
  double seconds = std::numeric_limits<double>::infinity();
  Integer right = 0;
  ExponentsMet exponents;
};

void run(const LayerPrecision& problem, EvaluationModel model, const FloatFormat& format,
         RoundedBy arithmetic, Run& best) {
  const InputSpace& space = problem.task().space();
  const double start = processor_seconds();
  RoundedEvaluator evaluator(problem, model, format, std::nullopt, arithmetic);
  best.right = 0;
  Word word = space.unrank(0);
  for (Integer rank = 0; rank < space.size(); rank += 1, space.advance(word, 1))
    best.right += evaluator.right(word) ? 1 : 0;
  best.exponents = evaluator.exponents();
  best.seconds = std::min(best.seconds, processor_seconds() - start);
}

}  // namespace

int main(int count, char** words) {
  const std::string n = count > 1 ? words[1] : "3";
  const int rounds = count > 2 ? std::atoi(words[2]) : 3;
  Catalogue catalogue;
  add_constructions(catalogue);
  const Claim& claim = catalogue.find("strassen/function-composition");
  const auto problem =
      precision_problem(claim, Variant::repaired, parse_parameters(claim.info().parameters, {"n=" + n}));
  const auto& layer = dynamic_cast<const LayerPrecision&>(*problem);
  std::vector<FloatFormat> formats = named_float_formats();
  for (const long bits : {2L, 4L, 8L, 16L, 24L}) formats.push_back(unbounded_format(bits));
  fmt::print(
      "strassen/function-composition n={}, {} inputs, best of {} rounds, processor time of one thread\n\n", n,
      layer.task().space().size().str(), rounds);
  fmt::print("| format | right | MPFR, s | double, s | MPFR / double |\n|---|---|---|---|---|\n");
  bool agree = true;
  double total_mpfr = 0;
  double total_native = 0;
  for (const FloatFormat& format : formats) {
    Run mpfr;
    Run native;
    for (int round = 0; round < rounds; ++round) {
      run(layer, EvaluationModel::plain, format, RoundedBy::mpfr, mpfr);
      run(layer, EvaluationModel::plain, format, fastest_arithmetic(format, false), native);
    }
    agree = agree && mpfr.right == native.right && mpfr.exponents.least == native.exponents.least &&
            mpfr.exponents.greatest == native.exponents.greatest;
    total_mpfr += mpfr.seconds;
    total_native += native.seconds;
    fmt::print("| {} | {} | {:.4f} | {:.4f} | {:.1f} |\n", format.name, native.right.str(), mpfr.seconds,
               native.seconds, mpfr.seconds / native.seconds);
  }
  fmt::print("| all | | {:.4f} | {:.4f} | {:.1f} |\n", total_mpfr, total_native, total_mpfr / total_native);
  if (!agree) fmt::print("the two disagree\n");
  return agree ? 0 : 1;
}
