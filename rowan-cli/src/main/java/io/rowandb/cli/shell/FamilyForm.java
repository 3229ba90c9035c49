package io.rowandb.cli.shell;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.HBaseException;

/** The syntax of a family: {@code {NAME => 'f', VERSIONS => 3, TTL => 86400}}. */
final class FamilyForm {
  /** Attributes that HBase's shell has words for; others go by METADATA. */
  private static final Set<String> ATTRIBUTES =
      Set.of(
          ColumnFamilyDescriptorBuilder.BLOOMFILTER,
          ColumnFamilyDescriptorBuilder.REPLICATION_SCOPE,
          ColumnFamilyDescriptorBuilder.MIN_VERSIONS,
          ColumnFamilyDescriptorBuilder.COMPRESSION,
          ColumnFamilyDescriptorBuilder.COMPRESSION_COMPACT,
          ColumnFamilyDescriptorBuilder.BLOCKSIZE,
          ColumnFamilyDescriptorBuilder.IN_MEMORY,
          ColumnFamilyDescriptorBuilder.BLOCKCACHE,
          ColumnFamilyDescriptorBuilder.KEEP_DELETED_CELLS,
          ColumnFamilyDescriptorBuilder.DATA_BLOCK_ENCODING,
          ColumnFamilyDescriptorBuilder.CACHE_DATA_ON_WRITE,
          ColumnFamilyDescriptorBuilder.CACHE_INDEX_ON_WRITE,
          ColumnFamilyDescriptorBuilder.CACHE_BLOOMS_ON_WRITE,
          ColumnFamilyDescriptorBuilder.EVICT_BLOCKS_ON_CLOSE,
          ColumnFamilyDescriptorBuilder.PREFETCH_BLOCKS_ON_OPEN,
          ColumnFamilyDescriptorBuilder.IN_MEMORY_COMPACTION,
          ColumnFamilyDescriptorBuilder.NEW_VERSION_BEHAVIOR,
          ColumnFamilyDescriptorBuilder.COMPRESS_TAGS,
          ColumnFamilyDescriptorBuilder.ENCRYPTION,
          ColumnFamilyDescriptorBuilder.IS_MOB,
          ColumnFamilyDescriptorBuilder.MOB_THRESHOLD,
          ColumnFamilyDescriptorBuilder.STORAGE_POLICY,
          ColumnFamilyDescriptorBuilder.DFS_REPLICATION);

  private FamilyForm() {}

  /** All names of attributes, in the order in which they are offered. */
  static List<String> names() {
    return Stream.concat(
            ATTRIBUTES.stream(), Stream.of("CONFIGURATION", "METADATA", "TTL", "VERSIONS"))
        .sorted()
        .toList();
  }

  /** What a family is to be, by the options of it that are given; the others stay as they are. */
  static ColumnFamilyDescriptor apply(ColumnFamilyDescriptorBuilder builder, Options options) {
    options.count(HConstants.VERSIONS).ifPresent(builder::setMaxVersions);
    options.word(ColumnFamilyDescriptorBuilder.TTL).ifPresent(ttl -> setTimeToLive(builder, ttl));
    for (String attribute : ATTRIBUTES) {
      options.word(attribute).ifPresent(value -> builder.setValue(attribute, value));
    }
    options
        .map("METADATA")
        .ifPresent(
            values -> values.forEach((name, value) -> builder.setValue(name, value.toString())));
    options
        .map("CONFIGURATION")
        .ifPresent(
            values ->
                values.forEach((name, value) -> builder.setConfiguration(name, value.toString())));
    return builder.build();
  }

  /** Seconds, FOREVER, or as in {@code 1 DAY 2 HOURS}. */
  private static void setTimeToLive(ColumnFamilyDescriptorBuilder builder, String value) {
    try {
      builder.setTimeToLive(value);
    } catch (HBaseException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "TTL is a number of seconds, FOREVER, or as in '1 DAY 2 HOURS', and not " + value, e);
    }
  }
}
