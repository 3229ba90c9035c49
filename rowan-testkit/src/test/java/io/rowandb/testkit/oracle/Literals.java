package io.rowandb.testkit.oracle;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;

/** Values as Java expressions. */
final class Literals {
  /** What eight bytes most likely are, if they are a number so close to 0. */
  private static final long LARGEST_NUMBER = 1_000_000;

  private Literals() {}

  /** By the methods of HBase's {@code Bytes}, which the text imports. */
  static String bytes(byte[] value) {
    if (value == null) {
      return "null";
    }
    if (value.length == Long.BYTES && Math.abs(Bytes.toLong(value)) <= LARGEST_NUMBER) {
      return "toBytes(" + Bytes.toLong(value) + "L)";
    }
    String text = Bytes.toStringBinary(value);
    return (text.contains("\\x") ? "toBytesBinary(" : "toBytes(") + string(text) + ")";
  }

  static String string(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  static String number(long value) {
    return value + "L";
  }

  static String list(List<String> expressions) {
    return "List.of(" + String.join(", ", expressions) + ")";
  }

  /** The expressions, one a line, for a call that ends behind them. */
  static String lines(String indent, List<String> expressions) {
    return expressions.stream().collect(Collectors.joining(",\n" + indent, indent, ""));
  }
}
