package io.rowandb.client;

import io.rowandb.client.inprocess.CompleteDoor;
import org.apache.hadoop.conf.Configuration;

/** The two ways into a store. */
enum Door {
  FAST,
  COMPLETE;

  /** Leads to a store: of a directory, or of a name in memory. */
  Configuration configuration(String path) {
    return through(Rowan.configuration(path));
  }

  /** The same configuration, leading through this door. */
  Configuration through(Configuration conf) {
    return this == FAST ? conf : CompleteDoor.configure(conf);
  }
}
