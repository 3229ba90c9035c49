package io.rowandb.schema.pattern.details;

import org.apache.hadoop.hbase.client.Result;

/**
 * What was found in a row that was looked up.
 *
 * @param row its key
 * @param cells what it has; empty when nothing is there
 * @param record null when there is none, or none can be made
 * @param unreadable why none can be made of what is there; or null
 */
public record Lookup<R>(byte[] row, Result cells, R record, RuntimeException unreadable) {
  /** Whether something is there of which no record can be made; another program may be able to. */
  public boolean isUnreadable() {
    return unreadable != null;
  }
}
