package io.rowandb.tools;

import io.rowandb.client.Rowan;
import io.rowandb.client.inprocess.CompleteDoor;
import org.apache.hadoop.conf.Configuration;

/** The two ways into a store. */
enum Door {
  FAST {
    @Override
    Configuration configuration(String path) {
      return Rowan.configuration(path);
    }
  },
  COMPLETE {
    @Override
    Configuration configuration(String path) {
      return CompleteDoor.configure(Rowan.configuration(path));
    }
  };

  /** What leads a program through this door to the store at {@code path}. */
  abstract Configuration configuration(String path);
}
