// Messages among the ranks of one run, the processes that mpirun has started together. What carries them stands behind this interface:
// MPI (mpi_link.cpp), or memory in tests.
#pragma once

#include <optional>
#include <string>

namespace attest::ranks {

struct Message {
  int from = 0;
  std::string text;
};

// For one thread. Messages between two ranks arrive whole and in order, or, where the other rank is gone, not at all.
class Link {
 public:
  virtual ~Link() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  // Returns at once, whether or not the other rank is there.
  virtual void send(int to, const std::string& text) = 0;
  // What has arrived, or nothing.
  virtual std::optional<Message> receive() = 0;
};

// How often each rank gives a sign of life, and after how long without one a rank is taken for lost.
struct Pulse {
  double seconds_between = 0.5;
  double seconds_to_loss = 20;
};

}  // namespace attest::ranks
