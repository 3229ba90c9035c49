package io.rowandb.tsdb.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.index.IndexBuild;
import io.rowandb.tsdb.index.TagIndex;
import io.rowandb.tsdb.store.DataPoint;
import io.rowandb.tsdb.store.RangeQuery;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.store.TagFilter;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.junit.jupiter.api.Test;

/** An index of tags beside a move: it belongs to the tables that it was built for. */
class IndexedMoveTest extends LayoutCase {
  private static final PointKeyLayout LAYOUT = PointKeyLayout.DEFAULT;

  private IndexBuild index(TableName points, PointKeyLayout layout) {
    return new IndexBuild(connection, points, layout, Duration.ZERO, time -> {});
  }

  private boolean exists(TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.tableExists(name);
    }
  }

  private static RangeQuery one() {
    return new RangeQuery(
        "cpu",
        BASE * 1_000,
        (BASE + 20 * 3_600L) * 1_000,
        List.of(new TagFilter.OneOf("host", List.of("web7"))));
  }

  private static int points(TimeSeries of) throws IOException {
    return of.store().read(one(), ReadLimits.NONE).stream()
        .mapToInt(each -> each.points().size())
        .sum();
  }

  private static boolean isByIndex(TimeSeries of) throws IOException {
    return of.store().explain(one(), ReadLimits.NONE).byIndex();
  }

  @Test
  void questionsGoOnBeforeAndBehind() throws IOException {
    TimeSeries before = series(LAYOUT);
    List<DataPoint> some = new ArrayList<>();
    for (int host = 0; host < 100; host++) {
      some.add(point("cpu", "web" + host, BASE, host));
    }
    before.put(some);
    index(tables.data(), LAYOUT).build();
    TimeSeries program = series(LAYOUT);
    assertThat(isByIndex(program)).isTrue();
    moveWith(change(LAYOUT, WIDE), step -> assertThat(points(program)).isEqualTo(1)).run();
    assertThat(points(program)).isEqualTo(1);
    assertThat(isByIndex(program)).isFalse();
    program.put(List.of(point("cpu", "web7", BASE + 3_600, 1)));
    index(target.data(), WIDE).build();
    TimeSeries behind = series(LAYOUT);
    assertThat(isByIndex(behind)).isTrue();
    assertThat(points(behind)).isEqualTo(2);
    assertThat(exists(TagIndex.table(tables.data()))).isTrue();
    move(change(LAYOUT, WIDE)).dropOld();
    assertThat(exists(TagIndex.table(tables.data()))).isFalse();
    assertThat(points(behind)).isEqualTo(2);
  }

  @Test
  void anIndexThatIsLeftOfOtherTables() throws IOException {
    fill(series(LAYOUT));
    target.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
    index(target.data(), SALTED).build();
    try (Admin admin = connection.getAdmin()) {
      for (TableName each : List.of(target.data(), target.uid(), target.tree(), target.meta())) {
        admin.disableTable(each);
        admin.deleteTable(each);
      }
    }
    assertThatThrownBy(() -> move(change(LAYOUT, SALTED)).run())
        .isInstanceOf(TableExistsException.class)
        .hasMessageContaining(TagIndex.table(target.data()).getNameAsString());
    index(target.data(), SALTED).drop();
    move(change(LAYOUT, SALTED)).run();
  }

  /** The old one's index would be taken for them, and dropped with it. */
  @Test
  void newTablesThatAreCalledAsAnIndex() {
    TableName index = TagIndex.table(tables.data());
    target = TsdbTables.named(index.getNameAsString());
    assertThatThrownBy(() -> change(LAYOUT, WIDE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(index.getNameAsString());
  }
}
