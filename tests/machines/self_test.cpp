// The kernels without Python, on inputs of their own: one line of output for each function.
// run.py builds this for every machine at hand and compares the lines.

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "assignment.hpp"
#include "cell_positions.hpp"
#include "counting.hpp"
#include "inputs.hpp"
#include "kernels.hpp"
#include "merge_sweep.hpp"
#include "moving_table.hpp"
#include "moving_tables.hpp"
#include "programs.hpp"
#include "sampling.hpp"
#include "score_labels.hpp"
#include "tables.hpp"
#include "text_numbering.hpp"
#include "wide.hpp"

namespace {

using namespace self_test;
using partwise::Labels;
using partwise::LabelType;

constexpr std::size_t threads = 3;
const auto go_on = [] {};

template <class Label>
std::vector<Label> drawn_labels(std::size_t items, std::int64_t limit, std::uint64_t seed) {
  Generator random(seed);
  std::vector<Label> labels(items);
  for (Label& label : labels) label = static_cast<Label>(random.below(limit) - limit / 2);
  return labels;
}

template <class Label>
Labels view(const std::vector<Label>& labels, LabelType type) {
  return {labels.data(), type, sizeof(Label), labels.size()};
}

void add_table(Digest& digest, const partwise::Table& table) {
  digest.add_all(table.row_labels);
  digest.add_all(table.column_labels);
  digest.add_all(table.row_sizes);
  digest.add_all(table.column_sizes);
  digest.add_all(table.rows);
  digest.add_all(table.columns);
  digest.add_all(table.counts);
}

// Labels of every width, few, many and sparse: each way to count has its turn.
template <class Label>
void test_counting(const std::string& name, LabelType type) {
  Digest tables, codes;
  const std::int64_t most = sizeof(Label) > 4 ? std::int64_t{1} << 50 : 1 << (7 * sizeof(Label));
  for (const std::int64_t limit : {std::int64_t{3}, std::int64_t{90}, most}) {
    for (const std::size_t items : {0u, 1u, 500u, 70000u}) {
      const auto a = drawn_labels<Label>(items, limit, 1), b = drawn_labels<Label>(items, limit, 2);
      add_table(tables, partwise::count_cells(view(a, type), view(b, type), threads));
      const partwise::Appearance appearance = partwise::factorize(view(a, type), threads);
      codes.add_all(appearance.codes);
      codes.add_all(appearance.first);
    }
  }
  print("count_cells." + name, tables);
  print("factorize." + name, codes);
}

void test_texts() {
  Generator random(3);
  std::string bytes;
  std::vector<std::int32_t> starts{0};
  std::vector<std::int64_t> long_starts{0};
  for (int i = 0; i < 20000; ++i) {
    for (std::int64_t left = random.below(40); left > 0; --left)
      bytes += static_cast<char>(random.below(left % 7 == 0 ? 256 : 2));
    starts.push_back(static_cast<std::int32_t>(bytes.size()));
    long_starts.push_back(starts.back());
  }
  Digest digest;
  const auto add = [&digest](const partwise::Appearance& appearance) {
    digest.add_all(appearance.codes);
    digest.add_all(appearance.first);
  };
  const std::size_t items = starts.size() - 1;
  add(factorize_texts(partwise::ArrowTexts<std::int32_t>{bytes.data(), starts.data(), nullptr, items},
                      threads));
  add(factorize_texts(
      partwise::ArrowTexts<std::int64_t>{bytes.data(), long_starts.data(), nullptr, items}, 1));
  for (const std::size_t width : {1u, 5u, 12u, 33u, 96u})
    add(factorize_texts(partwise::FixedTexts{bytes.data(), bytes.size() / width, width}, threads));
  print("factorize_texts", digest);
}

void test_cell_positions() {
  const auto a = drawn_labels<std::int64_t>(5000, 40, 4), b = drawn_labels<std::int64_t>(5000, 60, 5);
  const auto table = partwise::count_cells(view(a, LabelType::i64), view(b, LabelType::i64), 1);
  const auto rows = partwise::factorize(view(a, LabelType::i64), 1);
  std::vector<std::int64_t> first_of_row{0}, row_of, column_of;
  std::vector<std::int32_t> columns;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    while (static_cast<std::int32_t>(first_of_row.size()) <= table.rows[i])
      first_of_row.push_back(static_cast<std::int64_t>(i));
    columns.push_back(table.columns[i]);
    row_of.push_back(table.rows[i]);
    column_of.push_back(table.columns[i]);
  }
  first_of_row.push_back(static_cast<std::int64_t>(columns.size()));
  std::vector<std::int32_t> positions(row_of.size());
  partwise::cell_positions({first_of_row, columns}, row_of, column_of, positions, threads);
  Digest digest;
  digest.add_all(positions);
  digest.add_all(rows.first);
  print("cell_positions", digest);
}

void test_assignment() {
  Digest digest;
  for (const std::size_t side : {1u, 7u, 40u}) {
    Generator random(side);
    std::vector<std::int32_t> row, column;
    std::vector<std::int64_t> gain;
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(side); ++i)
      for (std::int32_t j = 0; j < static_cast<std::int32_t>(side + 3); ++j) {
        if (random.below(3) == 0) continue;
        row.push_back(i);
        column.push_back(j);
        gain.push_back(side == 7 ? random.whole(60) : random.below(9));
      }
    const auto best = partwise::best_assignment({row, column, gain, side, side + 3},
                                                [](std::size_t) {});
    digest.add_all(best.partner);
    digest.add_all(best.row_price);
    digest.add_all(best.column_price);
  }
  print("best_assignment", digest);
}

void test_enumeration() {
  const partwise::Tables tables(7, go_on);
  const partwise::TableArrays arrays = tables.arrays(go_on);
  const partwise::Moves moves = partwise::perfect_moves(tables, go_on);
  Digest all, all_moves;
  all.add_all(arrays.offsets);
  all.add_all(arrays.counts);
  all.add_all(arrays.rows);
  all.add_all(arrays.columns);
  all.add_all(arrays.transpose);
  all.add_all(arrays.weight);
  all_moves.add_all(moves.source);
  all_moves.add_all(moves.target);
  all_moves.add_all(moves.kind);
  print("enumerate_tables", all);
  print("enumerate_moves", all_moves);
}

void test_sampling(const std::string& name, partwise::SamplingMethod method, int most_bits) {
  Generator random(6);
  std::vector<std::int64_t> rows, columns;
  std::int64_t total = 0;
  for (int i = 0; i < 12; ++i) {
    rows.push_back(random.whole(most_bits));
    total += rows.back();
  }
  for (std::int64_t left = total; left > 0; left -= columns.back())
    columns.push_back(columns.size() == 15 ? left : 1 + random.below(left));
  const partwise::SamplingTask task{rows, columns, 300, {1, 2, 3, 4}, threads, method};
  const partwise::SampledSums sums = partwise::sample_sums(task, go_on);
  const partwise::TableCells cells = partwise::sample_cells(task, go_on);
  Digest counts;
  counts.add_all(sums.pairs_high);
  counts.add_all(sums.pairs_low);
  counts.add_all(sums.row_maxima);
  counts.add_all(sums.column_maxima);
  counts.add_all(sums.row_squares);
  counts.add_all(sums.column_squares);
  counts.add_all(cells.rows);
  counts.add_all(cells.columns);
  counts.add_all(cells.counts);
  counts.add_all(cells.offsets);
  print("sample." + name, counts);
  print_values("sample_information." + name, sums.information);
}

void add_sums(Digest& digest, partwise::MovingTable& table) {
  const partwise::TableSums& sums = table.sums();
  const partwise::Entropies nats = table.entropies();
  for (const std::int64_t count : {sums.items, sums.rows, sums.columns, sums.same_clusters,
                                   sums.cell_squares, sums.row_squares, sums.column_squares,
                                   table.row_maxima(), table.column_maxima()})
    digest.add(count);
  for (const double value :
       {partwise::rounded(sums.squares_by_row), partwise::rounded(sums.squares_by_column), nats.rows,
        nats.columns, nats.cells, nats.mutual})
    digest.add(value);
}

void test_moving() {
  Generator random(7);
  partwise::MovingTable table;
  Digest sums;
  for (int i = 0; i < 20000; ++i) {
    const auto row = static_cast<std::int32_t>(random.below(30));
    const auto column = static_cast<std::int32_t>(random.below(40));
    table.change(row, column, 1 + random.below(5));
    if (i % 3 == 0) table.move(row, column, static_cast<std::int32_t>(random.below(40)), 1);
    if (i % 100 == 0) add_sums(sums, table);
  }
  print("MovingTable", sums);
  const std::size_t items = 2000;
  const auto rows = [&] {
    std::vector<std::int32_t> codes(items);
    for (auto& code : codes) code = static_cast<std::int32_t>(random.below(50)) - 1;
    return codes;
  }();
  std::vector<std::int32_t> left, right;
  std::vector<std::int64_t> ends;
  for (std::int64_t i = 0; i < 3000; ++i) {
    left.push_back(static_cast<std::int32_t>(random.below(items)));
    right.push_back(static_cast<std::int32_t>(random.below(items)));
    if (i % 10 == 0) ends.push_back(i);
  }
  const auto swept = partwise::sweep_merges(rows, left, right, ends, {true, true, false}, go_on);
  Digest sweep;
  sweep.add(swept.row_entropy);
  for (const auto* counts : {&swept.columns, &swept.largest, &swept.cell_squares,
                             &swept.column_squares, &swept.row_maxima, &swept.column_maxima,
                             &swept.same_clusters})
    sweep.add_all(*counts);
  for (const auto* values : {&swept.column_entropy, &swept.joint_entropy, &swept.information,
                             &swept.squares_by_row, &swept.squares_by_column})
    sweep.add_all(*values);
  print("sweep_merges", sweep);
}

void test_moving_tables() {
  Generator random(8);
  std::vector<std::int32_t> others, labels;
  std::vector<std::int64_t> sizes;
  for (int i = 0; i < 200; ++i) {
    for (int j = 0; j < 3; ++j) others.push_back(static_cast<std::int32_t>(random.below(9)));
    sizes.push_back(1 + random.below(20));
    labels.push_back(static_cast<std::int32_t>(random.below(6)));
  }
  partwise::MovingTables tables(others, sizes, labels);
  Digest digest;
  for (int i = 0; i < 500; ++i) {
    const std::array group{static_cast<std::int32_t>(random.below(200))};
    const partwise::PairsTogether pairs = tables.pairs_after_move(group);
    digest.add_all(pairs.in_both);
    digest.add_all(pairs.in_own);
    tables.move(group, static_cast<std::int32_t>(random.below(6)));
    digest.add_all(tables.labels());
  }
  print("MovingTables", digest);
}

struct OwnedSizes {
  std::vector<double> size, count;
  double items = 0.0;

  OwnedSizes(std::uint64_t seed, double wanted) {
    Generator random(seed);
    double next = 1.0;
    while (items + 3.0 * next < wanted) {
      size.push_back(next);
      count.push_back(static_cast<double>(1 + random.below(2)));
      items += size.back() * count.back();
      next += 1.0 + static_cast<double>(random.below(1 + static_cast<std::int64_t>(wanted / 12)));
    }
    if (wanted > items) {
      size.push_back(next = wanted - items);
      count.push_back(1.0);
    }
    items = wanted;
  }
  partwise::Sizes view() const { return {size, count}; }
};

void test_expectations() {
  Digest exact_sums;
  std::vector<double> expected, extended, variances;
  for (const double n : {2.0, 30.0, 1000.0, 1e5, 1e9}) {
    const OwnedSizes rows(9, n), columns(10, n);
    const auto logs = partwise::size_log_sum(rows.view());
    exact_sums.add(logs.first);
    const auto plain =
        partwise::expected_mutual_information(n, rows.view(), columns.view(), false, go_on);
    expected.push_back(plain.first + plain.second);
    if (n < 1e5) {
      const auto more =
          partwise::expected_mutual_information(n, rows.view(), columns.view(), true, go_on);
      extended.push_back(more.first + more.second);
    }
    for (const auto way : {partwise::Interpolate::never, partwise::Interpolate::always})
      if (n < 1e6)
        variances.push_back(
            partwise::variance_of_mutual_information(n, rows.view(), columns.view(), way, go_on));
  }
  print("size_log_sum", exact_sums);
  print_values("expected_mutual_information", expected);
  print_values("expected_mutual_information.extended", extended);
  print_values("variance_of_mutual_information", variances);
}

void test_arithmetic() {
  Generator random(11);
  std::vector<double> a, b, c, d, result(4000);
  Digest wide, sums;
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (auto* values : {&a, &b, &c, &d}) values->push_back(static_cast<double>(random.whole(50)));
    const std::int64_t x = random.whole(62), y = random.whole(62);
    wide.add(partwise::difference_of_products(x, y, random.whole(62), y));
    wide.add(static_cast<double>(partwise::pairs_among(x)));
    if (i % 2 == 0) c[i] = a[i] + 1.0, d[i] = b[i];
  }
  partwise::difference_of_products(a, b, c, d, result.data());
  sums.add_all(result);
  sums.add(partwise::compensated_sum(result));
  print("wide", wide);
  print("difference_of_products", sums);
}

// Scores of labels by programs: pair counts, entropies, expected information, sums over cells, matching.
void test_scores() {
  for (const auto& [name, program] : score_programs()) {
    Digest digest;
    partwise::LabelScorer scorer(100000.0);
    std::vector<Labels> clusterings;
    std::vector<std::vector<std::int64_t>> kept;
    for (std::uint64_t seed = 0; seed < 40; ++seed)
      kept.push_back(drawn_labels<std::int64_t>(300, 2 + static_cast<std::int64_t>(seed), seed));
    for (const auto& labels : kept) clusterings.push_back(view(labels, LabelType::i64));
    for (const Labels& one : clusterings)
      for (const Labels& other : clusterings) digest.add(scorer(one, other, program));
    print("score." + name, digest);
  }
}

void test_programs() {
  for (const auto& [name, program] : operation_programs()) {
    print("enclosed." + name, digest_of_bounds(program));
    print("values." + name, digest_of_values(program, threads));
  }
}

}  // namespace

int main() {
  test_counting<std::int8_t>("i8", LabelType::i8);
  test_counting<std::uint16_t>("u16", LabelType::u16);
  test_counting<std::int32_t>("i32", LabelType::i32);
  test_counting<std::uint64_t>("u64", LabelType::u64);
  test_texts();
  test_cell_positions();
  test_assignment();
  test_enumeration();
  test_sampling("permutation", partwise::SamplingMethod::permutation, 9);
  test_sampling("draws", partwise::SamplingMethod::draws, 40);
  test_sampling("automatic", partwise::SamplingMethod::automatic, 14);
  test_moving();
  test_moving_tables();
  test_arithmetic();
  test_expectations();
  test_scores();
  test_programs();
}
