#include "checker/check.hpp"

#include <optional>

#include "checker/answer.hpp"
#include "checker/refusal.hpp"
#include "checker/words.hpp"

namespace attest_check {

namespace {

class Check {
 public:
  explicit Check(std::istream& in) : lines_(in) {
    LineReader first = lines_.next();
    record_ = read_record(first);
    if (record_.claim != Claim::by_enumeration && record_.claim != Claim::refuted)
      throw OtherProgram("this is no certificate of inputs but one " + which_checks(record_.claim));
    layer_.emplace(record_);
    outputs_.emplace(record_, *layer_);
  }

  Report run() {
    const bool refuted = record_.claim == Claim::refuted;
    Report report;
    report.claim = record_.claimed(refuted ? "refuted, an input has a wrong output"
                                           : "every output is right on every input");
    report.established = refuted ? counterexamples() : enumeration();
    return report;
  }

 private:
  // The first wrong output at this input, which is judged; nothing where all are right. (A wrong one is told although one before it is open.)
  std::optional<std::string> first_wrong(const std::vector<long>& cells) {
    outputs_->encode(cells);
    std::optional<Undecided> open;
    for (const Layer::Judged& judged : layer_->judged()) {
      try {
        if (const auto wrong = wrong_output(*outputs_, cells, judged)) return wrong;
      } catch (const Undecided& undecided) {
        open = undecided;
      }
    }
    if (open) throw *open;
    return std::nullopt;
  }

  std::vector<long> read_cells(LineReader& line) const {
    std::vector<long> cells;
    std::size_t field = 0;
    line.list([&] {
      if (field == record_.inputs.size()) line.fail("more parts than the theorem has inputs");
      const std::size_t before = cells.size();
      line.list([&] {
        cells.push_back(line.integer(-999999999999999999, 999999999999999999));
        if (cells.size() - before > record_.inputs[field].cells)
          line.fail("too many values of " + record_.inputs[field].name);
      });
      if (cells.size() - before != record_.inputs[field].cells)
        line.fail("too few values of " + record_.inputs[field].name);
      ++field;
    });
    if (field != record_.inputs.size()) line.fail("fewer parts than the theorem has inputs");
    return cells;
  }

  // Each line {"input":..} has to be one with a wrong output.
  std::string counterexamples() {
    std::string first;
    long count = 0;
    for (;; ++count) {
      LineReader line = lines_.next();
      if (!line.next_is("{\"input\":")) {
        if (count == 0) line.fail("expected an input");
        lines_.expect_end(line);
        break;
      }
      line.expect("{\"input\":");
      const std::vector<long> cells = read_cells(line);
      line.expect("}");
      line.end();
      if (!outputs_->is_input(cells)) line.fail("this is no input of the theorem");
      if (!outputs_->is_judged(cells)) line.fail("the theorem says nothing of this input");
      const auto wrong = first_wrong(cells);
      if (!wrong) line.fail("every output is right on this input");
      if (count == 0) first = "on the input of line " + std::to_string(lines_.number()) + " " + *wrong;
    }
    return count == 1 ? first : first + "; so it is with " + std::to_string(count) + " inputs";
  }

  // {"inputs":"32","judged":"32"}: what a second enumeration has to count.
  std::string enumeration() {
    LineReader line = lines_.next();
    line.expect("{\"inputs\":");
    const mpq_class said_inputs = line.fraction();
    line.expect(",\"judged\":");
    const mpq_class said_judged = line.fraction();
    line.expect("}");
    line.end();
    lines_.expect_end(lines_.next());

    mpz_class inputs = 0, judged = 0;
    each_choice(record_.inputs, [&](const std::vector<long>& cells) {
      if (!outputs_->is_input(cells)) return;
      inputs += 1;
      if (!outputs_->is_judged(cells)) return;
      judged += 1;
      if (const auto wrong = first_wrong(cells)) {
        std::string text;
        for (const long cell : cells) text += (text.empty() ? "" : " ") + std::to_string(cell);
        throw Rejection("on the input " + text + " " + *wrong);
      }
    });
    if (inputs != said_inputs || judged != said_judged)
      throw Rejection("there are " + inputs.get_str() + " inputs, of which " + judged.get_str() +
                      " are judged");
    if (judged == 0) throw Rejection("no input is judged");
    return judged.get_str() + " judged inputs of " + inputs.get_str() +
           " were enumerated, and every output is right";
  }

  Lines lines_;
  Record record_;
  std::optional<Layer> layer_;
  std::optional<Outputs> outputs_;
};

}  // namespace

Report check_certificate(std::istream& in) {
  return Check(in).run();
}

}  // namespace attest_check
