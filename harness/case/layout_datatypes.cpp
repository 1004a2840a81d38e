#include "harness/case/layout_datatypes.hpp"

#include <algorithm>
#include <numeric>

#include "harness/case/element.hpp"
#include "harness/case/enum_names.hpp"

namespace tutti {
namespace {

/// A run of adjacent slots.
struct Block {
  int length;
  int slot;
};

/// Returns blocks of 1, 2, 3, 1, 2, 3 ... elements, the first one last in memory, with a free slot
/// between them.
std::vector<Block> indexed_blocks(std::int64_t elements_per_instance) {
  std::vector<Block> blocks;
  for (std::int64_t left = elements_per_instance; left > 0; left -= blocks.back().length) {
    const auto length = std::min<std::int64_t>(left, 1 + static_cast<int>(blocks.size() % 3));
    blocks.push_back({static_cast<int>(length), 0});
  }
  int slot = 0;
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
    block->slot = slot;
    slot += block->length + 1;
  }
  return blocks;
}

/// Returns two halves of the elements, with one slot of padding before, between and behind them.
std::vector<Block> padded_halves(std::int64_t elements_per_instance) {
  const int first = static_cast<int>((elements_per_instance + 1) / 2);
  return {{first, 1}, {static_cast<int>(elements_per_instance) - first, first + 2}};
}

/// Returns a block for each element: every other one lies among those of the next instance.
std::vector<Block> interleaved_blocks(std::int64_t elements_per_instance) {
  const int extent = static_cast<int>(elements_per_instance);
  std::vector<Block> blocks;
  for (int i = 0; i < extent; ++i) blocks.push_back({1, i % 2 == 0 ? i : i + extent});
  return blocks;
}

constexpr int shift_slots = 2;    ///< in front of the data of Layout::shifted
constexpr int resized_slots = 1;  ///< behind the data of Layout::resized
constexpr int reversed_stride = -2;

std::vector<std::int64_t> slots_of_blocks(const std::vector<Block>& blocks) {
  std::vector<std::int64_t> slots;
  for (const auto& [length, slot] : blocks)
    for (int i = 0; i < length; ++i) slots.push_back(slot + i);
  return slots;
}

std::vector<std::int64_t> slots_of(Layout layout, std::int64_t elements_per_instance) {
  if (layout == Layout::indexed) return slots_of_blocks(indexed_blocks(elements_per_instance));
  if (layout == Layout::gaps) return slots_of_blocks(padded_halves(elements_per_instance));
  if (layout == Layout::interleaved)
    return slots_of_blocks(interleaved_blocks(elements_per_instance));
  std::vector<std::int64_t> slots(static_cast<std::size_t>(elements_per_instance));
  std::iota(slots.begin(), slots.end(), std::int64_t{0});
  for (auto& slot : slots) {
    if (layout == Layout::vector)
      slot = elements_per_instance % 2 == 0 ? slot / 2 * 3 + slot % 2 : slot * 2;
    if (layout == Layout::shifted) slot += shift_slots;
    if (layout == Layout::reversed) slot *= reversed_stride;
  }
  return slots;
}

Datatype resized(MPI_Datatype type, std::int64_t lower_bytes, std::int64_t extent_bytes) {
  MPI_Datatype result;
  MPI_Type_create_resized(type, static_cast<MPI_Aint>(lower_bytes),
                          static_cast<MPI_Aint>(extent_bytes), &result);
  return Datatype(result);
}

Datatype contiguous(int count, MPI_Datatype type) {
  MPI_Datatype result;
  MPI_Type_contiguous(count, type, &result);
  return Datatype(result);
}

/// The datatype of what a slot holds, and the bytes of a slot.
struct Slot {
  MPI_Datatype type;
  std::int64_t bytes;
};

/// Makes the datatype of a run of equal elements; empty if it is a single one.
Datatype run(std::int64_t length, MPI_Datatype element) {
  if (length == 1) return Datatype();
  constexpr std::int64_t shorter = 1 << 10;  // lengths may exceed an int, and are multiples of it
  const Datatype part = contiguous(static_cast<int>(std::gcd(length, shorter)), element);
  return contiguous(static_cast<int>(length / std::gcd(length, shorter)), part.get());
}

Datatype indexed(const std::vector<Block>& blocks, MPI_Datatype type) {
  std::vector<int> lengths, slots;
  for (const auto& [length, slot] : blocks) {
    lengths.push_back(length);
    slots.push_back(slot);
  }
  MPI_Datatype result;
  MPI_Type_indexed(static_cast<int>(blocks.size()), lengths.data(), slots.data(), type, &result);
  return Datatype(result);
}

/// Makes a struct of blocks of elements, with the extent of the typemap.
Datatype structure(const std::vector<Block>& blocks, const Typemap& map, const Slot& element) {
  std::vector<int> lengths;
  std::vector<MPI_Aint> bytes;
  for (const auto& [length, slot] : blocks) {
    lengths.push_back(length);
    bytes.push_back(static_cast<MPI_Aint>(slot * element.bytes));
  }
  const std::vector<MPI_Datatype> types(blocks.size(), element.type);
  MPI_Datatype result;
  MPI_Type_create_struct(static_cast<int>(blocks.size()), lengths.data(), bytes.data(),
                         types.data(), &result);
  const Datatype members(result);
  return resized(members.get(), 0, map.extent() * element.bytes);
}

/// Makes a struct of the elements and, behind them, a member of size zero.
Datatype hollow(const Typemap& map, const Slot& element) {
  const Datatype empty = contiguous(0, element.type);
  const std::int64_t extent = map.extent() * element.bytes;
  const int lengths[] = {1, static_cast<int>(map.elements_per_instance())};
  const MPI_Aint bytes[] = {static_cast<MPI_Aint>(extent), 0};
  const MPI_Datatype types[] = {empty.get(), element.type};
  MPI_Datatype result;
  MPI_Type_create_struct(2, lengths, bytes, types, &result);
  const Datatype members(result);
  return resized(members.get(), 0, extent);
}

/// Makes the datatype of a layout of elements; empty if an element has it already.
Datatype described(Layout layout, const Typemap& map, const Slot& element) {
  const auto elements_per_instance = static_cast<int>(map.elements_per_instance());
  MPI_Datatype result = MPI_DATATYPE_NULL;
  switch (layout) {
    case Layout::plain:
      break;
    case Layout::whole:
      return contiguous(elements_per_instance, element.type);
    case Layout::vector:
      if (elements_per_instance % 2 == 0)
        MPI_Type_vector(elements_per_instance / 2, 2, 3, element.type, &result);
      else
        MPI_Type_vector(elements_per_instance, 1, 2, element.type, &result);
      break;
    case Layout::indexed:
      return indexed(indexed_blocks(elements_per_instance), element.type);
    case Layout::gaps:
      return structure(padded_halves(elements_per_instance), map, element);
    case Layout::shifted:
      return indexed({{elements_per_instance, shift_slots}}, element.type);
    case Layout::reversed:
      MPI_Type_create_hvector(elements_per_instance, 1,
                              static_cast<MPI_Aint>(reversed_stride * element.bytes), element.type,
                              &result);
      break;
    case Layout::resized: {
      const Datatype elements = contiguous(elements_per_instance, element.type);
      return resized(elements.get(), 0, map.extent() * element.bytes);
    }
    case Layout::interleaved: {
      const Datatype elements = indexed(interleaved_blocks(elements_per_instance), element.type);
      return resized(elements.get(), 0, map.extent() * element.bytes);
    }
    case Layout::hollow:
      return hollow(map, element);
  }
  return Datatype(result);
}

/// Makes the datatype of a layout of runs of equal elements; empty if it is the predefined one.
Datatype described_runs(Layout layout, const Typemap& map, MPI_Datatype element,
                        std::int64_t run_length) {
  Datatype runs = run(run_length, element);
  const Slot slot{runs ? runs.get() : element, run_length * bytes_of(map.element)};
  Datatype whole = described(layout, map, slot);
  return whole ? std::move(whole) : std::move(runs);
}

/// Returns the key of the attribute that holds a datatype's typemap. A user-defined reduction needs
/// it, since MPI passes nothing but the handle.
int typemap_key() {
  static const int key = [] {
    int made;
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &made, nullptr);
    return made;
  }();
  return key;
}

/// Returns the typemaps of all predefined datatypes that cases use.
std::map<MPI_Datatype, Typemap> predefined_typemaps() {
  std::map<MPI_Datatype, Typemap> maps;
  for (const auto& element : enum_names<Element>)
    for (const auto& type : enum_names<TypeName>)
      if (is_name_of(type.value, element.value))
        maps.emplace(mpi_type(element.value, type.value), typemap(Layout::plain, element.value, 1));
  return maps;
}

}  // namespace

Typemap typemap(Layout layout, Element element, std::int64_t elements_per_instance) {
  Typemap map{
      .element = element, .slots = slots_of(layout, elements_per_instance), .lower = 0, .upper = 0};
  const auto [lowest, highest] = std::minmax_element(map.slots.begin(), map.slots.end());
  map.lower = layout == Layout::gaps ? 0 : *lowest;
  map.upper = *highest + 1;
  if (layout == Layout::gaps) map.upper = elements_per_instance + 3;
  if (layout == Layout::resized) map.upper += resized_slots;
  if (layout == Layout::interleaved) map.upper = elements_per_instance;
  return map;
}

SlotRange slots_of(const Typemap& map, std::int64_t instances) {
  const auto [lowest, highest] = std::minmax_element(map.slots.begin(), map.slots.end());
  return {*lowest, *highest + 1 + (instances - 1) * map.extent()};
}

std::int64_t elements_per_instance_of(Layout layout, std::span<const std::int64_t> blocks) {
  constexpr std::int64_t largest = 6;           // small, so that there are several instances
  constexpr std::int64_t largest_prime = 4096;  // a datatype of more elements costs too much
  const std::int64_t common = std::accumulate(blocks.begin(), blocks.end(), std::int64_t{0},
                                              std::gcd<std::int64_t, std::int64_t>);
  if (layout == Layout::plain || common == 0) return 1;
  if (layout == Layout::whole) return common;
  for (std::int64_t elements_per_instance = largest; elements_per_instance > 1;
       --elements_per_instance)
    if (common % elements_per_instance == 0) return elements_per_instance;
  return common <= largest_prime ? common : 1;
}

MessageType::MessageType(Layout layout, Element element, std::int64_t elements_per_instance,
                         TypeName name, std::int64_t run_length)
    : map_(typemap(layout, element, elements_per_instance)),
      owned_(described_runs(layout, map_, mpi_type(element, name), run_length)),
      handle_(owned_ ? owned_.get() : mpi_type(element, name)) {
  if (!owned_) return;
  MPI_Type_commit(&handle_);
  MPI_Type_set_attr(handle_, typemap_key(), &map_);
}

const Typemap& typemap_of(MPI_Datatype datatype) {
  static const auto predefined = predefined_typemaps();
  if (const auto known = predefined.find(datatype); known != predefined.end()) return known->second;
  void* map = nullptr;
  int found = 0;
  MPI_Type_get_attr(datatype, typemap_key(), &map, &found);
  if (!found) throw std::logic_error("a reduction was called with a datatype that is not its own");
  return *static_cast<const Typemap*>(map);
}

std::shared_ptr<const MessageType> DatatypeCache::get(Layout layout, Element element,
                                                      std::int64_t elements_per_instance,
                                                      TypeName name, std::int64_t run_length) {
  // Small enough for MPICH 4.0.2, which loses the last byte of one-byte types in an alltoall in
  // place once some hundreds of derived datatypes exist.
  constexpr std::size_t capacity = 64;
  if (known_.size() >= capacity) known_.clear();
  auto& type = known_[{layout, element, elements_per_instance, name, run_length}];
  if (!type)
    type = std::make_shared<const MessageType>(layout, element, elements_per_instance, name,
                                               run_length);
  return type;
}

}  // namespace tutti
