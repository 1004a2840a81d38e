// Functions of the C library for streams. They make system calls without calling a function that
// could be replaced. Functions that write strings need nothing: they read the string first, to find
// its end.
#include <cstdio>

#include "optimized/fabric/next_symbol.hpp"
#include "preload/wait_for_memory.hpp"

using tutti::next_symbol;
using tutti::preload::wait_until_accessible;

extern "C" {

std::size_t fwrite(const void* data, std::size_t bytes, std::size_t count, FILE* stream) {
  wait_until_accessible(data, bytes * count);
  return next_symbol<fwrite>("fwrite")(data, bytes, count, stream);
}

std::size_t fwrite_unlocked(const void* data, std::size_t bytes, std::size_t count, FILE* stream) {
  wait_until_accessible(data, bytes * count);
  return next_symbol<fwrite_unlocked>("fwrite_unlocked")(data, bytes, count, stream);
}

std::size_t fread(void* data, std::size_t bytes, std::size_t count, FILE* stream) {
  wait_until_accessible(data, bytes * count);
  return next_symbol<fread>("fread")(data, bytes, count, stream);
}

std::size_t fread_unlocked(void* data, std::size_t bytes, std::size_t count, FILE* stream) {
  wait_until_accessible(data, bytes * count);
  return next_symbol<fread_unlocked>("fread_unlocked")(data, bytes, count, stream);
}

// Functions that programs call if they are compiled with _FORTIFY_SOURCE.
std::size_t checked_fread(void* data, std::size_t room, std::size_t bytes, std::size_t count,
                          FILE* stream) asm("__fread_chk");
std::size_t checked_fread_unlocked(void* data, std::size_t room, std::size_t bytes,
                                   std::size_t count, FILE* stream) asm("__fread_unlocked_chk");

std::size_t checked_fread(void* data, std::size_t room, std::size_t bytes, std::size_t count,
                          FILE* stream) {
  wait_until_accessible(data, bytes * count);
  return next_symbol<checked_fread>("__fread_chk")(data, room, bytes, count, stream);
}

std::size_t checked_fread_unlocked(void* data, std::size_t room, std::size_t bytes,
                                   std::size_t count, FILE* stream) {
  wait_until_accessible(data, bytes * count);
  return next_symbol<checked_fread_unlocked>("__fread_unlocked_chk")(data, room, bytes, count,
                                                                     stream);
}

}  // extern "C"
