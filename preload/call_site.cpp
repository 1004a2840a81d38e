#include "preload/call_site.hpp"

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
#include <span>
#include <utility>
#include <vector>

namespace tutti::preload {
namespace {

/// Returns the symbol, demangled if it is a name of C++.
std::string readable(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  return name ? name.get() : symbol;
}

/// The address ranges of the MPI library and of its bindings.
class LibraryAddresses {
 public:
  LibraryAddresses() {
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* self) {
          static_cast<LibraryAddresses*>(self)->add(*object);
          return 0;
        },
        this);
  }

  bool contain(std::uintptr_t address) const {
    return std::ranges::any_of(parts_, [address](const auto& part) {
      return part.first <= address && address < part.second;
    });
  }

 private:
  void add(const dl_phdr_info& object) {
    if (!std::filesystem::path(object.dlpi_name).filename().string().starts_with("libmpi")) return;
    for (const auto& header : std::span(object.dlpi_phdr, object.dlpi_phnum))
      if (header.p_type == PT_LOAD) {
        const std::uintptr_t begin = object.dlpi_addr + header.p_vaddr;
        parts_.emplace_back(begin, begin + header.p_memsz);
      }
  }

  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> parts_;  ///< begin and end
};

/// The innermost stack frame outside of the library from which the library was called.
struct FrameBehind {
  const LibraryAddresses& library;
  std::uintptr_t last = 0, address = 0;

  static _Unwind_Reason_Code look_at(_Unwind_Context* context, void* self) {
    auto& [library, last, address] = *static_cast<FrameBehind*>(self);
    const auto here = _Unwind_GetIP(context);
    if (library.contain(last) && !library.contain(here)) {
      address = here;
      return _URC_END_OF_STACK;
    }
    last = here;
    return _URC_NO_REASON;
  }
};

}  // namespace

const void* caller_in_program(const void* address) {
  static const LibraryAddresses library;
  if (!library.contain(reinterpret_cast<std::uintptr_t>(address))) return address;
  FrameBehind frame{.library = library};
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

}  // namespace tutti::preload
