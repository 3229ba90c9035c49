package io.rowandb.schema.table;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * What reads of a table must not rely on, by what its descriptors say. Immutable.
 *
 * @param unbuilt the indexes that lack records which were there before them, and what each is:
 *     {@link DesignNotes#BUILDING}, or why it is not
 * @param mayBeView whether it knows itself to be a view, which may be given up, or is not there, so
 *     that it may be made one; or its records are moved to another table
 * @param unserved why no read of the table is answered, since it is a view that is not complete, or
 *     its records are elsewhere
 * @param views the views that programs write with its records; empty when it knows of none
 */
public record DesignStates(
    Map<String, String> unbuilt,
    boolean mayBeView,
    Optional<String> unserved,
    Optional<Set<String>> views) {
  /** All is complete, and there are no views. */
  public static final DesignStates COMPLETE =
      new DesignStates(Map.of(), /* mayBeView= */ false, Optional.empty(), Optional.empty());

  /** Takes the map as it is now. */
  public DesignStates {
    unbuilt = Collections.unmodifiableMap(new LinkedHashMap<>(unbuilt));
  }

  /**
   * Of a design's tables.
   *
   * @param there the descriptors of {@link DesignNotes#tables}, of those that are there
   */
  public static DesignStates of(TableDesign<?> design, Map<TableName, TableDescriptor> there) {
    Optional<TableDescriptor> table = Optional.ofNullable(there.get(design.name()));
    return new DesignStates(
        DesignNotes.unbuilt(design, there),
        table.isEmpty()
            || ViewNotes.isView(table.get())
            || MigrationNotes.target(table.get()).isPresent(),
        table.flatMap(each -> MigrationNotes.unserved(each).or(() -> ViewNotes.unserved(each))),
        table.flatMap(ViewNotes::written));
  }

  /** Whether reads may rely on everything. */
  public boolean isComplete() {
    return unbuilt.isEmpty() && unserved.isEmpty();
  }
}
