package io.rowandb.tsdb.given;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.codec.DamagedDataException;
import io.rowandb.tsdb.codec.PointValue;
import io.rowandb.tsdb.rollup.RollupSpan;
import io.rowandb.tsdb.store.Series;
import io.rowandb.tsdb.store.TsdbTables;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which given points are refused, and with which words. */
class GivenRulesTest {
  private static final RollupTables TABLES = RollupTables.of(TsdbTables.DEFAULT);

  private static GivenRules.Place place(
      long time, String tag, String interval, String aggregator, String groupBy) {
    Map<String, String> tags = tag == null ? Map.of("h", "w") : Map.of("h", "w", "_aggregate", tag);
    return new GivenRules(TABLES)
        .place(
            new GivenPoint(
                Series.of("m", tags), time, PointValue.of(300L), interval, aggregator, groupBy),
            series -> {});
  }

  /** The example of the package's description. */
  @Test
  void anExample() throws DamagedDataException {
    GivenRules.Place place = place(1_309_687_265L, null, "1h", "SUM", "");
    assertThat(place.table()).isEqualTo(TableName.valueOf("tsdb-rollup-1h"));
    assertThat(place.rowSeconds()).isEqualTo(1_309_651_200L);
    assertThat(HexFormat.of().withUpperCase().formatHex(place.qualifier())).isEqualTo("0000A1");
    assertThat(GivenColumn.parse(place.qualifier(), place.value(), TABLES.ids()))
        .contains(new GivenColumn(0, 10, PointValue.of(300L)));
    assertThat(GivenColumn.parse(new byte[] {-1, 0, 0}, new byte[1], TABLES.ids())).isEmpty();
    assertThat(GivenColumn.parse(new byte[] {0, 0}, new byte[1], TABLES.ids())).isEmpty();
    assertThatThrownBy(() -> GivenColumn.parse(place.qualifier(), new byte[3], TABLES.ids()))
        .isInstanceOf(DamagedDataException.class);
  }

  @Test
  void preAggregatesHaveATag() {
    GivenRules.Place plain = place(1_309_687_265L, null, "", "", "sum");
    assertThat(plain.table()).isEqualTo(TableName.valueOf("tsdb-preagg"));
    assertThat(plain.series().tags()).containsEntry("_aggregate", "SUM");
    assertThat(plain.qualifier()).hasSize(2);
    assertThat(place(9, "sUm", "1h", "max", "Sum").series().tags())
        .containsEntry("_aggregate", "SUM");
    assertThat(place(9, null, "1h", "max", "sum").table())
        .isEqualTo(TableName.valueOf("tsdb-rollup-preagg-1h"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      emptyValue = "",
      textBlock =
          """
          1309687265000 | - | 1h | sum | '' | bad timestamp=1309687265000 when trying to add value=[1, 44]/1 to metric=m, tags={h=w}
          -1 | - | 1h | sum | '' | negative  timestamp=-1 when
          9 | SUM | 1h | sum | max | Given tag value for _aggregate of SUM did not match the group by aggregator of max for m
          9 | RAW | 1h | sum | '' | did not match the group by aggregator of null
          9 | - | 1h | sum | bad | Invalid group by aggregator bad with metric m
          9 | - | 1h | sum | avg | Derived group by aggregations are not allowed avg
          9 | - | 1h | avg | '' | No ID found mapping to aggregator: avg
          9 | - | 1h | '' | '' | Aggregator cannot be null or empty.
          9 | - | 7m | sum | '' | No rollups configured for the interval: 7m
          9 | - | '' | sum | '' | Interval cannot be null for a non-group by point
          9 | - | '' | dev | sum | Derived rollup aggregations are not allowed DEV
          9 | - | 1m | sum | '' | The interval 1m is that of the points
          """)
  void refused(
      long time, String tag, String interval, String aggregator, String groupBy, String message) {
    assertThatThrownBy(() -> place(time, tag, interval, aggregator, groupBy))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void configurationsAreChecked() {
    GivenLevel hour = TABLES.level("1h").orElseThrow();
    GivenLevel points = TABLES.defaultLevel();
    assertThat(TABLES.within(7_200).get(0)).isEqualTo(hour);
    assertThat(TABLES.within(30)).isEmpty();
    for (List<GivenLevel> wrong :
        List.of(List.of(hour), List.of(points, points), List.of(points, hour, hour))) {
      assertThatThrownBy(() -> new RollupTables(wrong, Map.of("sum", 0)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (Map<String, Integer> wrong :
        List.of(
            Map.<String, Integer>of(),
            Map.of("sum", 128),
            Map.of("sum", -1),
            Map.of("sum", 1, "max", 1),
            Map.of("nosuch", 1))) {
      assertThatThrownBy(() -> new RollupTables(List.of(points), wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String wrong : List.of("1s", "1d", "10h", "500ms", "", "x", "1500ms")) {
      assertThatThrownBy(
              () -> new GivenLevel(wrong, RollupSpan.DAY, hour.rolled(), hour.grouped(), false))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
