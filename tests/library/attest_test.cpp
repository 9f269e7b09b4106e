// The public header, used as another program uses it. A call forgets what runs leave in the process, which claims of other tests may
// still need, so that these tests have a process of their own (ctest: library). tests/python compares what it answers with what the program prints.
#include <attest/attest.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cfenv>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

namespace attest::library_test {

namespace {

using api::Answer;
using api::Outcome;
using api::Request;
using api::Theorem;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

const char* const own_file = ATTEST_TEST_DATA "/../examples/argmax.theorem";

std::string own_text() {
  std::ifstream file(own_file);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Json> documents(const Answer& answer) {
  std::vector<Json> all;
  std::size_t at = 0;
  while (at < answer.text.size()) {
    const std::size_t end = answer.text.find('\n', at);
    all.push_back(Json::parse(answer.text.substr(at, end - at)));
    all.back().erase("seconds");
    at = end + 1;
  }
  return all;
}

Request small(const std::string& variant) {
  Request request;
  request.parameters = {{"n", "2"}};
  request.options = {{"variant", variant}};
  return request;
}

const Theorem& composition() {
  static const Theorem theorem = Theorem::named("strassen/function-composition");
  return theorem;
}

// More inputs than anybody waits for.
Request endless(const std::atomic<bool>& stop) {
  Request request;
  request.parameters = {{"n", "6"}};
  request.options = {{"variant", "repaired"}, {"by", "enumeration"}};
  request.stop = &stop;
  return request;
}

// What a descriptor of the process receives while `f` runs.
template <class Function>
std::string received(int descriptor, Function&& f) {
  std::FILE* file = std::tmpfile();
  std::fflush(nullptr);
  const int before = dup(descriptor);
  dup2(fileno(file), descriptor);
  f();
  std::fflush(nullptr);
  dup2(before, descriptor);
  close(before);
  std::string text(static_cast<std::size_t>(lseek(fileno(file), 0, SEEK_END)), '\0');
  const bool whole = pread(fileno(file), text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
  std::fclose(file);
  REQUIRE(whole);
  return text;
}

}  // namespace

TEST_CASE("A call answers with the outcome and the JSON of its command", "[.library]") {
  const Answer printed = api::verify(composition(), small("printed"));
  CHECK(printed.outcome == Outcome::refuted);
  CHECK(printed.message.empty());
  REQUIRE(documents(printed).size() == 1);
  CHECK(documents(printed)[0]["schema"] == "attest/verdict/1");
  CHECK(documents(printed)[0]["verdict"] == "refuted");
  CHECK(documents(printed)[0]["kind"] == "display");
  CHECK(documents(printed)[0]["command"] ==
        "attest verify strassen/function-composition n=2 --variant printed --format json");
  CHECK(api::verify(composition(), small("repaired")).outcome == Outcome::holds);
  Request short_of_time;
  short_of_time.parameters = {{"n", "6"}};
  short_of_time.options = {{"variant", "repaired"}, {"budget", "0.05"}, {"by", "enumeration"}};
  CHECK(api::verify(composition(), short_of_time).outcome == Outcome::undecided);
}

TEST_CASE("Nothing of a call reaches the process's streams, and its standard input is not read",
          "[.library]") {
  Answer answer;
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    const std::string text = received(descriptor, [&] {
      api::verify(composition(), small("printed"));
      api::check(Theorem::text("theorem"));
      answer = api::verify(Theorem::named("strasen/match3"));
    });
    CHECK(text.empty());
  }
  CHECK(answer.outcome == Outcome::usage_error);
  CHECK(answer.message.find("strassen/match3") != std::string::npos);  // the nearest name
  // An option that reads standard input finds what the request has, here nothing.
  Request weights = small("repaired");
  weights.options.emplace_back("weights", "-");
  CHECK(api::verify(composition(), weights).outcome == Outcome::usage_error);
}

TEST_CASE("A call does not see what others did before it", "[.library]") {
  const auto first = documents(api::verify(composition(), small("printed")));
  const Theorem own = Theorem::text(own_text());
  Request request;
  request.parameters = {{"n", "3"}, {"m", "4"}};
  const auto own_first = documents(api::verify(own, request));
  REQUIRE(own_first.size() == 2);
  CHECK(own_first[0]["claim"] == "own:argmax");
  CHECK(own_first[0]["verdict"] == "holds");
  CHECK(own_first[1]["verdict"] == "refuted");
  // Other variables join polynomials, other files are read, other variants are named.
  const Answer extended = api::verify(
      Theorem::text("attest-theorem 1\ntheorem mine extends strassen/match3 (repaired)\n"), request);
  CHECK(documents(extended)[0]["files"].size() == 1);
  api::verify(Theorem::named("poly/root-finding"));
  api::verify(Theorem::named("ea/kernel-identities"));
  Request show;
  show.options = {{"variant", "cold"}};
  CHECK(api::show(Theorem::file(own_file), show).outcome == Outcome::holds);
  CHECK(documents(api::verify(composition(), small("printed"))) == first);
  CHECK(documents(api::verify(own, request)) == own_first);
  CHECK(first[0]["files"].empty());
  CHECK(api::verify(composition(), small("cold")).message.find("cold") != std::string::npos);
}

TEST_CASE("What is wrong in a theorem's text is told with its place", "[.library]") {
  std::string text = own_text();
  text.replace(text.find("key = (num)"), 11, "key = (nun)");
  const Answer answer = api::check(Theorem::text(text));
  CHECK(answer.outcome == Outcome::usage_error);
  CHECK(answer.text.empty());
  CHECK(answer.message.find("standard input:12:12: 'nun' is not known here") != std::string::npos);
  CHECK(api::check(Theorem::text(own_text())).outcome == Outcome::holds);
  CHECK(api::check(Theorem::file(own_file)).outcome == Outcome::holds);
  CHECK(api::check(composition()).outcome == Outcome::holds);
  CHECK(api::check(Theorem::file("/no/such.theorem")).outcome == Outcome::usage_error);
}

TEST_CASE("What no command line could say is an error, whatever it is", "[.library]") {
  const std::string null("n\0m", 3);
  const auto outcome_of_name = [](const std::string& name) {
    return api::verify(Theorem::named(name)).outcome;
  };
  for (const std::string& name :
       {std::string(), std::string("-"), std::string("--help"), std::string("-h"), null, std::string("n=3"),
        std::string("a.theorem"), std::string(100000, 'x')})
    CHECK(outcome_of_name(name) == Outcome::usage_error);
  for (const std::string& path :
       {std::string(), std::string("-"), std::string("x"), std::string("--out.theorem"), null})
    CHECK(api::verify(Theorem::file(path)).outcome == Outcome::usage_error);
  for (const std::string& name :
       {std::string(), std::string("--out"), std::string("n n"), std::string("1"), null}) {
    Request request;
    request.parameters = {{name, "2"}};
    CHECK(api::verify(composition(), request).outcome == Outcome::usage_error);
  }
  for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{{"", ""},
                                                                                    {"--first", ""},
                                                                                    {"first", "yes"},
                                                                                    {"out=x", ""},
                                                                                    {"seed", null},
                                                                                    {"seed", "-1"},
                                                                                    {"seed", "--help"},
                                                                                    {"variant", ""},
                                                                                    {"format", "text"},
                                                                                    {"watch", ""},
                                                                                    {"kernel", ""},
                                                                                    {"color", "always"},
                                                                                    {"help", ""},
                                                                                    {"threads", "0"},
                                                                                    {"nonsense", "1"}}) {
    Request request = small("printed");
    request.options.emplace_back(name, value);
    INFO(name << " " << value);
    const Answer answer = api::verify(composition(), request);
    CHECK(answer.outcome == Outcome::usage_error);
    CHECK(answer.text.empty());
    CHECK_FALSE(answer.message.empty());
  }
  Request both = small("printed");
  both.standard_input = "{}";
  CHECK(api::verify(Theorem::text(own_text()), both).outcome == Outcome::usage_error);
  CHECK(api::verify(Theorem::text(std::string("theorem\0", 8))).outcome == Outcome::usage_error);
}

TEST_CASE("A stop from another thread ends a call within a second, and one that waits for its turn",
          "[.library]") {
  std::atomic<bool> stop{false};
  std::atomic<bool> stop_waiting{false};
  Answer answer;
  Answer waiting;
  std::thread caller([&] { answer = api::verify(composition(), endless(stop)); });
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  std::thread second([&] { waiting = api::verify(composition(), endless(stop_waiting)); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  stop_waiting = true;
  second.join();
  CHECK(waiting.outcome == Outcome::stopped);
  CHECK(waiting.text.empty());
  const auto asked = Clock::now();
  stop = true;
  caller.join();
  CHECK(Clock::now() - asked < std::chrono::seconds(3));  // one on a machine with nothing else to do
  CHECK(answer.outcome == Outcome::stopped);
  REQUIRE(documents(answer).size() == 1);
  CHECK(documents(answer)[0]["verdict"] == "undecided");
  // The next one has a flag of its own.
  CHECK(api::verify(composition(), small("repaired")).outcome == Outcome::holds);
}

TEST_CASE("Calls of several threads answer as if each were alone", "[.library]") {
  const auto alone = documents(api::verify(composition(), small("printed")));
  const auto proof = api::prove(composition()).text;
  std::vector<Answer> answers(6);
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < answers.size(); ++k) {
    threads.emplace_back([&answers, k] {
      answers[k] = k % 2 == 0 ? api::verify(composition(), small("printed")) : api::prove(composition());
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t k = 0; k < answers.size(); ++k) {
    if (k % 2 == 0) CHECK(documents(answers[k]) == alone);
    if (k % 2 == 1) CHECK(answers[k].text == proof);
  }
}

TEST_CASE("A caller that rounds upward gets the same margins, and keeps its rounding", "[.library]") {
  const auto before = documents(api::verify(composition(), small("repaired")));
  REQUIRE(std::fesetround(FE_UPWARD) == 0);
  const Answer answer = api::verify(composition(), small("repaired"));
  const int after = std::fegetround();
  std::fesetround(FE_TONEAREST);
  CHECK(after == FE_UPWARD);
  CHECK(documents(answer) == before);
}

TEST_CASE("A child that is forked is refused instead of waiting for threads that it does not have",
          "[.library]") {
  api::verify(composition(), small("repaired"));
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const Answer answer = api::verify(composition(), small("repaired"));
    _exit(answer.outcome == Outcome::internal_error && !answer.message.empty() ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}

TEST_CASE("Every function answers about something", "[.library]") {
  Request sizes;
  sizes.parameters = {{"n", "2"}};
  CHECK(Json::parse(api::catalogue().text).size() > 50);
  CHECK(Json::parse(api::show(composition(), sizes).text)["weights"]["embedding_dimension"] == 7);
  CHECK(Json::parse(api::prove(composition()).text)["verdict"] == "holds");
  CHECK(Json::parse(api::explain(composition(), sizes).text)["truth"] == 2);
  Request input = sizes;
  input.options = {{"input", "rank:5"}};
  CHECK(Json::parse(api::run(composition(), input).text)["verdict"] == "holds");
  Request sets;
  sets.parameters = {{"m", "2"}};
  CHECK(Json::parse(api::shatter(Theorem::named("disjointness"), sets).text)["split_vc"] == 2);
  Request table;
  table.options = {{"truth-table", "-"}};
  table.standard_input = "2 2\n0110\n";
  CHECK(Json::parse(api::shatter(table).text)["split_vc"] == 1);
  Request formula;
  formula.parameters = {{"n", "3"}, {"clauses", "4"}};
  formula.options = {{"check", ""}};
  CHECK(Json::parse(api::reduce(Theorem::named("max2sat-to-ip-triangle"), formula).text)["verdict"] ==
        "holds");
  Request formats = sizes;
  formats.options = {{"formats", "bf16"}, {"no-least", ""}};
  CHECK(Json::parse(api::precision(composition(), formats).text)["complete"] == true);
  CHECK(api::report(composition(), sizes).text.starts_with("<!DOCTYPE html>"));
  Request markdown = sizes;
  markdown.options = {{"format", "markdown"}};
  CHECK(api::report(composition(), markdown).text.find("# ") != std::string::npos);
  CHECK(std::string(api::version()) == ATTEST_VERSION);
  CHECK(std::string(api::to_string(Outcome::stopped)) == "stopped");
}

}  // namespace attest::library_test
