package io.rowandb.schema.table;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The configuration of a family: HBase's attributes, and settings that override the server's.
 * Immutable.
 *
 * @param values the values of attributes, including those equal to HBase's defaults
 * @param settings the overridden server settings, by their keys
 */
record FamilyConfiguration(Map<String, String> values, Map<String, String> settings) {
  /**
   * With the value {@link #OFF}, Rowan does not look for hazards in a family: entries of indexes
   * are written so that what a delete hides there does no harm. HBase keeps it and does nothing
   * with it.
   */
  static final String HAZARDS = "rowan.hazards";

  static final String OFF = "off";

  /**
   * With this setting, Rowan removes deleted entries when reads step over many: whoever reads an
   * entry looks at its record, so one that comes to light again does no harm. Entries with copies
   * are believed without a look; their deletions are kept. HBase keeps the setting and does nothing
   * with it.
   */
  static final String HIDDEN_CELLS = "rowan.compaction.hidden.cells";

  /** About ten milliseconds of reading. */
  private static final String HIDDEN_CELLS_OF_ENTRIES = "20000";

  /** HBase's key for how long delete markers are kept, in milliseconds. */
  private static final String KEEP_DELETIONS = "hbase.hstore.time.to.purge.deletes";

  private static final String KEPT_MILLIS = "14400000";

  /** What an attribute is that is not there, when it is not among those that HBase writes down. */
  private static final Map<String, String> UNWRITTEN =
      Map.of(
          ColumnFamilyDescriptorBuilder.CACHE_DATA_ON_WRITE,
          String.valueOf(ColumnFamilyDescriptorBuilder.DEFAULT_CACHE_DATA_ON_WRITE),
          ColumnFamilyDescriptorBuilder.CACHE_INDEX_ON_WRITE,
          String.valueOf(ColumnFamilyDescriptorBuilder.DEFAULT_CACHE_INDEX_ON_WRITE),
          ColumnFamilyDescriptorBuilder.CACHE_BLOOMS_ON_WRITE,
          String.valueOf(ColumnFamilyDescriptorBuilder.DEFAULT_CACHE_BLOOMS_ON_WRITE),
          ColumnFamilyDescriptorBuilder.EVICT_BLOCKS_ON_CLOSE,
          String.valueOf(ColumnFamilyDescriptorBuilder.DEFAULT_EVICT_BLOCKS_ON_CLOSE),
          ColumnFamilyDescriptorBuilder.PREFETCH_BLOCKS_ON_OPEN,
          String.valueOf(ColumnFamilyDescriptorBuilder.DEFAULT_PREFETCH_BLOCKS_ON_OPEN),
          ColumnFamilyDescriptorBuilder.COMPRESS_TAGS,
          String.valueOf(ColumnFamilyDescriptorBuilder.DEFAULT_COMPRESS_TAGS),
          ColumnFamilyDescriptorBuilder.NEW_VERSION_BEHAVIOR,
          String.valueOf(ColumnFamilyDescriptorBuilder.DEFAULT_NEW_VERSION_BEHAVIOR),
          ColumnFamilyDescriptorBuilder.DFS_REPLICATION,
          String.valueOf(ColumnFamilyDescriptorBuilder.DEFAULT_DFS_REPLICATION),
          ColumnFamilyDescriptorBuilder.IS_MOB,
          "false");

  static FamilyConfiguration of(ColumnFamilyDescriptor family) {
    Map<String, String> values = defaults();
    family.getValues().forEach((name, value) -> values.put(text(name), text(value)));
    return new FamilyConfiguration(values, new TreeMap<>(family.getConfiguration()));
  }

  private static Map<String, String> defaults() {
    Map<String, String> defaults = new TreeMap<>(UNWRITTEN);
    defaults.putAll(ColumnFamilyDescriptorBuilder.getDefaultValues());
    return defaults;
  }

  /** A key of encryption is no text. */
  private static String text(Bytes value) {
    byte[] bytes = value.copyBytes();
    String text = Bytes.toString(bytes);
    return Arrays.equals(Bytes.toBytes(text), bytes) ? text : Bytes.toStringBinary(bytes);
  }

  /** A family of nothing but entries of indexes. */
  static ColumnFamilyDescriptor ofEntries(ColumnFamilyDescriptor family) {
    ColumnFamilyDescriptorBuilder configured = ColumnFamilyDescriptorBuilder.newBuilder(family);
    if (family.getValue(Bytes.toBytes(HAZARDS)) == null) {
      configured.setValue(Bytes.toBytes(HAZARDS), Bytes.toBytes(OFF));
    }
    if (family.getConfigurationValue(HIDDEN_CELLS) == null) {
      configured.setConfiguration(HIDDEN_CELLS, HIDDEN_CELLS_OF_ENTRIES);
    }
    return configured.build();
  }

  /**
   * A family of rows with marks, or of a view. What is executed late there is hidden by the
   * deletion of its row, so the deletion outlives all calls of its time, also major compactions:
   * four hours. Of these, two are for the calls; one is the time until a memstore is flushed, since
   * a compaction does not know what is there; and one is for clocks that differ.
   */
  static ColumnFamilyDescriptor keepingDeletions(ColumnFamilyDescriptor family) {
    return family.getConfigurationValue(KEEP_DELETIONS) != null
        ? family
        : ColumnFamilyDescriptorBuilder.newBuilder(family)
            .setConfiguration(KEEP_DELETIONS, KEPT_MILLIS)
            .build();
  }

  /**
   * The same of a family that is there and is declared: for the longer of what it keeps them and
   * what is declared.
   *
   * @throws IllegalArgumentException when one of these is no number
   */
  static ColumnFamilyDescriptor keepingDeletionsAsLongAs(
      ColumnFamilyDescriptor declared, ColumnFamilyDescriptor there) {
    long wanted = keptDeletionsMillis(declared);
    return keepsDeletions(there) && keptDeletionsMillis(there) >= wanted
        ? there
        : ColumnFamilyDescriptorBuilder.newBuilder(there)
            .setConfiguration(KEEP_DELETIONS, String.valueOf(wanted))
            .build();
  }

  static boolean keepsDeletions(ColumnFamilyDescriptor family) {
    return family.getConfigurationValue(KEEP_DELETIONS) != null;
  }

  /** For how long a family keeps deletions, as declared or if {@link #keepingDeletions}. */
  static long keptDeletionsMillis(ColumnFamilyDescriptor family) {
    String declared = keepingDeletions(family).getConfigurationValue(KEEP_DELETIONS);
    try {
      return Long.parseLong(declared);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "family "
              + family.getNameAsString()
              + " keeps deletions for \""
              + declared
              + "\" ms, which is no number: "
              + KEEP_DELETIONS,
          e);
    }
  }

  /** The values that are not HBase's defaults. */
  Map<String, String> unusual() {
    Map<String, String> usual = defaults();
    Map<String, String> unusual = new TreeMap<>(values);
    unusual.entrySet().removeIf(each -> same(usual.get(each.getKey()), each.getValue()));
    return unusual;
  }

  /** HBase reads names of algorithms and booleans in either case. */
  static boolean same(String a, String b) {
    return a != null && a.equalsIgnoreCase(b);
  }

  /** {@code TTL 3600, VERSIONS 3}, of what is not HBase's default. */
  String describe() {
    Map<String, String> all = new TreeMap<>(unusual());
    all.putAll(settings);
    if (all.isEmpty()) {
      return "HBase's defaults";
    }
    StringBuilder text = new StringBuilder();
    all.forEach(
        (name, value) ->
            text.append(text.isEmpty() ? "" : ", ").append(name).append(' ').append(value));
    return text.toString();
  }
}
