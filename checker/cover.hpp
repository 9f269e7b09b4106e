// Every input of a record, in boxes (docs/certificates.md has the proof). A box fixes some cells of the input, and of some heads which
// index tuple is one of the best; a guide says which boxes are closed and how, and all that it says is checked here.
#pragma once

#include "checker/cover_tables.hpp"
#include "checker/program.hpp"

namespace attest_check {

// The certificate of a cover, line by line. Throws Rejection, Undecided, OtherProgram of other claims, or std::ios_base::failure where
// `in` cannot be read.
Report check_cover(std::istream& in);

// How a box is closed: for each claim about the output, of each maximum that bounds it from below, which part is taken.
using Closing = std::vector<std::vector<std::size_t>>;

__extension__ using Wide = __int128;

class Cover {
 public:
  // Rejection, Undecided: of what is no part of this program's covers.
  Cover(const Record& record, const Layer& layer);
  // Asked, of each judged token with its own cells and of each box in it, by its place in the grammar, {"best":[1,[2,5],[[3,1]]]. Nothing
  // is the answer where a token begins, and where the box is to be split.
  using Guide = std::function<std::optional<Closing>(const std::string& place)>;
  // Rejection where a closing does not close its box.
  void run(const Guide& guide);
  std::size_t boxes() const { return boxes_; }
  // Of the box that the guide is asked about: the right answer, where it is known; Rejection of what is no closing at all.
  std::optional<mpz_class> truth();
  bool closed(const Closing& closing);

 private:
  using Form = std::vector<mpq_class>;  // a constant, then a linear form in the mean of each head

  void list_conditions();
  template <class Visit>
  void each_allowed(std::size_t head, const HeadTable::Tuple& tuple, const Visit& visit) const;
  bool possible() const;
  void each_winner(std::size_t head);
  void box(const std::string& place);
  std::vector<Form> forms(const Readout& readout, const mpq_class& factor,
                          const std::vector<std::size_t>& choices, std::size_t& at) const;
  bool above(const Form& form, bool strict);
  mpq_class least_mean(std::size_t head, const Form& form, bool alone);

  const Record& record_;
  const Layer& layer_;
  const Roles roles_;
  std::vector<std::size_t> first_{1};  // [head]: its place in a form; then their length
  const Guide* guide_ = nullptr;
  std::size_t boxes_ = 0;

  Layer::Judged judged_;
  std::vector<long> cells_;
  std::vector<HeadTable> tables_;
  std::vector<const HeadTable::Entry*> winners_;  // [head], of a best tuple: null where none is known
  std::vector<mpq_class> residual_;
  // The answer is `met_` where one of the conditions is met, else the other: they are, each, that cells have these values.
  bool by_conditions_ = false, met_ = true;
  std::vector<Values> conditions_;
  std::size_t open_ = 0;  // a cell that the answer hangs on, where truth() is not known
};

}  // namespace attest_check
