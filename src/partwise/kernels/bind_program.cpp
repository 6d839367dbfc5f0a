// The Python face of formulas that run here: checks of shape, and nothing else.

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>

#include "bindings.hpp"
#include "program.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using partwise::Enclosed;
using partwise::Program;
using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Step = std::tuple<std::string, std::size_t, std::size_t>;
using Triple = std::tuple<double, double, double>;

std::span<const double> span(const Vector& vector) { return {vector.data(), vector.size()}; }

partwise::Instructions instructions(const std::vector<Step>& steps) {
  constexpr auto& names = partwise::operation_names;
  partwise::Instructions result;
  for (const auto& [name, a, b] : steps) {
    const auto place = std::find(names.begin(), names.end(), name);
    if (place == names.end()) throw std::invalid_argument("there is no operation " + name);
    if (std::max(a, b) > 0xffff) throw std::invalid_argument("the formula is too long");
    result.push_back({static_cast<partwise::Operation>(place - names.begin()),
                      static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)});
  }
  return result;
}

Enclosed enclosed(const Triple& parts) {
  return {{std::get<0>(parts), std::get<1>(parts)}, std::get<2>(parts)};
}

void make(Program* program, const std::vector<Step>& main,
          const std::vector<std::vector<Step>>& terms, const std::vector<Triple>& constants) {
  std::vector<partwise::Instructions> inner;
  for (const auto& steps : terms) inner.push_back(instructions(steps));
  std::vector<Enclosed> numbers;
  for (const Triple& parts : constants) numbers.push_back(enclosed(parts));
  new (program) Program(instructions(main), std::move(inner), std::move(numbers));
}

std::vector<Step> steps(const partwise::Instructions& instructions) {
  std::vector<Step> result;
  for (const auto& [operation, a, b] : instructions)
    result.emplace_back(partwise::operation_names[static_cast<std::size_t>(operation)], a, b);
  return result;
}

// What it was made of, for pickles.
auto recipe(const Program& program) {
  std::vector<std::vector<Step>> terms;
  for (const auto& instructions : program.terms()) terms.push_back(steps(instructions));
  std::vector<Triple> constants;
  for (const Enclosed& x : program.constants())
    constants.emplace_back(x.value.hi, x.value.lo, x.error);
  return std::make_tuple(steps(program.main()), std::move(terms), std::move(constants));
}

std::vector<std::size_t> members(const Program& program) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < partwise::member_count; ++i)
    if (program.needs() & partwise::bit(static_cast<partwise::Member>(i))) result.push_back(i);
  return result;
}

template <class T>
void check_length(const std::vector<T>& values, const std::vector<std::size_t>& needed) {
  if (values.size() != needed.size())
    throw std::invalid_argument("there must be one for each member that the formula needs");
}

Enclosed evaluated(const Program& program, const std::vector<Triple>& numbers,
                   const std::vector<Vector>& cells) {
  const std::vector<std::size_t> needed = members(program);
  check_length(numbers, needed);
  partwise::Vocabulary table;
  for (std::size_t i = 0; i < needed.size(); ++i) table.scalars[needed[i]] = enclosed(numbers[i]);
  if (!cells.empty()) {
    if (cells.size() < 3 || cells.size() > 4) throw std::invalid_argument("cells, rows, columns");
    for (const Vector& vector : cells)
      if (vector.size() != cells[0].size())
        throw std::invalid_argument("cells, rows, columns and times must have the same length");
    table.cells = span(cells[0]), table.rows = span(cells[1]), table.columns = span(cells[2]);
    if (cells.size() == 4) table.times = span(cells[3]);
  }
  nb::gil_scoped_release released;
  return program.enclosed(table);
}

auto values(const Program& program, const std::vector<Vector>& high,
            const std::vector<Vector>& low, std::size_t threads) {
  const std::vector<std::size_t> needed = members(program);
  check_length(high, needed);
  if (!low.empty()) check_length(low, needed);
  if (high.empty() || (program.needs() & partwise::needs_cells) != 0)
    throw std::invalid_argument("such a formula runs table by table");
  std::array<Program::Column, partwise::member_count> columns;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    columns[needed[i]] = {span(high[i]), low.empty() ? span(high[i]).first(0) : span(low[i])};
    if (high[i].size() != high[0].size() || (!low.empty() && low[i].size() != high[0].size()))
      throw std::invalid_argument("all columns must have the same length");
  }
  partwise::Buffer<double> result(high[0].size());
  {
    nb::gil_scoped_release released;
    program.values(columns, {result.data(), result.size()}, threads);
  }
  return to_numpy(std::move(result));
}

std::vector<std::string> names(const Program& program) {
  std::vector<std::string> result;
  for (const std::size_t i : members(program)) result.emplace_back(partwise::member_names[i]);
  return result;
}

}  // namespace

void bind_program(nb::module_& m) {
  nb::set_leak_warnings(false);  // programs of the catalogue live as long as Python does
  nb::class_<Program>(m, "Program")
      .def("__init__", &make, "main"_a, "terms"_a, "constants"_a)
      .def("__getstate__", &recipe)
      .def("__setstate__",
           [](Program& program, const decltype(recipe(program))& made_of) {
             std::apply([&](const auto&... parts) { make(&program, parts...); }, made_of);
           })
      .def_prop_ro("members", &names)
      .def_prop_ro("needs_cells",
                   [](const Program& program) {
                     return (program.needs() & partwise::needs_cells) != 0;
                   })
      .def_prop_ro("needs_places",
                   [](const Program& program) {
                     return (program.needs() & partwise::needs_places) != 0;
                   })
      .def(
          "enclosed",
          [](const Program& program, const std::vector<Triple>& numbers,
             const std::vector<Vector>& cells) {
            const Enclosed result = evaluated(program, numbers, cells);
            return Triple{result.value.hi, result.value.lo, result.error};
          },
          "members"_a, "cells"_a)
      .def(
          "value",
          [](const Program& program, const std::vector<Triple>& numbers,
             const std::vector<Vector>& cells) {
            return partwise::decided(evaluated(program, numbers, cells));
          },
          "members"_a, "cells"_a)
      .def(
          "of_counts",
          [](const Program& program, double n11, double n10, double n01, double n00) {
            partwise::Vocabulary table;
            table[partwise::Member::n11].value.hi = n11;
            table[partwise::Member::n10].value.hi = n10;
            table[partwise::Member::n01].value.hi = n01;
            table[partwise::Member::n00].value.hi = n00;
            return program(table);
          },
          "n11"_a, "n10"_a, "n01"_a, "n00"_a)
      .def("values", &values, "high"_a, "low"_a, "threads"_a);
  m.attr("MEMBERS") = std::vector<std::string>(partwise::member_names.begin(),
                                               partwise::member_names.end());
}
