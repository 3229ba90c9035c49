package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.pattern.notes.ReadStates;
import io.rowandb.schema.pattern.notes.TableNotes;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Verifies and repairs indexes of a table by their names, and notes in the tables which of them
 * reads may use. Used by one thread.
 */
record IndexMaintenance<R>(
    Connection connection,
    TableDesign<R> design,
    ReadStates states,
    PlanReader<R> reader,
    Writer<R> writer) {
  /** Changes nothing. */
  Map<String, IndexReport> verify(Collection<String> names) throws IOException {
    return repairOf(names).verify();
  }

  /** Writes what indexes lack, and removes nothing. */
  void fill(Collection<String> names) throws IOException {
    repairOf(names).fill();
  }

  /** Repairs indexes; reads use those that are complete. */
  Map<String, IndexReport> repair(Collection<String> names) throws IOException {
    design.checkDeclared();
    IndexRepair<R> repair = repairOf(names);
    Map<String, String> builds = new HashMap<>();
    for (String name : names) {
      builds.put(name, TableNotes.noteBegun(connection, design, index(name)));
    }
    Map<String, IndexReport> reports = repair.repair();
    try {
      note(reports, builds);
    } finally {
      states.unbuiltNow();
    }
    return reports;
  }

  /** Notes of each index what came of it; of those that cannot be noted the first is thrown. */
  private void note(Map<String, IndexReport> reports, Map<String, String> builds)
      throws IOException {
    IOException failed = null;
    for (Map.Entry<String, IndexReport> each : reports.entrySet()) {
      try {
        note(index(each.getKey()), each.getValue(), builds.get(each.getKey()));
      } catch (IOException e) {
        if (failed == null) {
          failed = e;
        } else {
          failed.addSuppressed(e);
        }
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  private void note(IndexDesign<R> index, IndexReport report, String build) throws IOException {
    if (report.missing() == report.added()) {
      TableNotes.noteBuilt(connection, design, index, build);
    } else {
      TableNotes.noteFailed(connection, design, index, build, report.toString());
    }
  }

  private IndexRepair<R> repairOf(Collection<String> names) throws IOException {
    Given.notNull(names, "the names of indexes of " + design.name());
    List<IndexDesign<R>> indexes = new ArrayList<>();
    for (String name : names) {
      IndexDesign<R> index = index(name);
      if (indexes.contains(index)) {
        throw new IllegalArgumentException("index " + name + " is named twice in " + names);
      }
      indexes.add(index);
    }
    return new IndexRepair<>(reader, writer, indexes);
  }

  private IndexDesign<R> index(String name) {
    return design.indexes().stream()
        .filter(index -> index.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(design.name() + " has no index " + name));
  }
}
