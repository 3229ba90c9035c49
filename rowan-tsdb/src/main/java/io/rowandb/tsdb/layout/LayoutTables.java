package io.rowandb.tsdb.layout;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.given.RollupTables;
import io.rowandb.tsdb.index.IndexBuild;
import io.rowandb.tsdb.index.TagIndex;
import io.rowandb.tsdb.kept.KeptRollups;
import io.rowandb.tsdb.store.TableFormat;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** The tables of both layouts, and what is noted in them. Used by one thread. */
final class LayoutTables {
  /** An old table and its new one. */
  record Pair(TableName old, TableName target) {}

  /** The family of what is in the place of an old table that is gone. */
  private static final byte[] SIGN = {'m', 'o', 'v', 'e', 'd'};

  private final Connection connection;
  private final LayoutChange change;

  LayoutTables(Connection connection, LayoutChange change) {
    this.connection = connection;
    this.change = change;
  }

  private interface Call<A> {
    A on(Admin admin) throws IOException;
  }

  private <A> A call(Call<A> call) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return call.on(admin);
    }
  }

  /** Rollups and points, which have keys, and no names. */
  List<Pair> withKeys() throws IOException {
    String old = change.tables().data().getNameAsString();
    String target = change.target().data().getNameAsString();
    List<Pair> pairs = new ArrayList<>();
    pairs.add(new Pair(change.tables().data(), change.target().data()));
    Pattern rollups = Pattern.compile(Pattern.quote(old + "-rollup-") + ".*");
    for (TableName each : call(admin -> admin.listTableNames(rollups))) {
      String name = each.getNameAsString();
      pairs.add(new Pair(each, TableName.valueOf(target + name.substring(old.length()))));
    }
    return pairs;
  }

  Pair names() {
    return new Pair(change.tables().uid(), change.target().uid());
  }

  List<Pair> all() throws IOException {
    List<Pair> pairs = new ArrayList<>(withKeys());
    pairs.add(names());
    return pairs;
  }

  TableDescriptor points() throws IOException {
    return call(admin -> admin.getDescriptor(change.tables().data()));
  }

  /**
   * How far it is.
   *
   * @throws IOException when the points are being moved elsewhere
   */
  LayoutPhase phase() throws IOException {
    TableDescriptor points = points();
    Optional<TableName> target = LayoutNotes.target(points);
    if (target.isPresent() && !target.get().equals(change.target().data())) {
      throw new IOException(
          "the points of " + change.tables().data() + " are moved to " + target.get() + " already");
    }
    if (target.isPresent()) {
      checkLayout(call(admin -> LayoutPlace.descriptor(admin, target.get())));
    }
    return LayoutNotes.phase(points);
  }

  /** The old table of points is in a phase from now on, with all its regions. */
  void note(LayoutPhase phase) throws IOException {
    modify(LayoutNotes.in(phase, points(), change.target().data()));
  }

  private void modify(TableDescriptor changed) throws IOException {
    call(
        admin -> {
          admin.modifyTable(changed); // also the same: its regions may be reopened yet
          return null;
        });
  }

  /** Old tables but that of points take no writes, or do. */
  void setReadOnly(boolean readOnly) throws IOException {
    for (Pair each : all()) {
      if (!each.old().equals(change.tables().data())) {
        TableDescriptor there = call(admin -> admin.getDescriptor(each.old()));
        modify(TableDescriptorBuilder.newBuilder(there).setReadOnly(readOnly).build());
      }
    }
  }

  /** Whether nobody can write the old tables, and all know of the move. */
  boolean isFenced() throws IOException {
    TableDescriptor points = points();
    if (LayoutNotes.phase(points) != LayoutPhase.FENCED
        || !LayoutNotes.target(points).equals(Optional.of(change.target().data()))) {
      return false;
    }
    for (Pair each : all()) {
      if (!call(admin -> admin.getDescriptor(each.old())).isReadOnly()) {
        return false;
      }
    }
    return true;
  }

  /**
   * The new tables are whole; that of points last, which is looked at. Rollups that an older
   * program began behind the fence have none: they stay behind, and can be made anew.
   */
  void whole(boolean readOnly) throws IOException {
    List<Pair> all = all();
    for (int i = all.size() - 1; i >= 0; i--) {
      Pair each = all.get(i);
      Optional<TableDescriptor> target =
          call(admin -> LayoutPlace.descriptor(admin, each.target()));
      if (target.isEmpty() && isRollup(each)) {
        continue;
      }
      TableDescriptor there = target.orElseThrow(() -> new TableNotFoundException(each.target()));
      TableDescriptor old = call(admin -> admin.getDescriptor(each.old()));
      modify(LayoutNotes.whole(readOnly ? TableFormat.like(old, there) : there, readOnly));
    }
  }

  private boolean isRollup(Pair pair) {
    return !pair.old().equals(change.tables().data()) && !pair.equals(names());
  }

  /**
   * New tables of a move that has ended take writes, if somebody wrote a descriptor that he had
   * read before. Those that are moved on since then are left alone.
   */
  void wholeAgain() throws IOException {
    Optional<TableDescriptor> points =
        call(admin -> LayoutPlace.descriptor(admin, change.target().data()));
    if (points.map(LayoutNotes::phase).filter(LayoutPhase.NONE::equals).isEmpty()) {
      return;
    }
    for (Pair each : all()) {
      Optional<TableDescriptor> target =
          call(admin -> LayoutPlace.descriptor(admin, each.target()));
      if (target.filter(TableDescriptor::isReadOnly).isPresent()) {
        modify(LayoutNotes.whole(target.get(), false));
      }
    }
  }

  /**
   * Makes the new tables that are not there, like the old ones.
   *
   * @param phase behind the fence some may be whole already, before somebody died
   * @throws TableExistsException when one is there that was not made so
   */
  void create(LayoutPhase phase) throws IOException {
    PointKeyLayout layout = change.layout();
    checkNoIndex();
    for (Pair each : all()) {
      TableDescriptor like = call(admin -> admin.getDescriptor(each.old()));
      TableDescriptor plain =
          TableDescriptorBuilder.newBuilder(each.target())
              .setColumnFamilies(List.of(like.getColumnFamilies()))
              .build();
      create(
          each.target().equals(change.target().data())
              ? LayoutNotes.begun(plain, each.old(), layout)
              : LayoutNotes.begun(plain, each.old()),
          phase == LayoutPhase.FENCED);
    }
  }

  /** One that is left of other tables would not have the series that are copied. */
  private void checkNoIndex() throws IOException {
    TableName index = TagIndex.table(change.target().data());
    boolean isLeft =
        call(admin -> admin.tableExists(index) && !admin.tableExists(change.target().data()));
    if (isLeft) {
      throw new TableExistsException(
          "there is a table " + index + " already; drop it, or give another name");
    }
  }

  private void create(TableDescriptor wanted, boolean mayBeWhole) throws IOException {
    TableName name = wanted.getTableName();
    if (!call(admin -> admin.tableExists(name))) {
      call(
          admin -> {
            admin.createTable(wanted);
            return null;
          });
      return;
    }
    TableDescriptor there = call(admin -> admin.getDescriptor(name));
    if ((LayoutNotes.isWhole(there) && !mayBeWhole)
        || !LayoutNotes.origin(there).equals(LayoutNotes.origin(wanted))) {
      throw new TableExistsException("there is a table " + name + " already; give another name");
    }
    checkLayout(Optional.of(there));
  }

  /** Refuses a new table of points with another layout. */
  private void checkLayout(Optional<TableDescriptor> target) throws IOException {
    Optional<PointKeyLayout> layout = target.flatMap(LayoutNotes::layout);
    if (layout.isPresent() && !LayoutNotes.isSame(layout.get(), change.layout())) {
      throw new IOException(
          "the points of "
              + change.tables().data()
              + " are moved to "
              + change.target().data()
              + " with keys of the layout "
              + LayoutNotes.word(layout.get())
              + " (bytes of salt, buckets, bytes of UIDs), not "
              + LayoutNotes.word(change.layout()));
    }
  }

  /** Refuses tables whose rows are not moved. */
  void checkAllMoves() throws IOException {
    String points = change.tables().data().getNameAsString();
    for (String each : List.of(KeptRollups.MARKS, RollupTables.GROUPED)) {
      if (call(admin -> admin.tableExists(TableName.valueOf(points + each)))) {
        throw new IOException(
            "there is a table "
                + points
                + each
                + ": rollups that are kept or given are not moved to another layout; drop these"
                + " tables first, and make them anew behind the move");
      }
    }
    for (TableName name : List.of(change.tables().tree(), change.tables().meta())) {
      if (call(admin -> admin.tableExists(name)) && hasRow(name)) {
        throw new IOException(
            "table " + name + " has rows; trees and meta data are not moved to another layout");
      }
    }
  }

  private boolean hasRow(TableName name) throws IOException {
    try (Table table = connection.getTable(name);
        ResultScanner rows = table.getScanner(new Scan().setLimit(1))) {
      return rows.next() != null;
    }
  }

  /** The new tables are gone, if they are none that are read. */
  void dropTargets() throws IOException {
    List<Pair> all = all();
    for (int i = all.size() - 1; i >= 0; i--) {
      TableName target = all.get(i).target();
      Optional<TableDescriptor> there = call(admin -> LayoutPlace.descriptor(admin, target));
      if (there.flatMap(LayoutNotes::origin).filter(all.get(i).old()::equals).isPresent()) {
        drop(target);
      }
    }
  }

  void drop(TableName name) throws IOException {
    call(
        admin -> {
          if (admin.tableExists(name)) {
            if (admin.isTableEnabled(name)) {
              admin.disableTable(name);
            }
            admin.deleteTable(name);
          }
          return null;
        });
  }

  /**
   * The old tables are gone, but that of points, which is empty: it leads to the new one and has no
   * family that older programs read. One call makes it so, and its name is never free.
   */
  void dropOld() throws IOException {
    if (call(admin -> admin.tableExists(change.tables().uid()))) {
      checkAllMoves(); // else a drop has begun, and the tables behind may be disabled
    }
    TableName points = change.tables().data();
    for (Pair each : all()) {
      if (!each.old().equals(points)) {
        drop(each.old());
      }
    }
    drop(change.tables().tree());
    drop(change.tables().meta());
    new IndexBuild(connection, points, change.before(), Duration.ZERO, time -> {})
        .drop(); // nobody asks it
    modify(emptied(points()));
  }

  private static TableDescriptor emptied(TableDescriptor points) {
    TableDescriptorBuilder empty = TableDescriptorBuilder.newBuilder(points);
    if (points.hasColumnFamily(SIGN)) {
      return points;
    }
    points.getColumnFamilyNames().forEach(empty::removeColumnFamily);
    return empty.setColumnFamily(ColumnFamilyDescriptorBuilder.of(SIGN)).build();
  }
}
