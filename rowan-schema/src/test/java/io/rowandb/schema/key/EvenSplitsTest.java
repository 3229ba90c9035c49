package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.RegionSplitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Split keys from declarations: for hashes those of HBase's own RegionSplitter. */
class EvenSplitsTest {
  record Reading(String sensor, long number) {}

  private static RowKeyBuilder<Reading> key() {
    return RowKey.of(Reading.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 16, 200})
  void hashesAreSplitAsHBaseDoes(int regions) {
    RowKey<Reading> bytes =
        key().hash(Digest.md5(16), Reading::sensor).lossy(Reading::sensor).build();
    RowKey<Reading> hex =
        key().hash(Digest.md5(16).hex(), Reading::sensor).lossy(Reading::sensor).build();
    RowKey<Reading> digits = key().part(Reading::number, Parts.digits(8)).build();
    assertThat(array(bytes, regions))
        .isDeepEqualTo(new RegionSplitter.UniformSplit().split(regions));
    assertThat(array(hex, regions))
        .isDeepEqualTo(new RegionSplitter.HexStringSplit().split(regions));
    assertThat(array(digits, regions))
        .isDeepEqualTo(new RegionSplitter.DecimalStringSplit().split(regions));
  }

  private static byte[][] array(RowKey<Reading> key, int regions) {
    return key.evenSplits(regions).toArray(byte[][]::new);
  }

  @Test
  void bucketsOfASaltAreShared() {
    RowKey<Reading> key = key().salt(6).part(Reading::sensor).build();
    assertThat(key.evenSplits(6)).extracting(row -> (int) row[0]).containsExactly(1, 2, 3, 4, 5);
    assertThat(key.evenSplits(4)).extracting(row -> (int) row[0]).containsExactly(1, 3, 4);
    assertThat(key.evenSplits(1)).isEmpty();
    assertThatThrownBy(() -> key.evenSplits(7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("7 regions cannot be made of 6");
  }

  @Test
  void literalsStandBeforeTheSplits() {
    RowKey<Reading> key = key().literal("D-").part(Reading::number, Parts.digits(2)).build();
    assertThat(key.evenSplits(4))
        .extracting(Bytes::toString)
        .containsExactly("D-25", "D-50", "D-75");
  }

  @Test
  void whatNobodyKnowsTheSpreadOfIsRefused() {
    assertThatThrownBy(() -> key().part(Reading::sensor).build().evenSplits(4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the key begins with sensor")
        .hasMessageContaining("is not known");
    assertThatThrownBy(() -> key().part(Reading::sensor).build().evenSplits(0))
        .hasMessageContaining("at least 1 region, not 0");
  }
}
