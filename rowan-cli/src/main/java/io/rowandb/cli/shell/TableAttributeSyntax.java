package io.rowandb.cli.shell;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** The syntax of a table's own attributes: {@code {MAX_FILESIZE => 1073741824}}. */
final class TableAttributeSyntax {
  /** Attributes that are numbers. */
  private static final List<String> NUMBERS =
      List.of("MAX_FILESIZE", "MEMSTORE_FLUSHSIZE", "PRIORITY", "REGION_REPLICATION");

  /** Attributes that are true or false. */
  private static final List<String> FLAGS =
      List.of(
          "READONLY",
          "COMPACTION_ENABLED",
          "SPLIT_ENABLED",
          "MERGE_ENABLED",
          "NORMALIZATION_ENABLED",
          "REGION_MEMSTORE_REPLICATION");

  /** Attributes that are words. */
  private static final List<String> WORDS =
      List.of("DURABILITY", "SPLIT_POLICY", "FLUSH_POLICY", "OWNER");

  private TableAttributeSyntax() {}

  /** All names of attributes, in the order in which they are offered. */
  static List<String> names() {
    return Stream.of(NUMBERS, FLAGS, WORDS, List.of("CONFIGURATION", "METADATA"))
        .flatMap(List::stream)
        .sorted()
        .toList();
  }

  /** Sets what is given of a table; whether anything was. */
  static boolean apply(TableDescriptorBuilder builder, Options options) {
    boolean any = false;
    for (String name : NUMBERS) {
      Optional<Long> number = options.number(name);
      number.ifPresent(value -> builder.setValue(name, Long.toString(value)));
      any |= number.isPresent();
    }
    for (String name : FLAGS) {
      Optional<Boolean> flag = options.word(name).map(word -> flag(name, word));
      flag.ifPresent(value -> builder.setValue(name, value.toString()));
      any |= flag.isPresent();
    }
    for (String name : WORDS) {
      Optional<String> word = options.word(name);
      word.ifPresent(value -> builder.setValue(name, value));
      any |= word.isPresent();
    }
    for (String name : List.of("CONFIGURATION", "METADATA")) {
      var values = options.map(name);
      values.ifPresent(map -> map.forEach((key, value) -> builder.setValue(key, value.toString())));
      any |= values.isPresent();
    }
    return any;
  }

  /** The attributes as HBase prints them, behind a comma; empty when there are none. */
  static String attributes(TableDescriptor table) {
    String families =
        Arrays.stream(table.getColumnFamilies())
            .map(family -> ", " + family)
            .collect(Collectors.joining());
    String text = table.toString();
    String name = "'" + table.getTableName() + "'";
    return text.substring(name.length(), text.length() - families.length());
  }

  private static boolean flag(String name, String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(name + " is true or false, and not " + word);
    };
  }
}
