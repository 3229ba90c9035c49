package io.rowandb.design.live;

import io.rowandb.design.declared.DeclaredPlan;
import io.rowandb.design.declared.TypedText;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.PlannedCluster;
import io.rowandb.design.plan.PlannedNeeds;
import io.rowandb.design.plan.PlannedPart.Coded;
import io.rowandb.design.plan.PlannedPart.CodedOrder;
import io.rowandb.design.plan.PlannedSplits;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.MalformedKeyException;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.RowPart;
import io.rowandb.schema.table.TableDesign;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** What the keys of a table are made of: fields of its design, or bytes. */
final class RowShape {
  /** The field that has the row key, where no design says more. */
  private static final String ROW = "row";

  // Fixed at construction.
  private final Optional<TableDesign<?>> design;
  private final TablePlan plan;
  private final Set<String> fields;

  private RowShape(Optional<TableDesign<?>> design, TablePlan plan) {
    this.design = design;
    this.plan = plan;
    Set<String> used = new LinkedHashSet<>();
    plan.key().forEach(part -> used.addAll(part.fields()));
    used.addAll(plan.identity());
    plan.patterns()
        .forEach(
            each -> {
              used.addAll(each.equal());
              used.addAll(Stream.of(each.range(), each.order()).toList());
            });
    used.remove("");
    this.fields = used;
  }

  static RowShape of(
      TableDescriptor table,
      Optional<TableDesign<?>> design,
      Map<String, FieldType> fields,
      List<String> identity) {
    if (design.isEmpty() && !(fields.isEmpty() && identity.isEmpty())) {
      throw new IllegalArgumentException(
          "the design of " + table.getTableName() + " is not known, and so it has no fields");
    }
    TablePlan plan =
        design
            .map(each -> DeclaredPlan.of(each, DeclaredPlan.types(each, fields), identity))
            .orElseGet(() -> ofBytes(table));
    return new RowShape(
        design,
        plan.withColumns(
            Stream.of(table.getColumnFamilies()).map(DeclaredPlan::family).toList(),
            List.of(),
            plan.patterns()));
  }

  private static TablePlan ofBytes(TableDescriptor table) {
    return new TablePlan(
        table.getTableName().getNameAsString(),
        Map.of(),
        List.of(),
        List.of(new Coded(ROW, "bytes", 0, CodedOrder.ASCENDING, true, Bytes::toBytesBinary)),
        List.of(),
        List.of(),
        "",
        PlannedSplits.NONE,
        /* isLoadedByFiles= */ false,
        List.of(),
        "",
        0,
        0,
        PlannedCluster.USUAL,
        PlannedNeeds.USUAL);
  }

  /** The plan, without the columns that rows turn out to have. */
  TablePlan plan() {
    return plan;
  }

  /** The names of the fields that the checks read. */
  Set<String> fields() {
    return fields;
  }

  /**
   * Their values, as texts.
   *
   * @throws IllegalArgumentException when no record has the row; a {@link MalformedKeyException}
   *     too
   */
  Map<String, String> values(Result row) {
    if (design.isEmpty()) {
      return Map.of(ROW, Bytes.toStringBinary(row.getRow()));
    }
    TableDesign<?> known = design.get();
    Map<Component, Object> read = known.fieldReader().read(row, RowPart.ALL);
    Map<String, String> texts = new LinkedHashMap<>();
    for (Component each : known.shape().components()) {
      if (fields.contains(each.name())) {
        texts.put(each.name(), text(each, read.get(each)));
      }
    }
    return texts;
  }

  /** Times as the sample's type says; others as they are. */
  private String text(Component field, Object value) {
    String text = TypedText.of(value);
    FieldType type = plan.type(field.name());
    boolean isInstant = value instanceof java.time.Instant;
    return isInstant && type.format() != null
        ? type.format().format((java.time.Instant) value)
        : isInstant && type.pattern().equals(FieldType.SECONDS)
            ? String.valueOf(((java.time.Instant) value).getEpochSecond())
            : text;
  }

  /** Whether a row has only what is left of a record that was deleted. */
  boolean isRemains(Result row) {
    return design.isPresent() && !design.get().isRecord(row);
  }

  /** Whether a field of the design has a cell; all are known without a design. */
  boolean isKnown(Cell cell, Result row) {
    if (design.isEmpty()) {
      return true;
    }
    Column column =
        new Column(
            Bytes.copy(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength()),
            Bytes.copy(
                cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength()));
    return design.get().fieldReader().isShown(column, row, RowPart.ALL)
        || column.isSameAs(design.get().mark());
  }
}
