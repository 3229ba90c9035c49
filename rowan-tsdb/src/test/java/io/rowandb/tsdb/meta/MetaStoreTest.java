package io.rowandb.tsdb.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.MeddledConnection;
import io.rowandb.tsdb.codec.SeriesId;
import io.rowandb.tsdb.store.LimitExceededException;
import io.rowandb.tsdb.store.ReadLimits;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidKind;
import io.rowandb.tsdb.upkeep.MetricDrop;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Meta data that people change, one at a time. */
class MetaStoreTest extends MetaCase {
  private static final MetaNotes SAID = new MetaNotes("CPU", "", "", 0, Optional.empty());

  private byte[] metric() throws IOException {
    put(series, "sys.cpu 1309687200 1 host=web1");
    return uid(UidKind.METRIC, "sys.cpu");
  }

  private MetaStore meddled(MeddledConnection.Action action) {
    return new MetaStore(
        new MeddledConnection(connection, "checkAndMutate", action).connection(),
        series.store(),
        series.uids());
  }

  @Test
  void aNameWithoutSaysNothing() throws Exception {
    byte[] uid = metric();
    assertThat(series.meta().uid(UidKind.METRIC, uid))
        .isEqualTo(new UidMeta(UidKind.METRIC, "000001", "sys.cpu", MetaNotes.NONE));
    assertThatThrownBy(() -> series.meta().uid(UidKind.METRIC, new byte[] {0, 0, 9}))
        .isInstanceOf(NoSuchNameException.class);
    assertThatThrownBy(() -> series.meta().uid(UidKind.METRIC, new byte[] {9}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 bytes");
    assertThatThrownBy(() -> series.meta().delete(UidKind.METRIC, new byte[] {9}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 bytes: 09");
  }

  @Test
  void theLastChangeStaysBehindADeletion() throws Exception {
    byte[] uid = metric();
    for (int i = 0; i < 20; i++) {
      assertThat(series.meta().change(UidKind.METRIC, uid, SAID, false)).isTrue();
      assertThat(series.meta().uid(UidKind.METRIC, uid).notes()).isEqualTo(SAID);
      series.meta().delete(UidKind.METRIC, uid);
      assertThat(series.meta().uid(UidKind.METRIC, uid).notes()).isEqualTo(MetaNotes.NONE);
    }
    assertThat(series.uids().name(UidKind.METRIC, uid)).isEqualTo("sys.cpu");
  }

  @Test
  void ofTwoThatChangeANameOneIsTold() throws Exception {
    byte[] uid = metric();
    MetaNotes other = new MetaNotes("", "other", "", 0, Optional.empty());
    MetaStore late = meddled(() -> series.meta().change(UidKind.METRIC, uid, other, false));
    assertThat(late.change(UidKind.METRIC, uid, SAID, false)).isFalse();
    assertThat(series.meta().uid(UidKind.METRIC, uid).notes()).isEqualTo(other);
    assertThat(late.change(UidKind.METRIC, uid, SAID, false)).isTrue();
    assertThat(series.meta().uid(UidKind.METRIC, uid).notes())
        .isEqualTo(new MetaNotes("CPU", "other", "", 0, Optional.empty()));
    MetaStore later = meddled(() -> series.meta().delete(UidKind.METRIC, uid));
    assertThat(later.change(UidKind.METRIC, uid, SAID, false)).isFalse();
  }

  @Test
  void ofTwoThatChangeASeriesOneIsTold() throws Exception {
    metric();
    SeriesId id = id("sys.cpu", "host", "web1");
    assertThatThrownBy(() -> series.meta().change(id, SeriesMeta.of("", SAID), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no meta data of the series 000001000001000001");
    MetaStore late = meddled(() -> series.meta().create(id, SeriesMeta.of("", MetaNotes.NONE)));
    assertThat(late.create(id, SeriesMeta.of("", SAID))).isFalse();
    MetaStore later =
        meddled(
            () ->
                series
                    .meta()
                    .change(
                        id,
                        SeriesMeta.of("", new MetaNotes("", "d", "", 0, Optional.empty())),
                        false));
    assertThat(later.change(id, SeriesMeta.of("", SAID), false)).isFalse();
    assertThat(series.meta().series(id).orElseThrow().meta().notes().description()).isEqualTo("d");
    series.meta().delete(id);
    assertThat(series.meta().exists(id)).isFalse();
    assertThat(metas()).as("the counter").hasSize(1);
  }

  @Test
  void seriesAreFoundByTheirTagsAsLongAsTheyAreNotTooMany() throws Exception {
    put(
        series,
        "m 1309687200 1 host=web1 site=a",
        "m 1309687200 1 host=web2 site=a",
        "m 1309687200 1 host=web3 site=b",
        "n 1309687200 1 host=web1 site=a");
    new MetaSync(connection, series.store().options(), series.uids()).run();
    series.meta().delete(id("m", "host", "web2", "site", "a"));
    assertThat(found("m", Map.of())).containsExactly("web1", "web3");
    assertThat(found("m", Map.of("site", "a"))).containsExactly("web1");
    assertThat(found("m", Map.of("site", "b", "host", "web1"))).isEmpty();
    assertThatThrownBy(() -> found("m", Map.of("site", "c")))
        .isInstanceOf(NoSuchNameException.class);
    ReadLimits one = new ReadLimits(1, 1 << 20, 10, Duration.ofMinutes(1));
    assertThatThrownBy(() -> series.meta().find("m", Map.of(), one))
        .isInstanceOf(LimitExceededException.class);
  }

  @Test
  void aMetricThatIsDroppedTakesThemAlongWithItsName() throws Exception {
    put(series, "m 1309687200 1 host=web1", "m 1309687200 1 host=web2", "n 1309687200 1 host=web1");
    new MetaSync(connection, series.store().options(), series.uids()).run();
    MetricDrop drop = new MetricDrop(connection, series.store().options(), series.uids());
    SeriesId id = id("m", "host", "web1");
    drop.drop("m", /* namesToo= */ false);
    assertThat(series.meta().exists(id)).isTrue();
    drop.drop("m", /* namesToo= */ true);
    assertThat(metas().keySet()).noneMatch(each -> each.matches("000001.*/ts_.*"));
    assertThat(series.meta().exists(id("n", "host", "web1"))).isTrue();
  }

  /** As behind a move to another layout. */
  @Test
  void withoutTheTableThereAreNoneUntilSomeAreCreated() throws Exception {
    metric();
    SeriesId id = id("sys.cpu", "host", "web1");
    for (int i = 0; i < 3; i++) {
      BackEnd.drop(connection, tables.meta().getNameAsString());
      assertThat(series.meta().series(id)).isEmpty();
      assertThat(series.meta().exists(id)).isFalse();
      assertThat(found("sys.cpu", Map.of())).isEmpty();
      series.meta().delete(id);
      assertThatThrownBy(() -> series.meta().change(id, SeriesMeta.of("", SAID), false))
          .hasMessageContaining("no meta data");
      switch (i) {
        case 0 -> assertThat(series.meta().create(id, SeriesMeta.of("", SAID))).isTrue();
        case 1 -> new MetaSync(connection, series.store().options(), series.uids()).run();
        default ->
            put(
                series.withMeta(new MetaTracking(false, true, true, true)),
                "sys.cpu 1309687260 1 host=web1");
      }
      assertThat(found("sys.cpu", Map.of())).containsExactly("web1");
    }
  }

  private List<String> found(String metric, Map<String, String> tags) throws IOException {
    return series.meta().find(metric, tags, ReadLimits.DEFAULT).stream()
        .map(each -> each.tags().get(1).name())
        .toList();
  }
}
