package io.rowandb.cli.shell;

import io.rowandb.cli.terminal.DisplayText;
import io.rowandb.schema.table.Column;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * How the bytes of a cell are shown: as HBase's {@code toStringBinary}, or as a FORMATTER or the
 * end of a column says, {@code 'f:q:toLong'}. Used by one thread.
 */
final class ValueText {
  /** What HBase's {@code Bytes} makes of bytes, by its names. */
  private static final Map<String, Function<byte[], String>> FORMS = new TreeMap<>();

  static {
    FORMS.put("toBigDecimal", bytes -> String.valueOf(Bytes.toBigDecimal(bytes)));
    FORMS.put("toBoolean", bytes -> String.valueOf(Bytes.toBoolean(bytes)));
    FORMS.put("toDouble", bytes -> String.valueOf(Bytes.toDouble(bytes)));
    FORMS.put("toFloat", bytes -> String.valueOf(Bytes.toFloat(bytes)));
    FORMS.put("toHex", Bytes::toHex);
    FORMS.put("toInt", bytes -> String.valueOf(Bytes.toInt(bytes)));
    FORMS.put("toLong", bytes -> String.valueOf(Bytes.toLong(bytes)));
    FORMS.put("toShort", bytes -> String.valueOf(Bytes.toShort(bytes)));
    FORMS.put("toString", ValueText::text);
    FORMS.put("toStringBinary", Bytes::toStringBinary);
  }

  private Function<byte[], String> usual = Bytes::toStringBinary;
  private final Map<String, Function<byte[], String>> ofColumns = new HashMap<>();

  /** Shows all values in a form, HBase's FORMATTER. */
  void use(String form) {
    usual = form(form);
  }

  /**
   * Takes the form of a column from behind it.
   *
   * @param column {@code f}, {@code f:q} or {@code f:q:toInt}
   * @return the column without it
   */
  Text column(Text column) {
    byte[] bytes = column.bytes();
    int colon = Bytes.indexOf(bytes, (byte) ':');
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    int last = text.lastIndexOf(':');
    if (colon < 0 || last == colon || !FORMS.containsKey(text.substring(last + 1))) {
      return column;
    }
    Text plain = new Text(Bytes.copy(bytes, 0, last));
    ofColumns.put(
        new Column(Bytes.copy(bytes, 0, colon), Bytes.copy(bytes, colon + 1, last - colon - 1))
            .toString(),
        form(text.substring(last + 1)));
    return plain;
  }

  /** The value of a column. */
  String of(Column column, byte[] value) {
    return ofColumns.getOrDefault(column.toString(), usual).apply(value);
  }

  private static Function<byte[], String> form(String name) {
    Function<byte[], String> form = FORMS.get(name);
    if (form == null) {
      throw new IllegalArgumentException(
          "\"" + name + "\" is no form of values, but one of " + List.copyOf(FORMS.keySet()));
    }
    return bytes -> whole(form, name, bytes);
  }

  /** Of bytes that are no such value, the bytes and why. */
  private static String whole(Function<byte[], String> form, String name, byte[] bytes) {
    try {
      return form.apply(bytes);
    } catch (IllegalArgumentException e) {
      return String.format(
          Locale.ROOT, "%s (no %s: %d bytes)", Bytes.toStringBinary(bytes), name, bytes.length);
    }
  }

  private static String text(byte[] bytes) {
    try {
      return DisplayText.printable(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Bytes.toStringBinary(bytes); // no text, so its bytes
    }
  }
}
