package io.rowandb.cli.dump;

import io.rowandb.cli.terminal.JsonText;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One JSON object a line. Each has {@code kind}; a part has its {@code offset} and fields, a cell
 * has its whole value. Bytes are text in which anything except printable ASCII is {@code \xNN}, as
 * in HBase's tools.
 */
public final class JsonLines implements DumpLines {
  /** Lines of JSON. */
  public JsonLines() {}

  @Override
  public String part(String kind, long offset, Map<String, Object> fields) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("kind", kind);
    object.put("offset", offset);
    object.putAll(fields);
    return JsonText.line(object);
  }

  @Override
  public String cell(Cell cell, long region) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("kind", "cell");
    if (region >= 0) {
      object.put("region", region);
    }
    object.put("row", cell.row());
    object.put("family", cell.family());
    object.put("qualifier", cell.qualifier());
    object.put("timestamp", cell.timestamp());
    object.put("type", CellType.name(cell.type()));
    object.put("sequence", cell.sequence());
    object.put("value", cell.value());
    List<CellTag> tags = CellTag.of(cell);
    if (!tags.isEmpty()) {
      object.put("tags", tags.stream().map(JsonLines::tag).toList());
    }
    return JsonText.line(object);
  }

  private static Map<String, Object> tag(CellTag tag) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("type", tag.type());
    object.put("value", tag.value());
    return object;
  }
}
