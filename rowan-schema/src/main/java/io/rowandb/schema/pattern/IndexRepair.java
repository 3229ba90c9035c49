package io.rowandb.schema.pattern;

import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.details.Lookup;
import io.rowandb.schema.pattern.details.Records;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.rows.RowSource;
import io.rowandb.schema.pattern.rows.Stretch;
import io.rowandb.schema.table.IndexDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Result;

/**
 * Compares indexes of a table with its records, and repairs them, while others read and write. The
 * records are read once, however many indexes there are. Used by one thread.
 */
final class IndexRepair<R> {
  /** Rows of one call. */
  static final int BATCH = 256;

  // Fixed at construction.
  private final PlanReader<R> reader;
  private final Records<R> rows;
  private final Writer<R> writer;
  private final List<IndexDesign<R>> indexes;

  /**
   * Creates a repair.
   *
   * @param indexes the indexes, none of them twice
   */
  IndexRepair(PlanReader<R> reader, Writer<R> writer, List<IndexDesign<R>> indexes) {
    this.reader = reader;
    this.writer = writer;
    this.indexes = indexes;
    rows = reader.records();
  }

  /** Compares, and changes nothing. */
  Map<String, IndexReport> verify() throws IOException {
    return withEntries(compareRecords(/* repairs= */ false));
  }

  /** Writes what is lacking, and removes what is stale. */
  Map<String, IndexReport> repair() throws IOException {
    return withEntries(compareRecords(/* repairs= */ true));
  }

  /**
   * Writes what is lacking, and removes nothing: the entries may be those of another program's
   * design.
   */
  void fill() throws IOException {
    compareRecords(/* repairs= */ true);
  }

  private List<IndexComparison<R>> compareRecords(boolean repairs) throws IOException {
    List<IndexComparison<R>> all =
        indexes.stream()
            .map(index -> new IndexComparison<>(reader, writer, index, repairs))
            .toList();
    if (all.isEmpty()) {
      return all; // and reads nothing
    }
    QueryPlan<R> ofAll = QueryPlan.ofAll(rows.design());
    try (RowSource found = reader.openRows(ofAll, ofAll.rows(), Stretch.ALL)) {
      for (List<Lookup<R>> some = next(found); !some.isEmpty(); some = next(found)) {
        List<Lookup<R>> records = some;
        each(all, index -> index.compareRecords(records));
      }
    }
    return all;
  }

  /** The next records, as they are read; none at the end. */
  private List<Lookup<R>> next(RowSource all) throws IOException {
    try {
      List<Result> some = new ArrayList<>();
      while (some.size() < BATCH && all.hasNext()) {
        some.add(all.next().result());
      }
      return Steps.ended(rows.lookUpRead(some));
    } catch (UncheckedIOException e) {
      throw reader.keeper().namedRows(e.getCause());
    } catch (IOException e) {
      throw reader.keeper().namedRows(e);
    }
  }

  private Map<String, IndexReport> withEntries(List<IndexComparison<R>> all) throws IOException {
    each(all, IndexComparison::compareEntries);
    Map<String, IndexReport> reports = new LinkedHashMap<>();
    all.forEach(index -> reports.put(index.index().name(), index.report()));
    return reports;
  }

  /** What is done with an index. */
  @FunctionalInterface
  private interface Step<R> {
    void take(IndexComparison<R> index) throws IOException;
  }

  /** A failure says of which index it is. */
  private void each(List<IndexComparison<R>> all, Step<R> step) throws IOException {
    for (IndexComparison<R> index : all) {
      try {
        step.take(index);
      } catch (UncheckedIOException e) {
        throw reader.keeper().named(index.index(), e.getCause());
      } catch (IOException e) {
        throw reader.keeper().named(index.index(), e);
      }
    }
  }
}
