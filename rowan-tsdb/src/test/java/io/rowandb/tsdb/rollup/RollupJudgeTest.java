package io.rowandb.tsdb.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import net.opentsdb.rollup.RollupInterval;
import net.opentsdb.rollup.RollupUtils;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

/** Rows and columns of rollups are OpenTSDB's. */
class RollupJudgeTest {
  private static final Map<RollupSpan, String> SPANS =
      Map.of(
          RollupSpan.HOUR, "1h",
          RollupSpan.DAY, "1d",
          RollupSpan.MONTH, "1n",
          RollupSpan.YEAR, "1y");

  @Test
  void rowsAndColumnsAreTheSame() throws IOException {
    Random random = new Random(5);
    int judged = 0;
    for (RollupSpan span : RollupSpan.values()) {
      for (String interval : new String[] {"1m", "10m", "30m", "1h"}) {
        int seconds =
            interval.equals("1h") ? 3_600 : Integer.parseInt(interval.replace("m", "")) * 60;
        int most = span.longestSeconds() / seconds;
        if (most > 4_096 || most < 12) { // what both take
          continue;
        }
        RollupLevel level = new RollupLevel(TableName.valueOf("rolled"), seconds, span);
        RollupInterval theirs =
            RollupInterval.builder()
                .setTable("rolled")
                .setPreAggregationTable("grouped")
                .setInterval(interval)
                .setRowSpan(SPANS.get(span))
                .build();
        for (int i = 0; i < 1_000; i++) {
          judge(level, theirs, random);
          judged++;
        }
      }
    }
    assertThat(judged).isGreaterThan(6_000);
  }

  private static void judge(RollupLevel level, RollupInterval theirs, Random random)
      throws IOException {
    long seconds = random.nextInt(Integer.MAX_VALUE);
    PointValue value =
        switch (random.nextInt(3)) {
          case 0 -> PointValue.of(random.nextLong() >> random.nextInt(64));
          case 1 -> PointValue.of(random.nextFloat());
          default -> PointValue.of(random.nextGaussian());
        };
    RollupKind kind = RollupKind.of((byte) random.nextInt(4)).orElseThrow();
    int base = RollupUtils.getRollupBasetime(seconds, theirs);
    assertThat(level.span().base(seconds)).isEqualTo(base);
    byte[] qualifier =
        RollupUtils.buildRollupQualifier(
            seconds, base, (short) value.columnFlags(), kind.id(), theirs);
    RollupColumn column = new RollupColumn(kind, level.interval(seconds), value);
    assertThat(column.qualifier()).isEqualTo(qualifier);
    assertThat(RollupColumn.parse(qualifier, value.toBytes())).contains(column);
    assertThat(RollupUtils.getTimestampFromRollupQualifier(qualifier, base, theirs, 1) / 1_000)
        .isEqualTo(seconds - seconds % level.intervalSeconds());
  }

  /** The example of the package's description. */
  @Test
  void anExample() throws IOException {
    RollupColumn sum = new RollupColumn(RollupKind.SUM, 10, PointValue.of(1.5));
    assertThat(HexFormat.of().withUpperCase().formatHex(sum.qualifier())).isEqualTo("0000AF");
    assertThat(RollupColumn.parse(new byte[] {9, 0, 0}, new byte[1])).isEmpty();
    assertThat(RollupColumn.parse(new byte[] {0, 0}, new byte[1])).isEmpty();
    assertThatThrownBy(() -> RollupColumn.parse(sum.qualifier(), new byte[7]))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("8 bytes, not 7");
  }

  @Test
  void levelsAreChecked() {
    assertThat(RollupLevel.of(TsdbTables.DEFAULT, "10m"))
        .isEqualTo(new RollupLevel(TableName.valueOf("tsdb-rollup-10m"), 600, RollupSpan.DAY));
    for (String wrong : new String[] {"7m", "2h", "1d", "500ms", "1s", "0m", ""}) {
      assertThatThrownBy(() -> RollupLevel.of(TsdbTables.DEFAULT, wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
