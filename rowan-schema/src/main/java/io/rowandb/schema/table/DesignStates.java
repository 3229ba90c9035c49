package io.rowandb.schema.table;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * What reads of a table must not rely on, by what its descriptors say. Immutable.
 *
 * @param unbuilt the indexes that lack records which were there before them, and what each is:
 *     {@link DesignNotes#BUILDING}, or why it is not
 * @param isView whether it knows itself to be a view, which may be given up
 * @param unserved why no read of the table is answered, since it is a view that is not complete
 * @param knowsViews whether it knows which views there are of its records
 */
public record DesignStates(
    Map<String, String> unbuilt, boolean isView, Optional<String> unserved, boolean knowsViews) {
  /** All is complete, and there are no views. */
  public static final DesignStates COMPLETE =
      new DesignStates(Map.of(), /* isView= */ false, Optional.empty(), /* knowsViews= */ false);

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
        table.filter(ViewNotes::isView).isPresent(),
        table.flatMap(ViewNotes::unserved),
        table.filter(ViewNotes::knowsViews).isPresent());
  }

  /** Whether reads may rely on everything. */
  public boolean isComplete() {
    return unbuilt.isEmpty() && unserved.isEmpty();
  }
}
