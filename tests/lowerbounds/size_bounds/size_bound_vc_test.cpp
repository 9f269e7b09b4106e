// The upper bounds on the VC dimension and the least sizes, recomputed in other ways.
#include <catch2/catch.hpp>

#include <mpfr.h>

#include "lowerbounds/size_bounds/explicit_size_bound.hpp"
#include "lowerbounds/size_bounds/monotone_check.hpp"
#include "lowerbounds/size_bounds/vc_bound.hpp"

namespace size_bound_vc_test {

using namespace attest;

namespace {

// The exponent of two that predicates and regions compare, in a directed MPFR computation of 200 bits: enough
// to decide every comparison below, none of which is closer than 2^-100 (asserted).
class Real {
 public:
  explicit Real(long value) {
    mpfr_init2(value_, 200);
    mpfr_set_si(value_, value, MPFR_RNDN);
  }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
  ~Real() { mpfr_clear(value_); }
  mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

// log2(p e / q) * factor + offset - N > 0, by one route: 1 / log 2 and log p - log q.
bool exceeds(long factor, long offset, long p, long q, long N) {
  Real sum(p);
  Real divisor(q);
  Real two(2);
  mpfr_log(sum.get(), sum.get(), MPFR_RNDN);
  mpfr_log(divisor.get(), divisor.get(), MPFR_RNDN);
  mpfr_log(two.get(), two.get(), MPFR_RNDN);
  mpfr_sub(sum.get(), sum.get(), divisor.get(), MPFR_RNDN);
  mpfr_add_ui(sum.get(), sum.get(), 1, MPFR_RNDN);
  mpfr_div(sum.get(), sum.get(), two.get(), MPFR_RNDN);
  mpfr_mul_si(sum.get(), sum.get(), factor, MPFR_RNDN);
  mpfr_add_si(sum.get(), sum.get(), offset - N, MPFR_RNDN);
  REQUIRE(mpfr_get_exp(sum.get()) > -100);
  return mpfr_sgn(sum.get()) > 0;
}

// Operations counted by loops over what is computed, instead of the closed formula.
long counted_literally(long d, long H, long P) {
  long t = 0;
  for (long h = 0; h < H; ++h) {
    for (long coordinate = 0; coordinate < d; ++coordinate)
      t += 3;  // alpha + beta + gamma, then the division
    t += 3;    // lambda + mu + nu, then the guard
  }
  for (long row = 0; row < d; ++row) t += d * H + (d * H - 1) + 1;  // products, sums, residual
  for (long parameter = 0; parameter < P; ++parameter) t += 2;
  return t - 1 + 2;
}

long counted_absorbed(long d, long H, long P) {
  long t = 0;
  for (long h = 0; h < H; ++h) {
    for (long coordinate = 0; coordinate < d; ++coordinate) t += h == 0 ? 2 : 3;
    t += 2;
  }
  for (long parameter = 0; parameter < P; ++parameter) t += 2;
  return t - 1 + 2;
}

bool admitted_by_definition(VcForm form, long d, long H, long P, long N) {
  const long k = d * H + H;
  switch (form) {
    case VcForm::literal:
      return N <= 4 * k * (counted_literally(d, H, P) + 2);
    case VcForm::absorbed:
      return N <= 4 * k * (counted_absorbed(d, H, P) + 2);
    case VcForm::predicates:
      return exceeds(2 * k, 2 * k * P, 8 * H, 1, N);
    case VcForm::regions:
      for (long r = 1; r <= P; ++r) {  // every r, also those above d, where min(d, r) functionals are enough
        const long functionals = r < d ? r : d;
        const long readers_k = H * (functionals + 1);
        if (N <= readers_k || exceeds(readers_k, readers_k * (P - r + 1), 4 * N, functionals + 1, N))
          return true;
      }
      return false;
  }
  return false;
}

}  // namespace

TEST_CASE("admits agrees with the definition, every r tried, on all small sizes", "[size-bound]") {
  for (const VcForm form : vc_forms) {
    for (long d = 1; d <= 4; ++d) {
      for (long H = 1; H <= 3; ++H) {
        for (long P = 1; P <= 5; ++P) {
          const Integer bound = vc_upper_bound(form, {d, H, P});
          for (const long N : {1L, d * H, 2 * d * H + 5, 7 * d * H * P, 40 * d * H * P}) {
            CAPTURE(to_string(form), d, H, P, N);
            const bool wanted = admitted_by_definition(form, d, H, P, N);
            CHECK(admits(form, {d, H, P}, N) == wanted);
            CHECK((N <= bound) == wanted);
          }
          CHECK(admits(form, {d, H, P}, bound));
          CHECK_FALSE(admits(form, {d, H, P}, bound + 1));
        }
      }
    }
  }
}

TEST_CASE("The least size is what a linear search over all smaller transformers finds", "[size-bound]") {
  for (const VcForm form : vc_forms) {
    for (const long N : {1L, 2L, 14L, 15L, 72L, 73L, 100L, 104L, 105L, 300L, 700L}) {
      long s = 1;
      // Some transformer with max{d, H, P} <= s admits N points; not only the one with d = H = P = s is
      // asked.
      const auto some_admit = [&](long most) {
        for (long d = 1; d <= most; ++d) {
          for (long H = 1; H <= most; ++H) {
            for (long P = 1; P <= most; ++P) {
              if (admitted_by_definition(form, d, H, P, N)) return true;
            }
          }
        }
        return false;
      };
      while (!some_admit(s)) ++s;
      CAPTURE(to_string(form), N);
      CHECK(least_size(form, N, 0) == s);
    }
  }
}

TEST_CASE("The worked example: function composition on 100 values", "[size-bound]") {
  // docs/size-bounds.md works these numbers by hand.
  CHECK(operations(VcForm::literal, {1, 1, 3}) == 15);
  CHECK(vc_upper_bound(VcForm::literal, {1, 1, 3}) == 136);
  CHECK(operations(VcForm::absorbed, cube(1)) == 7);
  CHECK(vc_upper_bound(VcForm::absorbed, cube(1)) == 72);
  CHECK(vc_upper_bound(VcForm::predicates, cube(1)) == 21);
  CHECK(vc_upper_bound(VcForm::predicates, cube(2)) == 89);
  CHECK(vc_upper_bound(VcForm::regions, cube(1)) == 14);
  CHECK(vc_upper_bound(VcForm::regions, cube(2)) == 51);
  const auto bound = explicit_size_bound(SplitTask::function_composition, 100);
  REQUIRE(bound.forms.size() == 4);
  CHECK(bound.forms[0].least_size == 1);
  CHECK(bound.forms[1].least_size == 2);
  CHECK(bound.forms[2].least_size == 3);
  CHECK(bound.forms[3].least_size == 3);
  CHECK(bound.strongest == 2);
}

TEST_CASE("The bound exceeds a size from the stated n on, and not one step earlier", "[size-bound]") {
  for (const SplitTask task : {SplitTask::function_composition, SplitTask::match3,
                               SplitTask::relation_composition, SplitTask::quotient_composition}) {
    for (const long size : {1L, 2L, 3L, 10L}) {
      const auto threshold = size_bound_threshold(task, size);
      for (std::size_t f = 0; f < vc_forms.size(); ++f) {
        const Integer n = threshold.least_n[f].second;
        CAPTURE(size, threshold.least_n[f].first, n.str());
        CHECK(explicit_size_bound(task, n).forms[f].least_size == size + 1);
        Integer before = n - 1;
        if (task == SplitTask::relation_composition || task == SplitTask::quotient_composition) {
          const Integer side = boost::multiprecision::sqrt(n) - 1;
          before = side * side;
        }
        CHECK(explicit_size_bound(task, before).forms[f].least_size <= size);
      }
    }
  }
}

TEST_CASE("The closed form (rows / 22)^(1/3) never exceeds the least size", "[size-bound]") {
  for (long rows = 1; rows < 100000; rows += rows / 7 + 1) {
    const Integer s = least_size(VcForm::predicates, rows, 0);
    CAPTURE(rows);
    CHECK(cubic_constant * s * s * s >= rows);
  }
}

TEST_CASE("The bounds are monotone", "[size-bound]") {
  const Check check = check_monotone();
  CHECK(check.status == Status::holds);
}

TEST_CASE("Least sizes grow with the number of rows", "[size-bound]") {
  for (const VcForm form : vc_forms) {
    Integer last = 1;
    for (long rows = 1; rows < 3000; rows += 13) {
      const Integer s = least_size(form, rows, 0);
      CHECK(s >= last);
      last = s;
    }
  }
}

}  // namespace size_bound_vc_test
