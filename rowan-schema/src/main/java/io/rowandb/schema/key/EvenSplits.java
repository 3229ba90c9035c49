package io.rowandb.schema.key;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Split keys that divide the possible key prefixes evenly. For hashes they are the keys of HBase's
 * RegionSplitter: UniformSplit for bytes, HexStringSplit for hexadecimal digits, DecimalStringSplit
 * for decimal digits, where the last region has the remainder.
 */
final class EvenSplits {
  /** As many digits or bytes as RegionSplitter looks at. */
  private static final int LOOKED_AT = 8;

  private static final int HEX = 16;
  private static final int DECIMAL = 10;

  private EvenSplits() {}

  static List<byte[]> of(List<Segment> segments, int regions) {
    if (regions < 1) {
      throw new IllegalArgumentException("a table has at least 1 region, not " + regions);
    }
    if (regions == 1) {
      return List.of();
    }
    KeyWriter literals = new KeyWriter();
    int first = 0;
    while (first < segments.size() && segments.get(first) instanceof Segment.Literal literal) {
      literals.write(literal.bytes());
      first++;
    }
    byte[] before = literals.toByteArray();
    return keys(segments, first, regions).stream().map(key -> Bytes.add(before, key)).toList();
  }

  private static List<byte[]> keys(List<Segment> segments, int first, int regions) {
    Segment segment = first < segments.size() ? segments.get(first) : null;
    if (segment instanceof Segment.Salt salt) {
      return buckets(salt.buckets(), regions);
    }
    if (segment instanceof Segment.OfHash hash) {
      return hash.digest().isHex()
          ? digits(hash.digest().width(), HEX, regions)
          : bytes(hash.digest().width(), regions);
    }
    if (segment instanceof Segment.OfField field
        && (KeyPart<?>) field.source().part() instanceof DigitsPart) {
      return digits(field.source().part().width(), DECIMAL, regions);
    }
    throw new IllegalArgumentException(
        "the key begins with "
            + (segment == null ? "a literal" : segment.describe())
            + ", and how its values are spread is not known: give the split keys one by one, or"
            + " begin with a hash, a salt or digits");
  }

  private static List<byte[]> buckets(int buckets, int regions) {
    checkEnough(regions, BigInteger.valueOf(buckets));
    List<byte[]> keys = new ArrayList<>();
    for (int i = 1; i < regions; i++) {
      keys.add(new byte[] {(byte) (i * buckets / regions)});
    }
    return keys;
  }

  private static List<byte[]> bytes(int width, int regions) {
    int count = Math.min(width, LOOKED_AT);
    checkEnough(regions, BigInteger.ONE.shiftLeft(count * Byte.SIZE));
    byte[] last = new byte[count];
    Arrays.fill(last, (byte) 0xFF);
    byte[][] withEnds = Bytes.split(new byte[0], last, true, regions - 1);
    return List.of(Arrays.copyOfRange(withEnds, 1, regions));
  }

  private static List<byte[]> digits(int width, int radix, int regions) {
    int count = Math.min(width, LOOKED_AT);
    BigInteger all = BigInteger.valueOf(radix).pow(count);
    checkEnough(regions, all);
    BigInteger each = all.divide(BigInteger.valueOf(regions));
    List<byte[]> keys = new ArrayList<>();
    for (int i = 1; i < regions; i++) {
      String key = each.multiply(BigInteger.valueOf(i)).toString(radix);
      keys.add(Bytes.toBytes("0".repeat(count - key.length()) + key));
    }
    return keys;
  }

  private static void checkEnough(int regions, BigInteger values) {
    if (values.compareTo(BigInteger.valueOf(regions)) < 0) {
      throw new IllegalArgumentException(
          regions + " regions cannot be made of " + values + " beginnings of keys");
    }
  }
}
