// The compiled part of the Python module: the public header's functions, called without the interpreter's lock. Everything else is
// Python (python/attest/).
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <attest/attest.hpp>

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace {

namespace api = attest::api;
namespace py = pybind11;

using Function = api::Answer (*)(const api::Theorem&, const api::Request&);
using Pairs = std::vector<std::pair<std::string, std::string>>;

const std::map<std::string, Function>& functions() {
  static const std::map<std::string, Function> all{
      {"check", api::check},         {"show", api::show},     {"verify", api::verify},
      {"prove", api::prove},         {"run", api::run},       {"explain", api::explain},
      {"reduce", api::reduce},       {"report", api::report}, {"shatter", api::shatter},
      {"precision", api::precision},
  };
  return all;
}

api::Answer answer_of(const std::string& function, const std::string& kind, const std::string& theorem,
                      const api::Request& request) {
  if (kind.empty()) return function == "catalogue" ? api::catalogue(request) : api::shatter(request);
  const api::Theorem about = kind == "file"   ? api::Theorem::file(theorem)
                             : kind == "text" ? api::Theorem::text(theorem)
                                              : api::Theorem::named(theorem);
  return functions().at(function)(about, request);
}

// Ctrl-C: Python's handlers run on its main thread alone, when that thread asks for them; so the call has a thread of its own, which is
// stopped when a handler raises.
constexpr std::chrono::milliseconds between_looks{50};

py::tuple call(const std::string& function, const std::string& kind, const std::string& theorem,
               const Pairs& parameters, const Pairs& options, const std::string& standard_input) {
  std::atomic<bool> stop{false};
  const api::Request request{parameters, options, standard_input, &stop};
  api::Answer answer;
  std::mutex mutex;
  std::condition_variable ended;
  bool is_done = false;
  bool raised = false;
  {
    const py::gil_scoped_release unlocked;
    std::thread caller([&] {
      answer = answer_of(function, kind, theorem, request);
      const std::lock_guard lock(mutex);
      is_done = true;
      ended.notify_one();
    });
    for (std::unique_lock lock(mutex); !ended.wait_for(lock, between_looks, [&] { return is_done; });) {
      if (raised) continue;
      lock.unlock();
      {
        const py::gil_scoped_acquire locked;
        raised = PyErr_CheckSignals() != 0;
        if (raised) stop = true;
        // What the handler raised stays with this thread until the call has ended.
      }
      lock.lock();
    }
    caller.join();
  }
  if (raised) throw py::error_already_set();
  return py::make_tuple(static_cast<int>(answer.outcome), py::bytes(answer.text), py::bytes(answer.message));
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "The compiled part of attest; use attest instead.";
  module.def("call", &call, py::arg("function"), py::arg("kind"), py::arg("theorem"), py::arg("parameters"),
             py::arg("options"), py::arg("standard_input"));
  module.attr("version") = api::version();
}
