// Relational attention (seed 002, eqs. 4-6 with W_r = I, W_s = 0) in 100-digit point arithmetic, from the
// weights as `attest show` prints them. Shares no code with attest's evaluation.
#pragma once

#include <boost/multiprecision/mpfr.hpp>
#include <string>
#include <vector>

#include "claims/json.hpp"

namespace oracle {

using DatReal = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<100>>;

DatReal number(const std::string& fraction);

// "networks" of `attest show dat/select-and-relate`, evaluated at a grid point.
std::vector<DatReal> network(const attest::Json& layers, long point);

// RA(x, y) for the query x and the context y, 1-based.
std::vector<DatReal> relational_attention(const attest::Json& networks, long x, const std::vector<long>& y);

// The objects of greatest utility in the context, in order of position.
std::vector<long> best_objects(const std::vector<std::vector<long>>& utility, long x,
                               const std::vector<long>& y);

// |RA(x, y) - wanted| in the maximum norm.
DatReal error(const std::vector<DatReal>& output, const std::vector<std::string>& wanted);

}  // namespace oracle
