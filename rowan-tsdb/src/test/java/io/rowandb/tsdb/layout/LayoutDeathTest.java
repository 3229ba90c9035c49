package io.rowandb.tsdb.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.DyingConnection;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who moves dies at a call; the next one goes on. */
class LayoutDeathTest extends LayoutCase {
  private interface Work {
    void on(LayoutMove move) throws IOException;
  }

  /** Dies at each call in turn; says how many there are. */
  private int die(boolean isMade, Work prepare, Work work, PointKeyLayout after)
      throws IOException {
    embeddedAlone();
    int call = 0;
    for (boolean died = true; died; call++) {
      anew();
      TimeSeries series = series(PointKeyLayout.DEFAULT);
      fill(series);
      List<String> points = shown(series);
      LayoutChange change = change(PointKeyLayout.DEFAULT, SALTED);
      prepare.on(move(change));
      DyingConnection dying = new DyingConnection(connection, call, isMade);
      died = isDeadAfter(dying, change, work);
      assertThat(shown(series)).as("after call %d", call).isEqualTo(points);
      work.on(move(change));
      TimeSeries now = series(PointKeyLayout.DEFAULT);
      assertThat(now.store().options().layout()).as("after call %d", call).isEqualTo(after);
      assertThat(shown(now)).as("after call %d", call).isEqualTo(points);
      now.put(List.of(point("cpu", "web1", BASE, 1)));
      drop();
    }
    return call;
  }

  private static boolean isDeadAfter(DyingConnection dying, LayoutChange change, Work work)
      throws IOException {
    LayoutMove move =
        new LayoutMove(dying.connection(), change, Duration.ZERO, time -> {}, step -> {});
    if (isAlive(move, work)) {
      assertThat(dying.isDead()).isFalse();
      return false;
    }
    assertThat(dying.isDead()).isTrue();
    return true;
  }

  private static boolean isAlive(LayoutMove move, Work work) {
    try {
      work.on(move);
      return true;
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("dead");
      return false;
    }
  }

  private void anew() throws IOException {
    tables = TsdbTables.named(BackEnd.newTableName("old"));
    target = TsdbTables.named(tables.data() + "_new");
    tables.create(connection, Compression.Algorithm.NONE, TsdbTables.FOREVER);
  }

  @Tag("slow")
  @Test
  void aMoveGoesOn() throws IOException {
    assertThat(die(false, move -> {}, LayoutMove::run, SALTED)).isGreaterThan(20);
    assertThat(die(true, move -> {}, LayoutMove::run, SALTED)).isGreaterThan(20);
  }

  private void stopAtTheFence(LayoutChange change) {
    assertThatThrownBy(
            () ->
                moveWith(
                        change,
                        step -> {
                          if (step.startsWith("Comparing")) {
                            throw new IOException("stop");
                          }
                        })
                    .run())
        .isInstanceOf(UncheckedIOException.class);
  }

  @Tag("slow")
  @Test
  void aDropGoesOn() throws IOException {
    embeddedAlone();
    for (boolean isMade : List.of(false, true)) {
      assertThat(die(isMade, LayoutMove::run, LayoutMove::dropOld, SALTED)).isGreaterThan(6);
    }
  }

  @Tag("slow")
  @Test
  void anUndoingGoesOn() throws IOException {
    embeddedAlone();
    for (boolean isMade : List.of(false, true)) {
      assertThat(
              die(
                  isMade,
                  move -> stopAtTheFence(change(PointKeyLayout.DEFAULT, SALTED)),
                  LayoutMove::undo,
                  PointKeyLayout.DEFAULT))
          .isGreaterThan(5);
    }
  }
}
