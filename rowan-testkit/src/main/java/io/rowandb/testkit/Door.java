package io.rowandb.testkit;

import io.rowandb.client.inprocess.CompleteDoor;
import org.apache.hadoop.conf.Configuration;

/** Which of Rowan's two doors a connection uses to reach the store. The answers are the same. */
public enum Door {
  /** Rowan's own {@code Connection} and {@code Table}; a store opens in about two milliseconds. */
  FAST,

  /**
   * HBase's own client classes, over a transport that stays in the process: for programs that cast
   * to those classes; opening takes some milliseconds more.
   */
  COMPLETE;

  /** Makes connections from {@code conf} come through this door. */
  void configure(Configuration conf) {
    if (this == COMPLETE) {
      CompleteDoor.configure(conf);
    }
  }
}
