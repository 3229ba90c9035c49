package io.rowandb.client.meta;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.MetaCellComparator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.Test;

class MetaRowKeysTest {
  private static final String[] TABLES = {"t", "t1", "t-a", "ns:t", "t.b"};

  @Test
  void theExampleOfTheClassHead() {
    assertThat(HexFormat.of().withUpperCase().formatHex(MetaRowKeys.encode(bytes("t,a,7"))))
        .isEqualTo("740001610001" + "37");
  }

  @Test
  void theEmptyRowStaysTheOpenBound() {
    assertThat(MetaRowKeys.encode(new byte[0])).isEmpty();
  }

  @Test
  void roundTripsAnyBytes() {
    long seed = 20_260_001;
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] row = new byte[random.nextInt(12)];
      for (int j = 0; j < row.length; j++) {
        row[j] = (byte) ",\0\1\377,a".charAt(random.nextInt(6));
      }
      assertThat(MetaRowKeys.decode(MetaRowKeys.encode(row))).as("seed %d", seed).isEqualTo(row);
    }
  }

  /** Region names and the bounds that HBase's client makes from tables and rows. */
  @Test
  void keepsTheOrderOfHBasesComparator() {
    long seed = 20_260_002;
    Random random = new Random(seed);
    for (int i = 0; i < 50_000; i++) {
      byte[] left = row(random);
      byte[] right = row(random);
      int expected = MetaCellComparator.META_COMPARATOR.compareRows(left, right);
      int actual = Arrays.compareUnsigned(MetaRowKeys.encode(left), MetaRowKeys.encode(right));
      assertThat(Integer.signum(actual))
          .as("seed %d: %s and %s", seed, printable(left), printable(right))
          .isEqualTo(Integer.signum(expected));
    }
  }

  /** Found by thought: in plain byte order the region of {@code a!} would come before that of a. */
  @Test
  void aStartKeyThatExtendsAnotherByALowByteComesAfterIt() {
    byte[] shorter = bytes("t,a,1");
    byte[] longer = bytes("t,a!,1");
    assertThat(Arrays.compareUnsigned(shorter, longer)).isPositive();
    assertThat(Arrays.compareUnsigned(MetaRowKeys.encode(shorter), MetaRowKeys.encode(longer)))
        .isNegative();
  }

  @Test
  void changesNothingOfACellButItsRow() {
    Cell cell =
        CellCodec.cell(
            bytes("t,a,1"), bytes("info"), bytes("q"), 7, CellType.PUT, bytes("value"), 9);
    Cell stored = MetaRowKeys.encode(cell);
    assertThat(stored.row()).isEqualTo(MetaRowKeys.encode(cell.row()));
    assertThat(stored.family()).isEqualTo(cell.family());
    assertThat(stored.qualifier()).isEqualTo(cell.qualifier());
    assertThat(stored.timestamp()).isEqualTo(7);
    assertThat(stored.type()).isEqualTo(CellType.PUT);
    assertThat(stored.value()).isEqualTo(cell.value());
    assertThat(stored.sequence()).isEqualTo(9);
    assertThat(MetaRowKeys.decode(stored).toString()).isEqualTo(cell.toString());
  }

  private static byte[] row(Random random) {
    TableName table = TableName.valueOf(TABLES[random.nextInt(TABLES.length)]);
    return switch (random.nextInt(4)) {
      case 0 -> table.getName();
      case 1 -> bytes(table.getNameAsString() + " ,,");
      case 2 -> RegionInfo.createRegionName(table, key(random), HConstants.NINES, false);
      default -> RegionInfo.createRegionName(table, key(random), "" + random.nextInt(3), false);
    };
  }

  private static byte[] key(Random random) {
    byte[] key = new byte[random.nextInt(4)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) ",\0\1\377,a!".charAt(random.nextInt(7));
    }
    return key;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String printable(byte[] row) {
    return io.rowandb.engine.cell.Bytes.printable(row);
  }
}
