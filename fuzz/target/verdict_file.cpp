/// A file of verdicts, as `tutti verify --verdicts` writes it and `tutti tune --verdicts` reads it.
#include "harness/measure/verdict_file.hpp"

#include "fuzz/target.hpp"

static void try_verdict_file(std::string_view input) {
  using namespace tutti;
  const auto verdicts = fuzz::accepted([&] { return Verdicts::read(fuzz::file_with(input)); });
  if (!verdicts) return;
  for (const auto* subject : {"mpich:bcast/binomial", "bcast/pipeline:active:segment=65536"})
    verdicts->standing(subject, Collective::bcast);
  fuzz::accepted([&] {
    verdicts->require("MPICH 4.0.2", "0");
    return true;
  });
}

FUZZ_TARGET(verdict_file){try_verdict_file};
