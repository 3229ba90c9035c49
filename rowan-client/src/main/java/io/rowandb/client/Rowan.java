package io.rowandb.client;

import io.rowandb.client.direct.DirectConnection;
import io.rowandb.client.inprocess.CompleteDoor;
import io.rowandb.client.store.SharedStore;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/**
 * The entry point: a configuration with which HBase's {@code ConnectionFactory} opens an embedded
 * store.
 *
 * <pre>
 *   Configuration conf = Rowan.configuration("/data/shop");
 *   try (Connection connection = ConnectionFactory.createConnection(conf)) {
 *     …
 *   }
 * </pre>
 *
 * <p>Alternatively, put the same keys in an {@code hbase-site.xml} on the class path; then the
 * program needs no Rowan code at all.
 */
public final class Rowan {
  /**
   * The key for the location of the store: a directory, created if it does not exist but its parent
   * does, or {@code mem:name} for a store in memory that ends with the last connection to it.
   */
  public static final String PATH_KEY = SharedStore.PATH_KEY;

  private Rowan() {}

  /**
   * A configuration for the store at {@code path}: HBase's defaults, the values of an {@code
   * hbase-site.xml} on the class path, and the keys that select Rowan. If the logging library of
   * HBase's client (reload4j) is not configured, its errors go to standard error from now on; so it
   * does not warn that it is not configured.
   */
  public static Configuration configuration(String path) {
    QuietStart.ensure();
    return configure(defaults(), path);
  }

  /** A copy of {@code base} that leads to the store at {@code path}; logging as above. */
  public static Configuration configuration(Configuration base, String path) {
    QuietStart.ensure();
    return configure(new Configuration(base), path);
  }

  /**
   * HBase's defaults and the files on its class path. To read them takes longer than to open a
   * store in memory, so it is done once, and copied.
   */
  private static Configuration defaults() {
    // Read again here, not in each copy, when the program has named another default file since.
    if (Defaults.READ.size() == 0) {
      throw new IllegalStateException("HBase's defaults are not on the class path");
    }
    return new Configuration(Defaults.READ);
  }

  /** Made when first needed. */
  private static final class Defaults {
    static final Configuration READ = HBaseConfiguration.create();
  }

  private static Configuration configure(Configuration conf, String path) {
    conf.set(PATH_KEY, path);
    conf.set("hbase.client.connection.impl", DirectConnection.class.getName());
    conf.set("hbase.client.userprovider.class", LocalUserProvider.class.getName());
    // The asynchronous connection is HBase's own, and so is what the fast door leaves to others.
    return CompleteDoor.configureTransport(conf);
  }
}
