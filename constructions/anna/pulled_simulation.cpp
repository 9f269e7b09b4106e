#include "constructions/anna/pulled_simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>

#include "numeric/checked.hpp"
#include "protocols/protocol_builder.hpp"

namespace attest {

namespace {

using attention::State;
using mpc::Value;
using mpc::Words;

// A layer in which tokens ask tokens. What a token holds is numbers, of the same number at every token.
struct Asking {
  std::string name;
  std::string query;  // as a formula; every key is p_i
  std::string value = "all that token i holds";
  std::size_t heads = 1;
  std::size_t length = 1;                                           // of what is offered
  std::function<std::vector<long>(long token)> asked;               // one a head
  std::function<Words(long token, const Words& held)> offered;      // the value, in every head
  std::function<Words(long token, std::vector<Words> heard)> held;  // from what the heads give
};

// What a token holds behind the layer, from its state.
Words held_behind(const Asking& layer, long token, const State& state) {
  std::vector<Words> heard;
  for (std::size_t head = 0; head < layer.heads; ++head) {
    Words words(layer.length, 0);
    const State slice = state.slice(1 + head * layer.length, layer.length);
    for (const State::Entry& entry : slice.entries())
      words[entry.place] = to_long(numerator_of(slice.number(entry)));
    heard.push_back(std::move(words));
  }
  return layer.held(token, std::move(heard));
}

class Pulling {
 public:
  Pulling(const mpc::Protocol& protocol, long k)
      : k_(k), fixed_(std::make_shared<mpc::FixedProtocol>(mpc::fixed_protocol(protocol, k))) {
    sim_.protocol = protocol;
    sim_.fixed = *fixed_;
    sim_.machines_of_token = (fixed_->plan.machines + tokens() - 1) / tokens();
  }

  PulledSimulation simulation() {
    long window = 1;
    for (; window < s(); window = std::min(window * k_, s()), ++sim_.windows)
      layers_.push_back(widened(window));
    layers_.push_back(placed());
    for (std::size_t round = 0; round < fixed_->rounds.size(); ++round) layers_.push_back(played(round));
    make_network();
    return std::move(sim_);
  }

 private:
  long tokens() const { return sim_.protocol.inputs; }
  long s() const { return sim_.protocol.memory; }
  long slots() const { return fixed_->plan.block() + 1; }

  // From `window` words on to k times as many, s at most. A word is held as itself plus one; 0: no word.
  Asking widened(long window) const {
    Asking layer;
    const long wider = std::min(window * k_, s());
    layer.name = fmt::format("window of {}", wider);
    layer.query = fmt::format("p_(i + {}(h-1)) in head h, p_i where that is no input word", window);
    layer.heads = static_cast<std::size_t>(k_);
    layer.length = static_cast<std::size_t>(window);
    layer.asked = [k = k_, window, n = tokens()](long token) {
      std::vector<long> asked;
      for (long j = 0; j < k; ++j) asked.push_back(token + j * window <= n ? token + j * window : token);
      return asked;
    };
    layer.offered = [](long, const Words& held) { return held; };
    layer.held = [window, wider, n = tokens()](long token, const std::vector<Words>& heard) {
      Words held;
      for (std::size_t j = 0; j < heard.size(); ++j) {
        const bool asked = token + static_cast<long>(j) * window <= n;
        for (const Value word : heard[j]) held.push_back(asked ? word : 0);
      }
      held.resize(static_cast<std::size_t>(wider));
      return held;
    };
    return layer;
  }

  // The machines begin.
  Asking placed() const {
    Asking layer;
    layer.name = "place";
    layer.query = "p_j, j the first word of machine i's input; p_i of machines without";
    layer.length = static_cast<std::size_t>(s());
    layer.asked = [p = sim_.protocol](long token) {
      return std::vector<long>{token <= p.input_machines() ? p.first_index(token) : token};
    };
    layer.offered = [](long, const Words& held) { return held; };
    layer.held = [p = sim_.protocol, fixed = fixed_, g = sim_.machines_of_token](
                     long token, const std::vector<Words>& heard) {
      mpc::Memory share;
      if (token <= p.input_machines()) {
        for (long index = p.first_index(token); index <= p.last_index(token); ++index)
          share.push_back(
              {index, {heard.front()[static_cast<std::size_t>(index - p.first_index(token))] - 1}});
      }
      Words held;
      for (long a = 0; a < g; ++a) {
        const mpc::Block block = fixed->begin(token + a * p.inputs, a == 0 ? share : mpc::Memory{});
        held.insert(held.end(), block.begin(), block.end());
      }
      return held;
    };
    return layer;
  }

  // The machine that a token asks for as its a-th: in the last round the one that holds its output.
  std::function<long(long token, long a)> machine_in(std::size_t round) const {
    const bool last = round + 1 == fixed_->rounds.size();
    return
        [last, p = sim_.protocol](long token, long a) { return last ? p.home(token) : token + a * p.inputs; };
  }

  Asking played(std::size_t round) const {
    Asking layer;
    const bool last = round + 1 == fixed_->rounds.size();
    const auto machine_of = machine_in(round);
    const mpc::FixedRound& ways = fixed_->rounds[round].ways;
    const long n = tokens();
    const long machines = fixed_->plan.machines;
    long most = 0;
    for (long machine = 0; machine < machines; ++machine)
      most = std::max(most, static_cast<long>(mpc::sources_of(ways, machine).size()));
    const long turns = last ? 1 : sim_.machines_of_token;
    layer.name = last ? "out" : fmt::format("round {}", round + 1);
    layer.value = "what the machines of token i make of what it holds, in this round";
    layer.query = last ? "p_j, j the token of the h-th machine that sends to the one that holds word i"
                       : "p_j, j the token of the h-th machine that sends to one that token i plays";
    layer.heads = static_cast<std::size_t>(turns * most);
    layer.length = static_cast<std::size_t>(sim_.machines_of_token * slots());
    // Machines beyond the last ask nobody: their heads ask the token itself.
    layer.asked = [=, fixed = fixed_](long token) {
      std::vector<long> asked(static_cast<std::size_t>(turns * most), token);
      for (long a = 0; a < turns; ++a) {
        if (machine_of(token, a) > machines) continue;
        const auto sources = mpc::sources_of(fixed->rounds[round].ways, machine_of(token, a) - 1);
        for (std::size_t j = 0; j < sources.size(); ++j)
          asked[static_cast<std::size_t>(a * most) + j] = sources[j] % n + 1;
      }
      return asked;
    };
    layer.offered = [=, fixed = fixed_, width = slots(), g = sim_.machines_of_token](long token,
                                                                                     const Words& held) {
      Words offered;
      for (long a = 0; a < g; ++a) {
        mpc::Block block(held.begin() + a * width, held.begin() + (a + 1) * width);
        if (token + a * n <= machines) block = fixed->rounds[round].local(token + a * n, block);
        offered.insert(offered.end(), block.begin(), block.end());
      }
      return offered;
    };
    layer.held = [=, fixed = fixed_, width = slots()](long token, const std::vector<Words>& heard) {
      const mpc::FixedRound& from = fixed->rounds[round].ways;
      Words held;
      for (long a = 0; a < turns; ++a) {
        const long machine = machine_of(token, a);
        mpc::Block block(static_cast<std::size_t>(width), fixed->filler);
        if (machine <= machines) {
          const auto sources = mpc::sources_of(from, machine - 1);
          for (long slot = 0; slot < width; ++slot) {
            const long place = from.source[static_cast<std::size_t>((machine - 1) * width + slot)];
            if (place == mpc::FixedRound::nowhere) continue;
            const auto head =
                std::lower_bound(sources.begin(), sources.end(), place / width) - sources.begin();
            const long place_in_value = place / width / n * width + place % width;
            block[static_cast<std::size_t>(slot)] =
                heard[static_cast<std::size_t>(a * most + head)][static_cast<std::size_t>(place_in_value)];
          }
          block = fixed->arrived(round, machine, std::move(block));
        }
        held.insert(held.end(), block.begin(), block.end());
      }
      return held;
    };
    return layer;
  }

  void make_network() {
    mpc::MachineTokens& machines = sim_.tokens;
    machines.count = tokens();
    machines.key_bits = mpc::bits_for(tokens());
    machines.width = 2;
    for (const Asking& layer : layers_)
      machines.width = std::max(machines.width, 1 + layer.heads * layer.length);
    sim_.network = mpc::machine_layers(machines);
    for (std::size_t l = 0; l < layers_.size(); ++l) {
      const Asking& layer = layers_[l];
      const auto before = l == 0 ? std::function<Words(long, const State&)>([](long, const State& state) {
        return Words{to_long(numerator_of(state[1]))};
      })
                                 : behind(layers_[l - 1]);
      const auto project = [layer, before](long token, const State& state) {
        const Words offered = layer.offered(token, before(token, state));
        std::vector<std::pair<std::size_t, long>> entries;
        for (std::size_t place = 0; place < offered.size(); ++place)
          entries.emplace_back(place, offered[place]);
        const State value = State::of_integers(layer.length, entries);
        std::vector<mpc::HeadToken> heads;
        for (const long asked : layer.asked(token)) heads.push_back({asked, token, value});
        return heads;
      };
      sim_.network.layers.push_back(mpc::machine_layer(machines, layer.name, layer.heads, layer.length,
                                                       {layer.query, "p_i", layer.value}, project));
    }
    const auto psi = [fixed = fixed_, p = sim_.protocol, read = behind(layers_.back()),
                      machines](const State& state) {
      const long token = machines.number(state);
      const Words output = p.output(p.home(token), fixed->end(read(token, state)));
      const auto which = static_cast<std::size_t>(token - p.first_index(p.home(token)));
      return std::vector{Rational(which < output.size() ? output[which] : 0)};
    };
    sim_.network.psi_program = {"output of the machine that holds the token's word", psi};
  }

  static std::function<Words(long, const State&)> behind(const Asking& layer) {
    return [layer](long token, const State& state) { return held_behind(layer, token, state); };
  }

  long k_;
  std::shared_ptr<mpc::FixedProtocol> fixed_;
  PulledSimulation sim_;
  std::vector<Asking> layers_;
};

}  // namespace

std::vector<State> PulledSimulation::states(const Words& input) const {
  std::vector<State> result;
  for (long token = 1; token <= tokens.count; ++token) {
    const std::vector<std::pair<std::size_t, long>> numbers = {
        {0, token}, {1, input[static_cast<std::size_t>(token) - 1] + 1}};
    result.push_back(State::of_integers(tokens.width, numbers));
  }
  return result;
}

Words PulledSimulation::outputs(const std::vector<State>& last) const {
  Words words;
  for (const State& state : last) words.push_back(to_long(numerator_of(network.outputs(state).front())));
  return words;
}

PulledSimulation anna_pull(const mpc::Protocol& protocol, long k) {
  return Pulling(protocol, k).simulation();
}

}  // namespace attest
