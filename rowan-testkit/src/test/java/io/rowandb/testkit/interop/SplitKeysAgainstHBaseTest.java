package io.rowandb.testkit.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import io.rowandb.client.SplitKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.RegionSplitter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The split keys are those of HBase's own tool, and the tool works on a store (F99 to F102). */
class SplitKeysAgainstHBaseTest {
  private static final TableName T = TableName.valueOf("test_table");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"HexStringSplit", "DecimalStringSplit", "UniformSplit"})
  void f99_f100_theKeysAreThoseOfHBasesAlgorithm(String algorithm) throws Exception {
    for (int regions : new int[] {2, 3, 4, 7, 10, 16, 60, 100, 257, 1000, 4096}) {
      assertThat(SplitKeys.of(algorithm, regions))
          .as("%s in %d", algorithm, regions)
          .isEqualTo(
              RegionSplitter.newSplitAlgoInstance(new Configuration(false), algorithm)
                  .split(regions));
    }
  }

  @Tag("slow")
  @Test
  void f99_hbasesToolMakesATableOfAStore() throws Exception {
    Configuration conf = Rowan.configuration("mem:region-splitter");
    List<String> arguments = new ArrayList<>(List.of(T.getNameAsString(), "HexStringSplit"));
    arguments.addAll(List.of("-c", "10", "-f", "f1"));
    for (String key : List.of("rowan.path", "hbase.client.connection.impl")) {
      arguments.addAll(List.of("-D", key + "=" + conf.get(key)));
    }
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      RegionSplitter.main(arguments.toArray(new String[0]));
      try (RegionLocator locator = connection.getRegionLocator(T)) {
        byte[][] starts = locator.getStartKeys();
        assertThat(starts.length).isEqualTo(10);
        for (int i = 1; i < starts.length; i++) {
          assertThat(starts[i]).isEqualTo(SplitKeys.hexString(10)[i - 1]);
        }
      }
    }
  }

  @Test
  void f101_f102_keysMayBeGivenOneByOneOrInAFile() throws Exception {
    Path file = Files.writeString(directory.resolve("splits.txt"), "a\nb\n\\x00\\xFF\n");
    byte[][] expected = {Bytes.toBytes("a"), Bytes.toBytes("b"), {0, (byte) 0xFF}};
    assertThat(SplitKeys.ofFile(file)).isEqualTo(expected);
    assertThat(SplitKeys.of(List.of("a", "b", "\\x00\\xFF"))).isEqualTo(expected);
    Files.writeString(file, "a\n\nb\n");
    assertThatThrownBy(() -> SplitKeys.ofFile(file)).hasMessageContaining("splits.txt, line 2");
  }

  @Test
  void whatCannotBeSplitSoIsRefused() {
    assertThatThrownBy(() -> SplitKeys.uniform(1)).hasMessage("regions must be at least 2: 1");
    assertThatThrownBy(() -> SplitKeys.decimalString(100_000_001))
        .hasMessage("100000001 regions cannot be made of 100000000 prefixes");
    assertThatThrownBy(() -> SplitKeys.of("HexSplit", 4)).hasMessageContaining("\"HexSplit\"");
  }
}
