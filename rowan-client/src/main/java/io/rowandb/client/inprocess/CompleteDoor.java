package io.rowandb.client.inprocess;

import io.rowandb.client.store.SharedStore;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.UserProvider;

/** Opens connections of HBase's own classes to the store that a configuration names. */
public final class CompleteDoor {
  /** HBase's key for the class of {@code Connection}. */
  private static final String CONNECTION_KEY = "hbase.client.connection.impl";

  /** HBase's own blocking connection, up to 2.6 and from 3.0 on: the first that there is. */
  private static final List<String> HBASE_CONNECTIONS =
      List.of(
          "org.apache.hadoop.hbase.client.ConnectionImplementation",
          "org.apache.hadoop.hbase.client.ConnectionOverAsyncConnection");

  /** HBase's key for the transport. */
  private static final String RPC_CLIENT_KEY = "hbase.rpc.client.impl";

  // By their names: they cannot be loaded beside a client that is too old, and a connection that
  // is opened then says so.
  private static final String RPC_CLIENT = "io.rowandb.client.inprocess.InProcessRpcClient";
  private static final String REGISTRY = "io.rowandb.client.inprocess.InProcessRegistry";

  /** HBase's key for where a client learns of the cluster. */
  private static final String REGISTRY_KEY = "hbase.client.registry.impl";

  /**
   * HBase's prefix for settings of ZooKeeper's client. Nothing here needs a ZooKeeper, but some of
   * HBase's tools ask one for the cluster's id; this has them answered in the process.
   */
  private static final String ZOOKEEPER_PREFIX = "hbase.zookeeper.property.";

  private static final String ZOOKEEPER_SOCKET = "org.apache.zookeeper.StoreIdSocket";

  private CompleteDoor() {}

  /**
   * Sets the keys that lead HBase's own classes to the store that {@code rowan.path} names.
   *
   * @return conf
   */
  public static Configuration configure(Configuration conf) {
    conf.set(CONNECTION_KEY, hbaseConnection());
    return configureTransport(conf);
  }

  private static String hbaseConnection() {
    for (String name : HBASE_CONNECTIONS) {
      if (CompleteDoor.class.getClassLoader().getResource(name.replace('.', '/') + ".class")
          != null) {
        return name;
      }
    }
    throw new IllegalStateException(
        "HBase's client on the class path has none of " + HBASE_CONNECTIONS);
  }

  /**
   * Sets the keys of the transport alone, and leaves the class of {@code Connection} as it is: for
   * the asynchronous connection, which has no fast door.
   *
   * @return conf
   */
  public static Configuration configureTransport(Configuration conf) {
    conf.set(RPC_CLIENT_KEY, RPC_CLIENT);
    conf.set(REGISTRY_KEY, REGISTRY);
    conf.set(ZOOKEEPER_PREFIX + "zookeeper.clientCnxnSocket", ZOOKEEPER_SOCKET);
    conf.set(ZOOKEEPER_PREFIX + SharedStore.PATH_KEY, "${" + SharedStore.PATH_KEY + "}");
    return conf;
  }

  /**
   * A connection of HBase's own class to the store that {@code conf} names; {@code conf} is not
   * changed. A store that cannot be opened fails here, not at the first request as with HBase's
   * class.
   *
   * @param pool for HBase's batches, or null for a pool of the connection
   * @param user the user of the connection, or null for the user of the process
   */
  public static Connection connect(Configuration conf, ExecutorService pool, User user)
      throws IOException {
    // Held until the connection has a share of its own, so that the store opens once.
    SharedStore store = SharedStore.acquire(conf);
    try (store) {
      Configuration complete = configure(new Configuration(conf));
      User owner = user == null ? UserProvider.instantiate(complete).getCurrent() : user;
      return ConnectionFactory.createConnection(complete, pool, owner);
    }
  }
}
