package io.rowandb.testkit.oracle;

import java.math.BigDecimal;
import java.util.random.RandomGenerator;
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

/**
 * Random comparators.
 *
 * <p>Three of HBase's read past the ends of what they are given, so that their answers depend on
 * the neighbours in memory: those of numbers where there is no number (they are asked only in
 * worlds that have nothing else), that of a component where the value ends before it (asked only
 * for a row's first byte), and regular expressions of the engine JONI (never asked).
 */
final class ComparatorGenerator {
  private static final String[] PATTERNS = {"", "^.$", "[b-d]", "p|q", "v.*1", ".*[02468]$"};

  private final World world;
  private final RandomGenerator random;

  ComparatorGenerator(World world) {
    this.world = world;
    this.random = world.random();
  }

  /** A comparator for the parts of cells of which this is one. */
  ByteArrayComparable next(byte[] example) {
    return switch (random.nextInt(24)) {
      case 0, 1 -> new BinaryPrefixComparator(example);
      case 2 -> new BitComparator(example, operator());
      case 3 -> new NullComparator();
      case 4, 5 -> new RegexStringComparator(pattern());
      case 6, 7 -> new SubstringComparator(pattern().replaceAll("[^a-z0-9]", ""));
      default -> new BinaryComparator(example);
    };
  }

  /** For rows also one of a part, which reads past the end of what is shorter than its part. */
  ByteArrayComparable ofRow() {
    return world.once(10)
        ? new BinaryComponentComparator(new byte[] {world.row()[0]}, 0)
        : next(world.row());
  }

  /** For values also those of numbers. */
  ByteArrayComparable ofValue() {
    if (world.hasOnlyNumbers() && world.once(4)) {
      return random.nextBoolean()
          ? new LongComparator(world.upTo(4) - 2L)
          : new BigDecimalComparator(BigDecimal.valueOf(world.upTo(4) - 2L));
    }
    return next(world.value());
  }

  private BitComparator.BitwiseOp operator() {
    BitComparator.BitwiseOp[] operators = BitComparator.BitwiseOp.values();
    return operators[random.nextInt(operators.length)];
  }

  private String pattern() {
    return PATTERNS[random.nextInt(PATTERNS.length)];
  }
}
