package io.rowandb.schema.backend;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/**
 * A configuration by which no call takes long enough to be sent again, so that what a write
 * remembers does not depend on the pace of the machine.
 */
final class Patience {
  private static final int HOUR_MILLIS = 3_600_000;

  private static final Map<Configuration, Configuration> KNOWN =
      Collections.synchronizedMap(new IdentityHashMap<>());

  private Patience() {}

  /** The same with a pause of an hour before a call is sent again. */
  static Configuration of(Configuration configuration) {
    return KNOWN.computeIfAbsent(
        configuration,
        from -> {
          Configuration patient = new Configuration(from);
          patient.setInt(HConstants.HBASE_CLIENT_PAUSE, HOUR_MILLIS);
          return patient;
        });
  }
}
