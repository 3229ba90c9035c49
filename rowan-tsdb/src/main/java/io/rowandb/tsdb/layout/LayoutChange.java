package io.rowandb.tsdb.layout;

import io.rowandb.tsdb.codec.PointKeyLayout;
import io.rowandb.tsdb.index.TagIndex;
import io.rowandb.tsdb.store.TsdbTables;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * What is moved where.
 *
 * @param tables that are there
 * @param before the layout of their keys
 * @param target tables that are made
 * @param layout of their keys
 */
public record LayoutChange(
    TsdbTables tables, PointKeyLayout before, TsdbTables target, PointKeyLayout layout) {
  /**
   * Checks it.
   *
   * @throws IllegalArgumentException when nothing changes, or names of both are the same
   */
  public LayoutChange {
    if (LayoutNotes.isSame(before, layout)) {
      throw new IllegalArgumentException(
          "the keys of " + tables.data() + " have that layout: " + LayoutNotes.word(layout));
    }
    Set<TableName> names = names(tables);
    for (TableName each : names(target)) {
      if (names.contains(each) || each.getNameAsString().startsWith(rollups(tables))) {
        throw new IllegalArgumentException(
            "the new tables need other names than those of " + tables.data() + ": " + each);
      }
    }
    for (TableName each : names) {
      if (each.getNameAsString().startsWith(rollups(target))) {
        throw new IllegalArgumentException(
            "the new tables need other names than those of " + tables.data() + ": " + each);
      }
    }
  }

  /**
   * The move that fills some tables, or has filled them; empty when there is none.
   *
   * @param target what was made
   * @param given the layout of the old tables, if they do not say theirs
   * @throws IllegalArgumentException when that is also the one of the new tables
   */
  public static Optional<LayoutChange> begun(
      Connection connection, TsdbTables target, PointKeyLayout given) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      Optional<TableDescriptor> there = LayoutPlace.descriptor(admin, target.data());
      Optional<TableName> from = there.flatMap(LayoutNotes::origin);
      Optional<PointKeyLayout> layout = there.flatMap(LayoutNotes::layout);
      if (from.isEmpty() || layout.isEmpty()) {
        return Optional.empty();
      }
      PointKeyLayout before =
          LayoutPlace.descriptor(admin, from.get()).flatMap(LayoutNotes::layout).orElse(given);
      TsdbTables tables = TsdbTables.named(from.get().getNameAsString());
      return Optional.of(new LayoutChange(tables, before, target, layout.get()));
    }
  }

  private static Set<TableName> names(TsdbTables of) {
    return Set.of(of.data(), of.uid(), of.tree(), of.meta(), TagIndex.table(of.data()));
  }

  private static String rollups(TsdbTables tables) {
    return tables.data().getNameAsString() + "-rollup-";
  }
}
