package io.rowandb.testkit.oracle;

import static io.rowandb.testkit.oracle.Literals.bytes;

import java.io.IOException;
import org.apache.hadoop.hbase.filter.BigDecimalComparator;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryComponentComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.BitComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ComparatorProtos;
import org.apache.hadoop.hbase.util.Bytes;

/** Comparators as Java expressions. */
final class ComparatorSource {
  private ComparatorSource() {}

  static String of(ByteArrayComparable comparator) throws IOException {
    return "new " + comparator.getClass().getSimpleName() + "(" + arguments(comparator) + ")";
  }

  private static String arguments(ByteArrayComparable comparator) throws IOException {
    byte[] value = comparator.getValue();
    if (comparator instanceof BinaryComparator || comparator instanceof BinaryPrefixComparator) {
      return bytes(value);
    } else if (comparator instanceof BitComparator bits) {
      return bytes(value) + ", BitComparator.BitwiseOp." + bits.getOperator();
    } else if (comparator instanceof NullComparator) {
      return "";
    } else if (comparator instanceof RegexStringComparator
        || comparator instanceof SubstringComparator) {
      return Literals.string(Bytes.toString(value));
    } else if (comparator instanceof LongComparator) {
      return Literals.number(Bytes.toLong(value));
    } else if (comparator instanceof BigDecimalComparator) {
      return "new BigDecimal(" + Literals.string(Bytes.toBigDecimal(value).toString()) + ")";
    } else if (comparator instanceof BinaryComponentComparator) {
      var sent = ComparatorProtos.BinaryComponentComparator.parseFrom(comparator.toByteArray());
      return bytes(value) + ", " + sent.getOffset();
    }
    throw new IllegalArgumentException("No source for " + comparator.getClass());
  }
}
