#include "reductions/reduction.hpp"

#include <stdexcept>

#include "reductions/poly/formulas/formula_reductions.hpp"
#include "reductions/poly/formulas/triangle_to_cycle.hpp"
#include "reductions/poly/gap/gap_reductions.hpp"
#include "reductions/poly/hardness/gap_to_attention.hpp"

namespace attest {

std::string name_of(Problem problem) {
  switch (problem) {
    case Problem::max_sat:
      return "max-sat";
    case Problem::sat:
      return "sat";
    case Problem::kip:
      return "kip";
    case Problem::ip_triangle:
      return "ip-triangle";
    case Problem::hypergraph_ip:
      return "hypergraph-ip";
    case Problem::ip_dir_cycle:
      return "ip-dir-cycle";
    case Problem::gap_kip:
      return "gap-kip";
    case Problem::gap_ip_triangle:
      return "gap-ip-triangle";
    case Problem::gap_hypergraph_ip:
      return "gap-hypergraph-ip";
    case Problem::gap_ip_dir_cycle:
      return "gap-ip-dir-cycle";
    case Problem::attention:
      return "attention";
  }
  throw std::logic_error("no such problem");
}

const std::vector<std::unique_ptr<Reduction>>& reductions() {
  static const std::vector<std::unique_ptr<Reduction>> all = [] {
    std::vector<std::unique_ptr<Reduction>> list;
    list.push_back(max2sat_to_ip_triangle());
    list.push_back(ip_to_gap_ip_reduction());
    list.push_back(ip_triangle_to_gap_reduction());
    list.push_back(gap_ip_triangle_to_strassen());
    list.push_back(ksat_to_kip());
    list.push_back(kip_to_gap_reduction());
    list.push_back(gap_kip_to_poly());
    list.push_back(maxksat_to_hypergraph_ip());
    list.push_back(hypergraph_ip_to_gap_reduction());
    list.push_back(gap_hypergraph_to_poly());
    list.push_back(ip_triangle_to_cycle());
    list.push_back(cycle_to_gap_reduction());
    list.push_back(gap_cycle_to_poly());
    return list;
  }();
  return all;
}

}  // namespace attest
