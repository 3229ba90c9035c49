package io.rowandb.engine.world;

import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.NamedKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Tables with attributes drawn by chance: how their regions are flushed, and how each of their
 * families is stored. None of them changes what a row shows. Used by one thread.
 */
final class DrawnTables {
  /**
   * Between the memory that a family takes with a value of {@link #LARGE_BYTES} and without: then
   * it is flushed without the others.
   */
  private static final String LARGE_STORE_BYTES = "100000";

  /** More than the first chunk of a memstore has room for. */
  static final int LARGE_BYTES = 66_000;

  /** They cost time. */
  private static final int WORLDS_PER_LARGE_ONE = 4;

  private static final int WORLDS_PER_ENCRYPTED_ONE = 3;

  private static final String POLICIES = "org.apache.hadoop.hbase.regionserver.";

  /** Longer than any history. */
  private static final String LONG_SECONDS = "2000000000";

  // Fixed at construction.
  private final Random random;

  /** Whether there are values so large that a family may be flushed alone. */
  private final boolean large;

  /** Whether the log is encrypted, and a family may be. */
  private final boolean encrypted;

  /** Whether families are rid of what reads step over; such a flush is one of the whole region. */
  private final boolean purged;

  /** How many tables had which attribute. */
  private final Map<String, Integer> drawn = new TreeMap<>();

  DrawnTables(long seed, Random random, FileKeys keys) {
    this.random = random;
    this.purged = seed % WORLDS_PER_LARGE_ONE == 2;
    this.large = seed % WORLDS_PER_LARGE_ONE == 1;
    this.encrypted = keys.encryptsLog();
  }

  /** The keys of a world's disk. */
  static FileKeys keys(long seed) {
    return seed % WORLDS_PER_ENCRYPTED_ONE == 1
        ? new NamedKeys("world").encryptLog(true)
        : FileKeys.none();
  }

  boolean large() {
    return large;
  }

  boolean purged() {
    return purged;
  }

  /** How many tables were drawn with which attribute. */
  Map<String, Integer> drawn() {
    return drawn;
  }

  /** A table with two or three families, the first of which may be much larger than the others. */
  TableDescriptor draw(String name) {
    Map<String, String> attributes = new TreeMap<>();
    count("tables");
    String policy = pick("", "FlushAllLargeStoresPolicy", "FlushAllStoresPolicy");
    if (!policy.isEmpty()) {
      attributes.put("FLUSH_POLICY", POLICIES + policy);
    }
    boolean allStores = policy.equals("FlushAllStoresPolicy");
    count(allStores ? "flushed whole" : "flushed by large families");
    attributes.put("hbase.hregion.percolumnfamilyflush.size.lower.bound", LARGE_STORE_BYTES);
    put(attributes, "MEMSTORE_FLUSHSIZE", "", "", "1", "190000");
    put(attributes, "hbase.hstore.blockingStoreFiles", "", "2");
    List<FamilyDescriptor> families = new ArrayList<>();
    families.add(new FamilyDescriptor("a", family(true)));
    families.add(new FamilyDescriptor("b", family(false)));
    if (random.nextInt(3) == 0) {
      count("three families");
      families.add(new FamilyDescriptor("c", family(false)));
    }
    return new TableDescriptor(TableName.of(name), families, attributes);
  }

  private Map<String, String> family(boolean smallBlocks) {
    Map<String, String> attributes = new TreeMap<>();
    if (smallBlocks) {
      // So small that a file of three rows has a middle, where its region can be split.
      attributes.put("BLOCKSIZE", "1");
    }
    put(attributes, "VERSIONS", "", "", "3");
    put(attributes, "TTL", "", "", LONG_SECONDS);
    put(attributes, "BLOOMFILTER", "", "NONE", "ROW", "ROWCOL");
    put(attributes, "COMPRESSION", "", "", "GZ", "SNAPPY");
    put(attributes, "DATA_BLOCK_ENCODING", "", "", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1");
    put(attributes, "NEW_VERSION_BEHAVIOR", "", "", "", "true");
    put(attributes, "KEEP_DELETED_CELLS", "", "", "TRUE", "TTL");
    if (purged) {
      put(attributes, "rowan.compaction.hidden.cells", "", "1", "4");
    }
    put(attributes, "BLOCKCACHE", "", "", "false");
    put(attributes, "IN_MEMORY", "", "", "true");
    put(attributes, "CACHE_DATA_ON_WRITE", "", "", "true");
    if (encrypted) {
      put(attributes, "ENCRYPTION", "", "AES");
    }
    return attributes;
  }

  /** An attribute with one of these values, or without one where that is empty. */
  private void put(Map<String, String> attributes, String name, String... values) {
    String value = pick(values);
    if (!value.isEmpty()) {
      attributes.put(name, value);
      count(name);
    }
  }

  private void count(String what) {
    drawn.merge(what, 1, Integer::sum);
  }

  private String pick(String... values) {
    return values[random.nextInt(values.length)];
  }
}
