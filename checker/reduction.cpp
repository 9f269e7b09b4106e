#include "checker/reduction.hpp"

#include <algorithm>

#include "checker/refusal.hpp"
#include "checker/words.hpp"

namespace attest_check {

namespace {

// One side: its inputs, from cell 0 on, and what its question sees.
struct Side {
  std::vector<InputField> inputs;
  std::vector<long> cells;
  Expression question;
  Scope scope;

  Side() = default;
  Side(const Side&) = delete;
  bool answer() { return Evaluation(scope).truth(*question); }
};

struct Map {
  std::vector<std::string> arguments;
  Expression value;
};

class Check {
 public:
  explicit Check(std::istream& in) : lines_(in) {
    LineReader line = lines_.next();
    record_ = read_record(line);
    if (record_.claim != Claim::of_a_reduction)
      throw OtherProgram("this is no certificate of a reduction but one " + which_checks(record_.claim));
    line.expect(",\"reduction\":{\"source\":");
    const auto inputs =
        static_cast<std::size_t>(line.integer(1, static_cast<long>(record_.inputs.size()) - 1));
    for (std::size_t f = 0; f < record_.inputs.size(); ++f) {
      Side& side = f < inputs ? source_ : target_;
      side.inputs.push_back(record_.inputs[f]);
      side.inputs.back().first = side.cells.size();
      side.cells.resize(side.cells.size() + record_.inputs[f].cells);
    }
    for (Side* side : {&source_, &target_}) {
      for (const auto& [name, value] : record_.constants) side->scope.names.emplace(name, Value(value));
      side->scope.inputs = &side->inputs;
      side->scope.cells = &side->cells;
    }
    line.expect(",\"where\":");
    line.list([&] { where_.push_back(parsed(line.string())); });
    line.expect(",\"question\":");
    source_.question = parsed(line.string());
    line.expect(",\"map\":");
    line.list([&] { read_map(line); });
    if (map_.size() != target_.inputs.size()) line.fail("expected what each input of the target is");
    line.expect(",\"asked\":");
    target_.question = parsed(line.string());
    line.expect("},\"claim\":");
    refuted_ = line.skip("\"reduction refuted\"");
    if (!refuted_) line.expect("\"reduction holds\"");
    line.expect("}");
    line.end();
  }

  Report run() {
    Report report;
    report.claim =
        record_.claimed(refuted_ ? "refuted, the reduction fails at an instance"
                                 : "every image is an instance of the target with the same answer");
    report.established = refuted_ ? counterexample() : enumeration();
    report.trusted = "the theorem's text, at this setting, is the record of the first line; GMP";
    return report;
  }

 private:
  // [["i","j"],"a(i)"]
  void read_map(LineReader& line) {
    if (map_.size() == target_.inputs.size()) line.fail("more than the target has inputs");
    const InputField& field = target_.inputs[map_.size()];
    Map& map = map_.emplace_back();
    line.expect("[");
    line.list([&] {
      const std::string name = line.string();
      const Expression alone = parsed(name);
      const bool taken = source_.scope.names.count(name) != 0 ||
                         std::any_of(record_.inputs.begin(), record_.inputs.end(),
                                     [&](const InputField& input) { return input.name == name; }) ||
                         std::count(map.arguments.begin(), map.arguments.end(), name) != 0;
      if (alone->op != Op::name || alone->text != name || taken) line.fail("expected a new name");
      map.arguments.push_back(name);
    });
    if (map.arguments.size() != field.domains.size())
      line.fail("expected a name for each argument of " + field.name);
    line.expect(",");
    map.value = parsed(line.string());
    line.expect("]");
  }

  bool is_instance() {
    return is_word(source_.inputs, source_.cells) &&
           std::all_of(where_.begin(), where_.end(),
                       [&](const Expression& where) { return Evaluation(source_.scope).truth(*where); });
  }

  // What is wrong with the image of the source's cells; nothing where it is right. Of an instance to which the source's question gives no
  // value nothing is said.
  std::optional<std::string> wrong(bool& yes) {
    yes = source_.answer();
    for (std::size_t f = 0; f < map_.size(); ++f) {
      const InputField& field = target_.inputs[f];
      for (std::size_t k = 0; k < field.cells; ++k) {
        for (std::size_t a = field.domains.size(), rest = k; a-- > 0; rest /= field.domains[a].size())
          source_.scope.names[map_[f].arguments[a]] =
              Value(mpq_class(field.domains[a][rest % field.domains[a].size()]));
        const mpq_class letter = Evaluation(source_.scope).number(*map_[f].value);
        if (letter.get_den() != 1 || !letter.get_num().fits_slong_p())
          return "becomes " + field.name + " with the value " + letter.get_str();
        target_.cells[field.first + k] = letter.get_num().get_si();
      }
      for (const std::string& name : map_[f].arguments) source_.scope.names.erase(name);
    }
    if (!is_word(target_.inputs, target_.cells)) return "becomes no instance of the target";
    if (target_.answer() == yes) return std::nullopt;
    return yes ? "is a yes and becomes a no" : "is a no and becomes a yes";
  }

  std::string told() const {
    std::string text;
    for (const long cell : source_.cells) text += (text.empty() ? "" : " ") + std::to_string(cell);
    return "the instance " + text;
  }

  // {"instance":[1,2]}: a value for each cell of the source.
  std::string counterexample() {
    LineReader line = lines_.next();
    line.expect("{\"instance\":");
    std::size_t count = 0;
    line.list([&] {
      if (count == source_.cells.size()) line.fail("more values than cells");
      source_.cells[count++] = line.integer(-999999999999999999, 999999999999999999);
    });
    line.expect("}");
    line.end();
    if (count != source_.cells.size() || !is_instance()) line.fail("this is no instance of the source");
    bool yes = false;
    const auto defect = wrong(yes);
    if (!defect) line.fail("the image of this instance has its answer");
    lines_.expect_end(lines_.next());
    return told() + " " + *defect;
  }

  // {"instances":"32","yes":"5"}: what a second enumeration has to count.
  std::string enumeration() {
    LineReader line = lines_.next();
    line.expect("{\"instances\":");
    const mpq_class said_instances = line.fraction();
    line.expect(",\"yes\":");
    const mpq_class said_yes = line.fraction();
    line.expect("}");
    line.end();
    lines_.expect_end(lines_.next());
    mpz_class instances = 0, answered_yes = 0;
    each_choice(source_.inputs, [&](const std::vector<long>& cells) {
      source_.cells = cells;
      if (!is_instance()) return;
      instances += 1;
      bool yes = false;
      if (const auto defect = wrong(yes)) throw Rejection(told() + " " + *defect);
      answered_yes += yes ? 1 : 0;
    });
    if (instances != said_instances || answered_yes != said_yes)
      throw Rejection("there are " + instances.get_str() + " instances, of which " + answered_yes.get_str() +
                      " are a yes");
    if (instances == 0) throw Rejection("there is no instance");
    return instances.get_str() + " instances, " + answered_yes.get_str() +
           " of them a yes, were mapped, and every image has its answer";
  }

  Lines lines_;
  Record record_;
  Side source_, target_;
  std::vector<Expression> where_;
  std::vector<Map> map_;
  bool refuted_ = false;
};

}  // namespace

Report check_reduction(std::istream& in) {
  return Check(in).run();
}

}  // namespace attest_check
