// Checks what comes from Python, and hands arrays back.

#include "bindings.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "tables.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

void check_items(int items) {
  if (items < 1 || items > partwise::most_items)
    throw std::invalid_argument("items must be 1 … " + std::to_string(partwise::most_items));
}

}  // namespace

void bind_enumeration(nb::module_& m) {
  m.def(
      "enumerate_tables",
      [](int items) {
        check_items(items);
        partwise::TableArrays tables;
        {
          nb::gil_scoped_release released;
          tables = partwise::Tables(items, stop_on_signal).arrays(stop_on_signal);
        }
        return nb::make_tuple(to_numpy(std::move(tables.offsets)),
                              to_numpy(std::move(tables.counts)), to_numpy(std::move(tables.rows)),
                              to_numpy(std::move(tables.columns)),
                              to_numpy(std::move(tables.transpose)),
                              to_numpy(std::move(tables.weight)));
      },
      "items"_a);
  m.def(
      "enumerate_moves",
      [](int items) {
        check_items(items);
        partwise::Moves moves;
        {
          nb::gil_scoped_release released;
          moves = partwise::perfect_moves(partwise::Tables(items, stop_on_signal), stop_on_signal);
        }
        return nb::make_tuple(to_numpy(std::move(moves.source)), to_numpy(std::move(moves.target)),
                              to_numpy(std::move(moves.kind)));
      },
      "items"_a);
}
