package io.rowandb.schema.table;

import io.rowandb.schema.key.KeyGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a table has in its descriptor so that HBase keeps each group of rows in one region and
 * changes several of its rows as one. The restriction of splits holds also for rows that an
 * operator asks for; when a region is split, the table's split policy says as before.
 */
final class KeptTogether {
  private static final String ENDPOINT =
      "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";
  private static final String TYPE = "hbase.regionserver.region.split_restriction.type";
  private static final String LENGTH = "hbase.regionserver.region.split_restriction.prefix_length";
  private static final String DELIMITER = "hbase.regionserver.region.split_restriction.delimiter";

  private KeptTogether() {}

  /** Those of a table. */
  static Map<String, String> attributesOf(TableDescriptor table) {
    Map<String, String> kept = new TreeMap<>();
    table
        .getValues()
        .forEach(
            (key, value) -> {
              String name = Bytes.toString(key.copyBytes());
              String text = Bytes.toString(value.copyBytes());
              if (isAttribute(name, text)) {
                kept.put(name, text);
              }
            });
    return kept;
  }

  private static boolean isAttribute(String name, String value) {
    return name.startsWith("hbase.regionserver.region.split_restriction.")
        || (name.startsWith("coprocessor$") && value.contains(ENDPOINT));
  }

  static TableDescriptorBuilder in(TableDescriptorBuilder table, KeyGroup<?> group) {
    try {
      table.setCoprocessor(ENDPOINT);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of a name that is there already
    }
    group
        .width()
        .ifPresent(
            width -> table.setValue(TYPE, "KeyPrefix").setValue(LENGTH, Integer.toString(width)));
    group
        .delimiter()
        .map(bytes -> new String(bytes, StandardCharsets.US_ASCII))
        .ifPresent(
            delimiter -> table.setValue(TYPE, "DelimitedKeyPrefix").setValue(DELIMITER, delimiter));
    return table;
  }
}
