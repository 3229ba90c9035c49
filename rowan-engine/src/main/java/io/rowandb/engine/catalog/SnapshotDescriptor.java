package io.rowandb.engine.catalog;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A snapshot: the content of a table as it was at one moment.
 *
 * @param name follows the rules of a table's name without a namespace
 * @param table the table it was taken from, which may no longer exist
 * @param createdMillis when it was taken
 * @param ttlMillis how long it is kept; 0 means forever
 * @param attributes stored for the client; not interpreted
 */
public record SnapshotDescriptor(
    String name,
    TableName table,
    long createdMillis,
    long ttlMillis,
    Map<String, String> attributes) {
  /** Copies the attributes and checks the name and the time. */
  public SnapshotDescriptor {
    attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    name = new TableName(TableName.DEFAULT_NAMESPACE, name).qualifier(); // or it is refused
    if (ttlMillis < 0) {
      throw new IllegalArgumentException(
          "Time to live of snapshot " + name + " must not be negative: " + ttlMillis);
    }
  }

  /** Whether its time is over. */
  public boolean isExpired(long nowMillis) {
    return ttlMillis > 0 && nowMillis - createdMillis > ttlMillis;
  }
}
