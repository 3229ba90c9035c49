package io.rowandb.cli.design;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows and cells in machine-readable form, for {@link io.rowandb.cli.terminal.JsonText}. */
public final class RowJson {
  private RowJson() {}

  /** Of a row that a design reads. */
  public static Map<String, Object> of(RowFields row) {
    Map<String, Object> object = new LinkedHashMap<>();
    row.row().ifPresent(bytes -> object.put("row", bytes));
    row.belonging().ifPresent(belonging -> putTo(object, belonging));
    object.put("key", FieldJson.of(row.key()));
    boolean isEntry =
        row.belonging().filter(each -> each.kind() == RowFields.Kind.ENTRY).isPresent();
    if (!isEntry) {
      object.put("fields", FieldJson.of(row.fields()));
    }
    if (!row.others().isEmpty()) {
      object.put("cells", row.others().stream().map(cell -> other(cell, row.hasValues())).toList());
    }
    return object;
  }

  private static void putTo(Map<String, Object> object, RowFields.Belonging belonging) {
    object.put(
        switch (belonging.kind()) {
          case ENTRY -> "index";
          case DETAIL -> "details";
        },
        belonging.name());
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("row", belonging.recordRow());
    record.put("key", FieldJson.of(belonging.recordKey()));
    object.put("of", record);
  }

  private static Map<String, Object> other(Cell cell, boolean hasValue) {
    Map<String, Object> object = address(cell);
    if (hasValue) {
      object.put("value", CellUtil.cloneValue(cell));
    }
    return object;
  }

  /** A cell without its row and its value. */
  public static Map<String, Object> address(Cell cell) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("column", column(cell));
    object.put("timestamp", FieldJson.of(cell.getTimestamp()));
    object.put("type", cell.getType().name());
    return object;
  }

  /** As it is typed between double quotes. */
  private static String column(Cell cell) {
    return Bytes.toStringBinary(CellUtil.cloneFamily(cell))
        + ":"
        + Bytes.toStringBinary(CellUtil.cloneQualifier(cell));
  }

  /** A row of cells, each an object. */
  public static Map<String, Object> of(byte[] row, List<Map<String, Object>> cells) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("row", row);
    object.put("cells", cells);
    return object;
  }
}
