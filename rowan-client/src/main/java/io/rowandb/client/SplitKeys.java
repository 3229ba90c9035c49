package io.rowandb.client;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Computes split keys for {@code Admin.createTable(descriptor, splitKeys)}: those of HBase's tool
 * RegionSplitter, which is only in HBase's server jar, and those of the SPLITS and SPLITS_FILE
 * options of HBase's shell. The keys work on a cluster too.
 */
public final class SplitKeys {
  private static final String LAST_HEX = "FFFFFFFF";
  private static final String LAST_DECIMAL = "99999999";
  private static final byte[] LAST_BYTES = new byte[8];

  static {
    Arrays.fill(LAST_BYTES, (byte) 0xFF);
  }

  private SplitKeys() {}

  /**
   * HexStringSplit: for rows that begin with eight evenly distributed lower-case hexadecimal
   * digits, such as a hash.
   *
   * @param regions the number of regions, at least 2
   */
  public static byte[][] hexString(int regions) {
    return digits(regions, LAST_HEX, 16);
  }

  /**
   * DecimalStringSplit: for rows that begin with eight evenly distributed decimal digits.
   *
   * @param regions the number of regions, at least 2 and at most 100,000,000
   */
  public static byte[][] decimalString(int regions) {
    return digits(regions, LAST_DECIMAL, 10);
  }

  /**
   * UniformSplit: for rows of evenly distributed bytes.
   *
   * @param regions the number of regions, at least 2
   */
  public static byte[][] uniform(int regions) {
    checkRegions(regions);
    byte[][] withEnds = Bytes.split(new byte[0], LAST_BYTES, true, regions - 1);
    return Arrays.copyOfRange(withEnds, 1, regions);
  }

  /**
   * The keys of an algorithm of RegionSplitter by its name, as NUMREGIONS and SPLITALGO of the
   * shell.
   */
  public static byte[][] of(String algorithm, int regions) {
    return switch (algorithm) {
      case "HexStringSplit" -> hexString(regions);
      case "DecimalStringSplit" -> decimalString(regions);
      case "UniformSplit" -> uniform(regions);
      default ->
          throw new IllegalArgumentException(
              "No split algorithm is named \""
                  + algorithm
                  + "\"; there are HexStringSplit, DecimalStringSplit, UniformSplit");
    };
  }

  /**
   * Keys that are given one by one, as SPLITS of the shell.
   *
   * @param keys the first rows of the second and later regions; a byte may be {@code \xNN}
   */
  public static byte[][] of(List<String> keys) {
    return keys.stream().map(Bytes::toBytesBinary).toArray(byte[][]::new);
  }

  /** The keys of a file in UTF-8, one a line and as in {@link #of(List)}: SPLITS_FILE. */
  public static byte[][] ofFile(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    int empty = lines.indexOf("");
    if (empty >= 0) {
      throw new IllegalArgumentException(
          file + ", line " + (empty + 1) + ": a split key must not be empty");
    }
    return of(lines);
  }

  /** As in HBase the last region gets what is left over. */
  private static byte[][] digits(int regions, String last, int radix) {
    checkRegions(regions);
    BigInteger rows = new BigInteger(last, radix).add(BigInteger.ONE);
    BigInteger rowsOfRegion = rows.divide(BigInteger.valueOf(regions));
    if (rowsOfRegion.signum() == 0) {
      throw new IllegalArgumentException(
          regions + " regions cannot be made of " + rows + " prefixes");
    }
    byte[][] keys = new byte[regions - 1][];
    for (int i = 1; i < regions; i++) {
      String key = rowsOfRegion.multiply(BigInteger.valueOf(i)).toString(radix);
      keys[i - 1] = Bytes.toBytes("0".repeat(last.length() - key.length()) + key);
    }
    return keys;
  }

  private static void checkRegions(int regions) {
    if (regions < 2) {
      throw new IllegalArgumentException("regions must be at least 2: " + regions);
    }
  }
}
