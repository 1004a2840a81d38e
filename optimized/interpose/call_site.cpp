#include "optimized/interpose/call_site.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/core.h>
#include <link.h>
#include <unwind.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>

namespace tutti::interpose {
namespace {

/// A name of C++ as it was written.
std::string readable(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  return name ? name.get() : symbol;
}

/// The addresses of a library; none if it is not there.
struct Mapped {
  std::uintptr_t begin = UINTPTR_MAX, end = 0;
  bool contains(std::uintptr_t address) const { return begin <= address && address < end; }
};

Mapped fortran_binding() {
  Mapped mapped;
  const auto look_at = [](dl_phdr_info* object, std::size_t, void* found) {
    if (std::string_view(object->dlpi_name).find("libmpichfort") == std::string_view::npos)
      return 0;
    auto& [begin, end] = *static_cast<Mapped*>(found);
    for (int i = 0; i < object->dlpi_phnum; ++i)
      if (const auto& part = object->dlpi_phdr[i]; part.p_type == PT_LOAD) {
        begin = std::min(begin, object->dlpi_addr + part.p_vaddr);
        end = std::max(end, object->dlpi_addr + part.p_vaddr + part.p_memsz);
      }
    return 1;
  };
  dl_iterate_phdr(look_at, &mapped);
  return mapped;
}

/// The first frame behind those of the library.
struct FrameBehind {
  Mapped library;
  std::uintptr_t last = 0, address = 0;

  static _Unwind_Reason_Code look_at(_Unwind_Context* context, void* self) {
    auto& [library, last, address] = *static_cast<FrameBehind*>(self);
    const auto here = _Unwind_GetIP(context);
    if (library.contains(last) && !library.contains(here)) {
      address = here;
      return _URC_END_OF_STACK;
    }
    last = here;
    return _URC_NO_REASON;
  }
};

}  // namespace

const void* place_in_program(const void* address) {
  static const Mapped binding = fortran_binding();
  if (!binding.contains(reinterpret_cast<std::uintptr_t>(address))) return address;
  FrameBehind frame{.library = binding};
  _Unwind_Backtrace(FrameBehind::look_at, &frame);
  return frame.address ? reinterpret_cast<const void*>(frame.address) : address;
}

std::string call_site(const void* address) {
  Dl_info info{};
  if (!dladdr(address, &info) || !info.dli_fname) return "unknown";
  const auto offset = static_cast<const char*>(address) - static_cast<const char*>(info.dli_fbase);
  const auto place =
      fmt::format("{}+{:#x}", std::filesystem::path(info.dli_fname).filename().string(), offset);
  return info.dli_sname ? fmt::format("{} ({})", place, readable(info.dli_sname)) : place;
}

}  // namespace tutti::interpose
