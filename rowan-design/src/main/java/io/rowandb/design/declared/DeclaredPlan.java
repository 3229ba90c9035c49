package io.rowandb.design.declared;

import io.rowandb.design.check.PatternPath;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedCluster;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedFamily;
import io.rowandb.design.plan.PlannedNeeds;
import io.rowandb.design.plan.PlannedPart;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.PlannedSplits;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.schema.field.Component;
import io.rowandb.schema.table.AccessPattern;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.TableDesign;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** The plan of a table that is declared in Java. */
public final class DeclaredPlan {
  private DeclaredPlan() {}

  /**
   * The types of fields that a sample is read with: times are milliseconds, days {@code
   * yyyy-MM-dd}, whole numbers numbers.
   *
   * @param others those that are said
   * @throws IllegalArgumentException when one is of no field
   */
  public static Map<String, FieldType> types(TableDesign<?> design, Map<String, FieldType> others) {
    Map<String, FieldType> types = new LinkedHashMap<>();
    for (Component each : design.shape().components()) {
      FieldType type = usual(each.type());
      if (!type.equals(FieldType.TEXT)) {
        types.put(each.name(), type);
      }
    }
    List<String> names = design.shape().components().stream().map(Component::name).toList();
    for (String each : others.keySet()) {
      if (!names.contains(each)) {
        throw new IllegalArgumentException(
            "\"" + each + "\" is no field of " + design.shape().name() + "; those are " + names);
      }
    }
    types.putAll(others);
    return types;
  }

  private static FieldType usual(Class<?> type) {
    if (type == Instant.class) {
      return FieldType.parse("time millis");
    }
    if (type == LocalDate.class) {
      return FieldType.parse("time yyyy-MM-dd");
    }
    return Set.of(Long.class, Integer.class, Short.class, Byte.class).contains(type)
        ? FieldType.parse("number")
        : FieldType.TEXT;
  }

  /**
   * Of a design. Patterns that an index or several fields answer are left out: the design was
   * refused if nothing answered them.
   *
   * @param types of {@link #types}
   * @param identity the fields that tell records apart; none when that is not known
   * @throws IllegalArgumentException naming a part of the key that only its program can write, or a
   *     field of {@code identity} that is none
   */
  public static TablePlan of(
      TableDesign<?> design, Map<String, FieldType> types, List<String> identity) {
    identity.forEach(each -> design.shape().component(each));
    List<PlannedPart> key = DeclaredParts.of(design.key(), types);
    TablePlan plan =
        new TablePlan(
            design.name().getNameAsString(),
            types,
            identity,
            key,
            design.families().values().stream().map(DeclaredPlan::family).toList(),
            columns(design),
            "",
            splits(design.splitKeys()),
            /* isLoadedByFiles= */ false,
            List.of(),
            "",
            0,
            0,
            PlannedCluster.USUAL,
            PlannedNeeds.USUAL);
    return plan.withName(plan.table(), patterns(plan, design));
  }

  /** A family as its descriptor has it. */
  public static PlannedFamily family(ColumnFamilyDescriptor family) {
    return new PlannedFamily(
        family.getNameAsString(),
        family.getMaxVersions(),
        family.getMinVersions(),
        family.getTimeToLive() == HConstants.FOREVER
            ? Optional.empty()
            : Optional.of(Duration.ofSeconds(family.getTimeToLive())),
        switch (family.getBloomFilterType()) {
          case NONE -> PlannedFamily.Bloom.NONE;
          case ROWCOL -> PlannedFamily.Bloom.ROWCOL;
          case ROW, ROWPREFIX_FIXED_LENGTH -> PlannedFamily.Bloom.ROW;
        },
        family.isInMemory(),
        family.getCompressionType().name(),
        family.getDataBlockEncoding().name(),
        family.getBlocksize());
  }

  /** The regions that begin at these keys; the keys themselves, where all are text. */
  public static PlannedSplits splits(List<byte[]> keys) {
    List<String> texts = new ArrayList<>();
    for (byte[] each : keys) {
      for (byte b : each) {
        if (b < ' ' || b == 0x7F) {
          return new PlannedSplits(List.of(), keys.size() + 1);
        }
      }
      texts.add(Bytes.toString(each));
    }
    return new PlannedSplits(texts, keys.size() + 1);
  }

  /** Of several fields in one column, the first stands for all. */
  private static List<PlannedColumn> columns(TableDesign<?> design) {
    Map<String, PlannedColumn> columns = new LinkedHashMap<>();
    for (Component field : design.shape().components()) {
      List<Column> of = design.columns(field);
      if (!of.isEmpty()) {
        Column first = of.get(0);
        columns.putIfAbsent(
            first.toString(),
            new PlannedColumn(
                first.familyName(),
                field.name(),
                Bytes.toString(first.qualifier()),
                "",
                form(field.type()),
                PlannedColumn.Count.NONE));
      }
    }
    return List.copyOf(columns.values());
  }

  private static PlannedColumn.Form form(Class<?> type) {
    return type == Integer.class
        ? PlannedColumn.Form.INT
        : type == Long.class || type == Instant.class
            ? PlannedColumn.Form.LONG
            : type == Double.class ? PlannedColumn.Form.DOUBLE : PlannedColumn.Form.TEXT;
  }

  private static List<PlannedPattern> patterns(TablePlan plan, TableDesign<?> design) {
    List<PlannedPattern> patterns = new ArrayList<>();
    for (AccessPattern each : design.accessPatterns()) {
      PlannedPattern pattern = pattern(plan, each);
      boolean isOther =
          !each.any().isEmpty()
              || (!design.indexes().isEmpty()
                  && PatternPath.of(plan, pattern).kind() == PatternPath.Kind.FULL);
      if (!isOther) {
        patterns.add(pattern);
      }
    }
    return patterns;
  }

  /** Rows are read in both directions: the pattern has that of the key. */
  private static PlannedPattern pattern(TablePlan plan, AccessPattern asked) {
    Set<String> equal = new LinkedHashSet<>();
    asked.values().stream().map(Component::name).sorted().forEach(equal::add);
    String order = asked.order().map(Component::name).orElse("");
    boolean isDescending =
        plan.key().stream()
            .anyMatch(
                part ->
                    part instanceof PlannedPart.Coded coded
                        && coded.field().equals(order)
                        && coded.order() == PlannedPart.CodedOrder.DESCENDING);
    return new PlannedPattern(
        asked.question(),
        List.copyOf(equal),
        asked.range().map(Component::name).orElse(""),
        order,
        isDescending,
        0,
        0,
        1,
        List.of(),
        Optional.empty(),
        "",
        "");
  }
}
