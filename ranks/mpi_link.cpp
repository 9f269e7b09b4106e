// Link by MPI, in a file of its own that is loaded where mpirun has started the program.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <list>
#include <memory>
#include <stdexcept>
#include <string>

#include "ranks/link.hpp"

namespace attest::ranks {

namespace {

constexpr int tag = 1;

class MpiLink : public Link {
 public:
  MpiLink() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    // A rank that is gone is what Leader and Follower notice by its silence.
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void send(int to, const std::string& text) override {
    forget_what_was_sent();
    Sent& sent = sent_.emplace_back();
    sent.text = text;
    if (MPI_Isend(sent.text.data(), static_cast<int>(sent.text.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD,
                  &sent.request) != MPI_SUCCESS)
      sent_.pop_back();
  }

  std::optional<Message> receive() override {
    int there = 0;
    MPI_Status status;
    if (MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || there == 0)
      return std::nullopt;
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    Message message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(bytes), '\0')};
    if (MPI_Recv(message.text.data(), bytes, MPI_BYTE, status.MPI_SOURCE, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE) != MPI_SUCCESS)
      return std::nullopt;
    return message;
  }

 private:
  struct Sent {
    std::string text;  // stays where it is until it is sent
    MPI_Request request = MPI_REQUEST_NULL;
  };

  void forget_what_was_sent() {
    sent_.remove_if([](Sent& sent) {
      int done = 0;
      return MPI_Test(&sent.request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done != 0;
    });
  }

  int rank_ = 0;
  int size_ = 1;
  std::list<Sent> sent_;
};

}  // namespace

}  // namespace attest::ranks

// What the program looks up by name. The link, or null where MPI cannot be used by one thread at a time of several; `attest_mpi_end`
// once every rank has said that it leaves.
extern "C" attest::ranks::Link* attest_mpi_begin() {
  int provided = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS ||
      provided < MPI_THREAD_SERIALIZED)
    return nullptr;
  return new attest::ranks::MpiLink();
}

extern "C" void attest_mpi_end() {
  MPI_Finalize();
}
