package io.rowandb.schema.table;

import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** The attributes of a descriptor in which designs keep notes ({@link DesignNotes}), as text. */
final class NotedAttributes {
  private static final String PREFIX = "rowan.";

  private NotedAttributes() {}

  /** Those of a table, not those of its families, by their names. */
  static SortedMap<String, String> of(TableDescriptor table) {
    SortedMap<String, String> noted = new TreeMap<>();
    table
        .getValues()
        .forEach(
            (key, value) -> {
              String name = Bytes.toString(key.copyBytes());
              if (name.startsWith(PREFIX)) {
                noted.put(name, Bytes.toString(value.copyBytes()));
              }
            });
    return noted;
  }
}
