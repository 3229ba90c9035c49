package io.rowandb.cli.shell;

import io.rowandb.cli.design.FieldJson;
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
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Formats the bytes of a cell: with HBase's {@code toStringBinary}, or as given by a FORMATTER or
 * by the end of a column, {@code 'f:q:toLong'}. Used by one thread.
 */
final class ValueText {
  /** What HBase's {@code Bytes} makes of bytes, by its names; null of what is no such value. */
  private static final Map<String, Function<byte[], Object>> FORMS = new TreeMap<>();

  /** How the end of a column looks that is meant as a form, as in HBase's shell. */
  private static final Pattern FORM_OR_CLASS = Pattern.compile("to[A-Z]\\w*|c\\(.*\\)\\.\\w+");

  private static final String TEXT = "toString";
  private static final String BYTES = "toStringBinary";

  static {
    FORMS.put("toBigDecimal", Bytes::toBigDecimal);
    FORMS.put("toBoolean", Bytes::toBoolean);
    FORMS.put("toDouble", Bytes::toDouble);
    FORMS.put("toFloat", Bytes::toFloat);
    FORMS.put("toHex", Bytes::toHex);
    FORMS.put("toInt", Bytes::toInt);
    FORMS.put("toLong", Bytes::toLong);
    FORMS.put("toShort", Bytes::toShort);
    FORMS.put(TEXT, ValueText::text);
    FORMS.put(BYTES, bytes -> bytes);
  }

  private Form usual = form(BYTES);
  private int longest = Integer.MAX_VALUE;
  private final Map<String, Form> ofColumns = new HashMap<>();

  /** A form by its name. */
  private record Form(String name, Function<byte[], Object> function) {
    /** The value; null where the bytes are none. */
    Object of(byte[] bytes) {
      try {
        return function.apply(bytes);
      } catch (IllegalArgumentException e) {
        return null;
      }
    }

    /** Why they are none. */
    String refusal(byte[] bytes) {
      return String.format(Locale.ROOT, "no %s: %d bytes", name, bytes.length);
    }
  }

  /** Shows all values in a form, HBase's FORMATTER. */
  void use(String form) {
    usual = form(form);
  }

  /** Shows no more than so many characters of a cell, from its timestamp on: HBase's MAXLENGTH. */
  void cutAfter(int length) {
    longest = length;
  }

  /** A line about a cell, cut. */
  String cut(String cell) {
    return cell.codePointCount(0, cell.length()) <= longest
        ? cell
        : cell.substring(0, cell.offsetByCodePoints(0, longest));
  }

  /** Whether lines about cells are cut. */
  boolean cuts() {
    return longest < Integer.MAX_VALUE;
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
    if (colon < 0 || last == colon || !FORM_OR_CLASS.matcher(text.substring(last + 1)).matches()) {
      return column;
    }
    Text plain = new Text(Bytes.copy(bytes, 0, last));
    ofColumns.put(
        new Column(Bytes.copy(bytes, 0, colon), Bytes.copy(bytes, colon + 1, last - colon - 1))
            .toString(),
        form(text.substring(last + 1)));
    return plain;
  }

  /** The value of a column as text; of bytes that are no such value, the bytes and why. */
  String of(Column column, byte[] bytes) {
    Form form = ofColumn(column);
    Object value = form.of(bytes);
    if (value == null) {
      String notation = Bytes.toStringBinary(bytes);
      return form.name().equals(TEXT) ? notation : notation + " (" + form.refusal(bytes) + ")";
    }
    return value instanceof byte[]
        ? Bytes.toStringBinary(bytes)
        : DisplayText.printable(value.toString());
  }

  /** Puts it into an object: {@code value}, and {@code malformed} where that is the bytes. */
  void putTo(Map<String, Object> object, Column column, byte[] bytes) {
    Form form = ofColumn(column);
    Object value = form.of(bytes);
    object.put("value", FieldJson.of(value == null ? bytes : value));
    if (value == null) {
      object.put("malformed", form.refusal(bytes));
    }
  }

  private Form ofColumn(Column column) {
    return ofColumns.isEmpty() ? usual : ofColumns.getOrDefault(column.toString(), usual);
  }

  /** The names of the forms that values can be shown in. */
  static List<String> forms() {
    return List.copyOf(FORMS.keySet());
  }

  private static Form form(String name) {
    Function<byte[], Object> form = FORMS.get(name);
    if (form == null) {
      throw new IllegalArgumentException(
          "\"" + name + "\" is no form of values, but one of " + List.copyOf(FORMS.keySet()));
    }
    return new Form(name, form);
  }

  private static Object text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null; // no text
    }
  }
}
