package io.rowandb.schema.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;

/**
 * Commands of HBase's shell, which is Ruby.
 *
 * <p>All text is in single quotes: Ruby leaves {@code \xFF} in them unchanged, and the shell
 * converts it to the byte. In double quotes Ruby would convert it to the byte, which Java would
 * then read as the character U+FFFD, since it is not UTF-8.
 */
final class ShellLine {
  /** Attributes that every version of the shell knows by their names; others are metadata to it. */
  private static final Set<String> KNOWN =
      Set.of(
          ColumnFamilyDescriptorBuilder.BLOOMFILTER,
          ColumnFamilyDescriptorBuilder.REPLICATION_SCOPE,
          HConstants.VERSIONS,
          ColumnFamilyDescriptorBuilder.MIN_VERSIONS,
          ColumnFamilyDescriptorBuilder.COMPRESSION,
          ColumnFamilyDescriptorBuilder.TTL,
          ColumnFamilyDescriptorBuilder.BLOCKSIZE,
          ColumnFamilyDescriptorBuilder.IN_MEMORY,
          ColumnFamilyDescriptorBuilder.BLOCKCACHE,
          ColumnFamilyDescriptorBuilder.KEEP_DELETED_CELLS,
          ColumnFamilyDescriptorBuilder.DATA_BLOCK_ENCODING);

  private ShellLine() {}

  /** What makes a table: attributes that are not HBase's defaults, and the regions. */
  static String create(NewTable table) {
    List<String> arguments = new ArrayList<>();
    arguments.add(quoted(table.descriptor().getTableName().getNameAsString()));
    for (ColumnFamilyDescriptor family : table.descriptor().getColumnFamilies()) {
      arguments.add(family(family));
    }
    Map<String, String> metadata = NotedAttributes.of(table.descriptor());
    metadata.putAll(KeptTogether.attributesOf(table.descriptor()));
    addMap(arguments, "METADATA", metadata);
    if (!table.splitKeys().isEmpty()) {
      arguments.add(
          table.splitKeys().stream()
              .map(row -> '\'' + binary(row) + '\'')
              .collect(Collectors.joining(", ", "SPLITS => [", "]")));
    }
    return "create " + String.join(", ", arguments);
  }

  private static String family(ColumnFamilyDescriptor family) {
    FamilyConfiguration attributes = FamilyConfiguration.of(family);
    Map<String, String> metadata = new TreeMap<>(attributes.unusual());
    List<String> entries = new ArrayList<>();
    entries.add("NAME => " + quoted(family.getNameAsString()));
    attributes
        .unusual()
        .forEach(
            (name, value) -> {
              if (KNOWN.contains(name)) {
                entries.add(name + " => " + quoted(value));
                metadata.remove(name);
              }
            });
    addMap(entries, "METADATA", metadata);
    addMap(entries, "CONFIGURATION", attributes.settings());
    return '{' + String.join(", ", entries) + '}';
  }

  private static void addMap(List<String> entries, String name, Map<String, String> map) {
    if (!map.isEmpty()) {
      entries.add(
          map.entrySet().stream()
              .map(each -> quoted(each.getKey()) + " => " + quoted(each.getValue()))
              .collect(Collectors.joining(", ", name + " => {", "}")));
    }
  }

  /**
   * Text as Ruby reads it: of what stands in single quotes only these two mean something else. What
   * nobody could copy, such as a zero, is in double quotes.
   */
  private static String quoted(String text) {
    if (text.chars().anyMatch(each -> each != '\n' && Character.isISOControl(each))) {
      return text.chars()
          .mapToObj(each -> String.format("\\u%04x", each))
          .collect(Collectors.joining("", "\"", "\""));
    }
    return '\'' + text.replace("\\", "\\\\").replace("'", "\\'") + '\'';
  }

  /** Bytes as the shell reads them; whatever Ruby or it could take for something else in hex. */
  private static String binary(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte each : bytes) {
      boolean plain = each == '-' || each == '_' || each == '.' || isLetterOrDigit(each);
      text.append(plain ? String.valueOf((char) each) : String.format("\\x%02X", each));
    }
    return text.toString();
  }

  private static boolean isLetterOrDigit(byte each) {
    return (each >= 'a' && each <= 'z')
        || (each >= 'A' && each <= 'Z')
        || (each >= '0' && each <= '9');
  }
}
