package io.rowandb.schema.table;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** What the attributes of {@link ViewNotes} say, whatever a program declares. Makes no calls. */
final class NotedViews {
  /** The beginning of an attribute whose name ends with that of a view's table. */
  static final String PREFIX = "rowan.views.";

  static final String OF = "rowan.view.of";
  static final String STATE = "rowan.view.state";
  static final String FAILURE = "rowan.view.failure";

  /** Of a view that programs write with the records. */
  static final String KEPT = "kept";

  private NotedViews() {}

  /** What is noted of the views of records, by the names of their tables. */
  static Map<String, String> of(TableDescriptor records) {
    Map<String, String> noted = new TreeMap<>();
    NotedAttributes.of(records)
        .forEach(
            (attribute, value) -> {
              if (attribute.startsWith(PREFIX)) {
                noted.put(attribute.substring(PREFIX.length()), value);
              }
            });
    return noted;
  }

  /** What a view is just now, in words; empty when its table does not tell. */
  static String state(TableDescriptor view) {
    String state = view.getValue(STATE);
    if (NewNotes.FAILED.equals(state)) {
      return "its last build failed: " + view.getValue(FAILURE);
    }
    return Objects.requireNonNullElse(state, "");
  }

  /** The name of the table whose view a table says that it is. */
  static Optional<String> source(TableDescriptor table) {
    return Optional.ofNullable(table.getValue(OF));
  }
}
