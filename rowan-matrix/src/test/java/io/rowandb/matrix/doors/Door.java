package io.rowandb.matrix.doors;

import io.rowandb.client.Rowan;
import io.rowandb.client.inprocess.CompleteDoor;
import org.apache.hadoop.conf.Configuration;

/** Rowan's two ways in. */
enum Door {
  FAST,
  COMPLETE;

  /** Leads to a store in memory through this door. */
  Configuration configuration(String store) {
    Configuration conf = Rowan.configuration("mem:" + store + "-" + name());
    conf.setInt("hbase.client.retries.number", 3);
    conf.setInt("hbase.client.pause", 1);
    return this == FAST ? conf : CompleteDoor.configure(conf);
  }
}
