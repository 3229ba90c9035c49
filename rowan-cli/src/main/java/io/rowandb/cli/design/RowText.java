package io.rowandb.cli.design;

import io.rowandb.schema.table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * A row formatted for people.
 *
 * @param key the fields in its key
 * @param fields the others, then the columns that belong to no field
 */
public record RowText(String key, String fields) {
  /** Of a row that a design reads. */
  public static RowText of(RowFields row) {
    String key = text(row.key());
    if (row.belonging().isEmpty()) {
      return new RowText(key, fields(row));
    }
    RowFields.Belonging belonging = row.belonging().get();
    String record = text(belonging.recordKey());
    return switch (belonging.kind()) {
      case ENTRY -> new RowText(belonging.name() + ": " + key, "of " + record);
      case DETAIL -> {
        String owner = record.isEmpty() ? FieldText.of(belonging.recordRow()) : record;
        yield new RowText(
            belonging.name() + " of " + owner + (key.isEmpty() ? "" : ": " + key), fields(row));
      }
    };
  }

  private static String text(Map<String, Object> fields) {
    return fields.entrySet().stream()
        .map(field -> FieldText.of(field.getKey(), field.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String fields(RowFields row) {
    List<String> texts = new ArrayList<>();
    if (!row.fields().isEmpty()) {
      texts.add(text(row.fields()));
    }
    for (Cell cell : row.others()) {
      Column column = new Column(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
      texts.add(
          row.hasValues()
              ? FieldText.of(column.toString(), CellUtil.cloneValue(cell))
              : column.toString());
    }
    boolean valueless = !row.hasValues() && !row.others().isEmpty();
    return String.join(", ", texts) + (valueless ? " (without values)" : "");
  }
}
