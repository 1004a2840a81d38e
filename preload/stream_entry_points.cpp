// The C library's streams call the kernel without passing through functions that others could stand in front of.
// What writes strings needs no help: it looks for their end first.
#include <cstdio>

#include "optimized/fabric/beneath.hpp"
#include "preload/opened_memory.hpp"

using tutti::beneath;
using tutti::interpose::wait_until_open;

extern "C" {

std::size_t fwrite(const void* data, std::size_t bytes, std::size_t count, FILE* stream) {
  wait_until_open(data, bytes * count);
  return beneath<fwrite>("fwrite")(data, bytes, count, stream);
}

std::size_t fwrite_unlocked(const void* data, std::size_t bytes, std::size_t count, FILE* stream) {
  wait_until_open(data, bytes * count);
  return beneath<fwrite_unlocked>("fwrite_unlocked")(data, bytes, count, stream);
}

std::size_t fread(void* data, std::size_t bytes, std::size_t count, FILE* stream) {
  wait_until_open(data, bytes * count);
  return beneath<fread>("fread")(data, bytes, count, stream);
}

std::size_t fread_unlocked(void* data, std::size_t bytes, std::size_t count, FILE* stream) {
  wait_until_open(data, bytes * count);
  return beneath<fread_unlocked>("fread_unlocked")(data, bytes, count, stream);
}

// What programs call that are compiled with _FORTIFY_SOURCE.
std::size_t checked_fread(void* data, std::size_t room, std::size_t bytes, std::size_t count,
                          FILE* stream) asm("__fread_chk");
std::size_t checked_fread_unlocked(void* data, std::size_t room, std::size_t bytes,
                                   std::size_t count, FILE* stream) asm("__fread_unlocked_chk");

std::size_t checked_fread(void* data, std::size_t room, std::size_t bytes, std::size_t count,
                          FILE* stream) {
  wait_until_open(data, bytes * count);
  return beneath<checked_fread>("__fread_chk")(data, room, bytes, count, stream);
}

std::size_t checked_fread_unlocked(void* data, std::size_t room, std::size_t bytes,
                                   std::size_t count, FILE* stream) {
  wait_until_open(data, bytes * count);
  return beneath<checked_fread_unlocked>("__fread_unlocked_chk")(data, room, bytes, count, stream);
}

}  // extern "C"
