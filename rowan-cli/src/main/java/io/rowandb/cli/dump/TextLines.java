package io.rowandb.cli.dump;

import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Lines for people. A cell is shown as in the output of {@code hbase hfile -p}: key, {@code vlen},
 * {@code seqid}, value, with bytes that are not printable as {@code \xNN}; then the tags, if any.
 */
public final class TextLines implements DumpLines {
  private final int valueBytes;

  /**
   * @param valueBytes so much of a value is shown
   */
  public TextLines(int valueBytes) {
    this.valueBytes = valueBytes;
  }

  @Override
  public String part(String kind, long offset, Map<String, Object> fields) {
    return kind + " @" + offset + "  " + fields(fields, "  ");
  }

  /** {@code name=value}, one behind the other. */
  static String fields(Map<?, ?> fields, String gap) {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + "=" + text(field.getValue()))
        .collect(Collectors.joining(gap));
  }

  private static String text(Object value) {
    if (value instanceof byte[] bytes) {
      return Bytes.printable(bytes);
    }
    if (value instanceof Map<?, ?> map) {
      return "{" + fields(map, ", ") + "}";
    }
    if (value instanceof List<?> list) {
      return list.stream().map(TextLines::text).collect(Collectors.joining(", ", "[", "]"));
    }
    return DisplayText.printable(String.valueOf(value));
  }

  @Override
  public String cell(Cell cell, long region) {
    StringBuilder line = new StringBuilder("K: ");
    line.append(Bytes.printable(cell.array(), cell.rowOffset(), cell.rowLength()));
    line.append('/').append(Bytes.printable(cell.family()));
    line.append(':').append(Bytes.printable(cell.qualifier()));
    line.append('/').append(cell.timestamp());
    line.append('/').append(CellType.name(cell.type()));
    line.append("/vlen=").append(cell.valueLength());
    line.append("/seqid=").append(cell.sequence());
    line.append(" V: ");
    int shown = Math.min(valueBytes, cell.valueLength());
    line.append(Bytes.printable(cell.array(), cell.valueOffset(), shown));
    if (shown < cell.valueLength()) {
      line.append("...");
    }
    for (CellTag tag : CellTag.of(cell)) {
      line.append(" T[").append(tag.type()).append("]: ").append(Bytes.printable(tag.value()));
    }
    return line.toString();
  }
}
