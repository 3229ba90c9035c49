package io.rowandb.cli.terminal;

import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes JSON, one object per line, for programs that read the output of a command. It loses
 * nothing and does not disturb a screen: characters that {@link DisplayText#printable} would
 * replace are written as a backslash, u and four digits.
 */
public final class JsonText {
  private JsonText() {}

  /**
   * One object.
   *
   * @param fields in the order in which they are written. Maps are objects, collections arrays;
   *     numbers, truth values and null stay what they are, but a number that JSON has not (NaN) is
   *     text. Bytes are text in HBase's notation: printable ASCII, and {@code \xNN} for all else
   *     and for the backslash. Anything else is its text.
   */
  public static String line(Map<String, ?> fields) {
    StringBuilder line = new StringBuilder();
    write(fields, line);
    return line.toString();
  }

  private static void write(Object value, StringBuilder line) {
    if (value instanceof Map<?, ?> map) {
      String before = "{";
      for (Map.Entry<?, ?> field : map.entrySet()) {
        quote(field.getKey().toString(), line.append(before));
        write(field.getValue(), line.append(':'));
        before = ",";
      }
      line.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof Collection<?> list) {
      String before = "[";
      for (Object each : list) {
        write(each, line.append(before));
        before = ",";
      }
      line.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof byte[] bytes) {
      quote(Bytes.toStringBinary(bytes), line);
    } else if (value == null || value instanceof Boolean || isNumber(value)) {
      line.append(value);
    } else {
      quote(value.toString(), line);
    }
  }

  private static boolean isNumber(Object value) {
    return value instanceof Number number && Double.isFinite(number.doubleValue());
  }

  private static void quote(String text, StringBuilder line) {
    line.append('"');
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      if (codePoint == '"' || codePoint == '\\') {
        line.append('\\').append((char) codePoint);
      } else if (DisplayText.disturbs(codePoint)) {
        line.append("\\u").append(HexFormat.of().toHexDigits((char) codePoint));
      } else {
        line.appendCodePoint(codePoint);
      }
    }
    line.append('"');
  }
}
