package io.rowandb.tsdb.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.tsdb.TimeSeries;
import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.rollup.RollupLevel;
import io.rowandb.tsdb.rollup.Rollups;
import io.rowandb.tsdb.store.FormatConversion;
import io.rowandb.tsdb.store.PointStoreOptions;
import io.rowandb.tsdb.store.TableFormat;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs that change the tables' descriptors beside a move. */
class LayoutFenceTest extends LayoutCase {
  private TableDescriptor descriptor(TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getDescriptor(name);
    }
  }

  private void modify(TableDescriptor changed) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.modifyTable(changed);
    }
  }

  private LayoutMove move() {
    return move(change(PointKeyLayout.DEFAULT, SALTED));
  }

  private String lastComparison() {
    return "Comparing " + tables.uid() + " with " + target.uid();
  }

  private FormatConversion conversion(TsdbTables of, PointKeyLayout layout) {
    PointStoreOptions options = PointStoreOptions.of(of).withLayout(layout);
    return new FormatConversion(connection, options, LATER);
  }

  /** Its note would take those of the move away, or the move the note. */
  @Test
  @Tag("slow")
  void aConversionBesideAMoveIsRefused() throws IOException {
    embeddedAlone();
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    conversion(tables, PointKeyLayout.DEFAULT).pack();
    List<String> points = shown(series);
    List<String> steps = new ArrayList<>();
    moveWith(
            change(PointKeyLayout.DEFAULT, SALTED),
            step -> {
              steps.add(step);
              refused(conversion(tables, PointKeyLayout.DEFAULT));
              refused(conversion(target, SALTED));
            })
        .run();
    assertThat(steps).hasSizeGreaterThan(4).contains("wait");
    assertThat(shown(series)).isEqualTo(points);
    assertThat(TableFormat.of(connection, target.data())).isEqualTo(TableFormat.PACKED);
    assertThat(conversion(target, SALTED).unpack().isComplete()).isTrue();
    assertThat(shown(series)).isEqualTo(points);
  }

  private void refused(FormatConversion conversion) {
    assertThatThrownBy(conversion::unpack)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("are being moved to keys of another layout");
    assertThatThrownBy(conversion::pack).hasMessageContaining("are being moved");
  }

  /** Somebody writes a descriptor that he read before the fence, and points come. */
  @Test
  void theFenceIsTakenAwayDuringTheComparison() throws IOException {
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    TableDescriptor before = descriptor(tables.data());
    List<String> steps = new ArrayList<>();
    moveWith(
            change(PointKeyLayout.DEFAULT, SALTED),
            step -> {
              if (step.equals(lastComparison()) && !steps.contains(step)) {
                modify(before);
                series(PointKeyLayout.DEFAULT).put(List.of(point("cpu", "web1", BASE + 7, 7)));
              }
              steps.add(step);
            })
        .run();
    assertThat(steps.stream().filter(lastComparison()::equals)).hasSize(2);
    assertThat(series(PointKeyLayout.DEFAULT).store().options().tables()).isEqualTo(target);
    assertThat(shown(series)).anyMatch(each -> each.contains((BASE + 7) + "000"));
  }

  /** The table of names is not looked at by programs, but written by them. */
  @Test
  void anotherTableIsMadeWritableDuringTheComparison() throws IOException {
    embeddedAlone();
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    TableDescriptor before = descriptor(tables.uid());
    List<String> steps = new ArrayList<>();
    moveWith(
            change(PointKeyLayout.DEFAULT, SALTED),
            step -> {
              if (step.equals(lastComparison()) && !steps.contains(step)) {
                modify(before);
              }
              steps.add(step);
            })
        .run();
    assertThat(steps.stream().filter(lastComparison()::equals)).hasSize(2);
    assertThat(descriptor(tables.uid()).isReadOnly()).isTrue();
  }

  /** Somebody takes the fence away each time. */
  @Test
  void itEndsAtLast() throws IOException {
    embeddedAlone();
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    List<String> points = shown(series);
    TableDescriptor before = descriptor(tables.data());
    LayoutMove restless =
        moveWith(
            change(PointKeyLayout.DEFAULT, SALTED),
            step -> {
              if (step.equals(lastComparison())) {
                modify(before);
              }
            });
    assertThatThrownBy(restless::run).hasMessageContaining("were made writable 10 times");
    assertThat(shown(series)).isEqualTo(points);
    move().run();
    assertThat(shown(series)).isEqualTo(points);
  }

  /** A descriptor of the new table is written that was read while it was read-only. */
  @Test
  void aNewTableIsNotReadOnlyForEver() throws IOException {
    embeddedAlone();
    fill(series(PointKeyLayout.DEFAULT));
    move().run();
    modify(TableDescriptorBuilder.newBuilder(descriptor(target.data())).setReadOnly(true).build());
    move().run();
    assertThat(descriptor(target.data()).isReadOnly()).isFalse();
    series(PointKeyLayout.DEFAULT).put(List.of(point("cpu", "late", BASE, 7)));
    move().dropOld();
    assertThat(move().run().cells()).isZero();
  }

  /** The same call for a former move does not take the fence of a later one away. */
  @Tag("slow")
  @Test
  void aLaterMoveKeepsItsFence() throws IOException {
    embeddedAlone();
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    move().run();
    List<String> points = shown(series);
    TsdbTables next = TsdbTables.named(tables.data() + "_next");
    moveWith(
            new LayoutChange(target, SALTED, next, WIDE),
            step -> {
              if (step.startsWith("Comparing")) {
                move().run();
                assertThat(descriptor(target.data()).isReadOnly()).isTrue();
                assertThat(descriptor(target.uid()).isReadOnly()).isTrue();
              }
            })
        .run();
    move().run();
    assertThat(descriptor(target.data()).isReadOnly()).isTrue();
    assertThat(shown(series)).isEqualTo(points);
  }

  private void makeRollups() throws IOException {
    TimeSeries old = series(PointKeyLayout.DEFAULT);
    PointStoreOptions options = PointStoreOptions.of(tables);
    new Rollups(connection, options, old.uids(), RollupLevel.of(tables, "10m")).create();
  }

  /** An older program does not know that the tables are moved. */
  @Test
  void rollupsThatAreBegunTooLateStayBehind() throws IOException {
    embeddedAlone();
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    List<String> points = shown(series);
    moveWith(
            change(PointKeyLayout.DEFAULT, SALTED),
            step -> {
              if (step.equals("wait")) {
                makeRollups();
              }
            })
        .run();
    assertThat(shown(series)).isEqualTo(points);
    series.put(List.of(point("cpu", "late", BASE, 7)));
    move().dropOld();
    assertThat(shown(series)).hasSize(points.size() + 1);
  }

  /** They are found by the look behind the comparison, and moved. */
  @Test
  void rollupsThatAreBegunDuringTheComparisonAreMoved() throws IOException {
    embeddedAlone();
    fill(series(PointKeyLayout.DEFAULT));
    List<String> steps = new ArrayList<>();
    moveWith(
            change(PointKeyLayout.DEFAULT, SALTED),
            step -> {
              if (step.equals(lastComparison()) && !steps.contains(step)) {
                makeRollups();
              }
              steps.add(step);
            })
        .run();
    TableName old = TableName.valueOf(tables.data() + "-rollup-10m");
    assertThat(steps).contains("Comparing " + old + " with " + target.data() + "-rollup-10m");
    assertThat(descriptor(old).isReadOnly()).isTrue();
    assertThat(descriptor(TableName.valueOf(target.data() + "-rollup-10m")).isReadOnly()).isFalse();
  }

  private void makeMarks() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(marks())
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("t"))
              .build());
    }
  }

  private TableName marks() {
    return TableName.valueOf(tables.data() + "-marks");
  }

  /** Rollups are kept from some step of the move on. */
  @Test
  void whatIsNotMovedIsFoundAtEachStep() throws IOException {
    embeddedAlone();
    TimeSeries series = series(PointKeyLayout.DEFAULT);
    fill(series);
    List<String> points = shown(series);
    for (String at : List.of("Copying", "Writes", "Comparing")) {
      LayoutMove kept =
          moveWith(
              change(PointKeyLayout.DEFAULT, SALTED),
              step -> {
                if (step.startsWith(at) && !isThere(marks())) {
                  makeMarks();
                }
              });
      assertThatThrownBy(kept::run).as(at).hasMessageContaining("there is a table " + marks());
      assertThat(LayoutNotes.phase(descriptor(tables.data())))
          .isEqualTo(at.equals("Copying") ? LayoutPhase.COPYING : LayoutPhase.FENCED);
      assertThat(shown(series)).isEqualTo(points);
      BackEnd.drop(connection, marks().getNameAsString());
      move().undo();
    }
    move().run();
    makeMarks();
    assertThatThrownBy(move()::dropOld).hasMessageContaining("there is a table " + marks());
    assertThat(isThere(tables.uid())).isTrue();
    BackEnd.drop(connection, marks().getNameAsString());
    move().dropOld();
    assertThat(shown(series)).isEqualTo(points);
  }

  private boolean isThere(TableName name) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.tableExists(name);
    }
  }
}
