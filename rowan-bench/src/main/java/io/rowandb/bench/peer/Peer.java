package io.rowandb.bench.peer;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The systems that are measured, in the order of the table. */
public enum Peer {
  /** Rowan through its own connection, which calls the engine directly. */
  ROWAN_FAST("rowan-fast", false) {
    @Override
    public Driver open(DriverOptions options) throws IOException {
      return RowanClientDriver.fast(options);
    }
  },
  /** Rowan through HBase's own client classes, over Rowan's services in the same process. */
  ROWAN_COMPLETE("rowan-complete", false) {
    @Override
    public Driver open(DriverOptions options) throws IOException {
      return RowanClientDriver.complete(options);
    }
  },
  /** Rowan's engine without a client. */
  ROWAN_ENGINE("rowan-engine", false) {
    @Override
    public Driver open(DriverOptions options) throws IOException {
      return RowanEngineDriver.open(options);
    }
  },
  /** RocksDB through JNI: the fastest peer without HBase's interface. */
  ROCKSDB("rocksdb", false) {
    @Override
    public Driver open(DriverOptions options) throws IOException {
      return RocksDriver.open(options);
    }
  },
  /** HBase's region class, without server and RPC. */
  HREGION("hregion", true) {
    @Override
    public Driver open(DriverOptions options) throws IOException {
      return HRegionDriver.open(options);
    }
  },
  /** HBase in one process, through its RPC. */
  HBASE("hbase", true) {
    @Override
    public Driver open(DriverOptions options) throws IOException {
      return HBaseDriver.open(options);
    }
  };

  /** What HBase's server classes need on JDK 17; no other peer gets it. */
  private static final List<String> SERVER_FLAGS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

  private final String id;
  private final boolean needsServerFlags;

  Peer(String id, boolean needsServerFlags) {
    this.id = id;
    this.needsServerFlags = needsServerFlags;
  }

  /** Opens its store, new or as it was left. */
  public abstract Driver open(DriverOptions options) throws IOException;

  /** Its name on the command line and in the results. */
  public String id() {
    return id;
  }

  /** Whether it is one of Rowan's own ways in. */
  public boolean isRowan() {
    return id.startsWith("rowan");
  }

  /** Whether it is fast enough to flush and compact some times in seconds of puts, and tells so. */
  public boolean compactsInSeconds() {
    return isRowan() || this == ROCKSDB;
  }

  /** Flags its JVM needs. */
  public List<String> jvmFlags() {
    return needsServerFlags ? SERVER_FLAGS : List.of();
  }

  /** The peer with this id, or null. */
  public static Peer of(String id) {
    return Arrays.stream(values()).filter(p -> p.id.equals(id)).findFirst().orElse(null);
  }

  /** All ids, for messages. */
  public static String ids() {
    return Arrays.stream(values()).map(Peer::id).collect(Collectors.joining(", "));
  }
}
