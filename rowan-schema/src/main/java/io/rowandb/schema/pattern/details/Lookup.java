package io.rowandb.schema.pattern.details;

import org.apache.hadoop.hbase.client.Result;

/**
 * The result of looking up a row.
 *
 * @param row its key
 * @param cells its cells; empty if there are none
 * @param record null if there is none, or if it cannot be read
 * @param unreadable why its cells cannot be read as a record; or null
 */
public record Lookup<R>(byte[] row, Result cells, R record, RuntimeException unreadable) {
  /** Whether something is there of which no record can be made; another program may be able to. */
  public boolean isUnreadable() {
    return unreadable != null;
  }
}
