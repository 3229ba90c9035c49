package io.rowandb.tsdb.store;

import io.rowandb.tsdb.codec.DuplicateRule;
import io.rowandb.tsdb.codec.PointKeyLayout;
import org.apache.hadoop.hbase.TableName;

/**
 * What a store goes by.
 *
 * @param tables where the points are
 * @param layout of their keys
 * @param duplicates which point of a millisecond counts, when rows are read or compacted
 * @param maxTags of a series that is written, 1 to 100; OpenTSDB's default is 8
 * @param createNames whether names that are new get UIDs; else a point with one is refused
 * @param appends whether points are appended to one column of their row, or have one each
 */
public record PointStoreOptions(
    TsdbTables tables,
    PointKeyLayout layout,
    DuplicateRule duplicates,
    int maxTags,
    boolean createNames,
    boolean appends) {
  /** OpenTSDB's tables and limits; the last write counts; new names get UIDs. */
  public static final PointStoreOptions DEFAULT = of(TsdbTables.DEFAULT);

  /** Checks it. */
  public PointStoreOptions {
    if (maxTags < 1 || maxTags > 100) {
      throw new IllegalArgumentException("a series may have 1 to 100 tags: " + maxTags);
    }
  }

  /** The defaults, on other tables. */
  public static PointStoreOptions of(TsdbTables tables) {
    return new PointStoreOptions(
        tables, PointKeyLayout.DEFAULT, DuplicateRule.LAST, 8, true, false);
  }

  /** With another rule. */
  public PointStoreOptions withDuplicates(DuplicateRule rule) {
    return new PointStoreOptions(tables, layout, rule, maxTags, createNames, appends);
  }

  /** With other keys. */
  public PointStoreOptions withLayout(PointKeyLayout other) {
    return new PointStoreOptions(tables, other, duplicates, maxTags, createNames, appends);
  }

  /** With another table of the points, or of what has the same keys. */
  public PointStoreOptions withData(TableName table) {
    return new PointStoreOptions(
        new TsdbTables(table, tables.uid(), tables.tree(), tables.meta()),
        layout,
        duplicates,
        maxTags,
        createNames,
        appends);
  }

  /** With points appended to one column, or not. */
  public PointStoreOptions withAppends(boolean other) {
    return new PointStoreOptions(tables, layout, duplicates, maxTags, createNames, other);
  }

  /** With names that must have UIDs already, or not. */
  public PointStoreOptions withCreateNames(boolean other) {
    return new PointStoreOptions(tables, layout, duplicates, maxTags, other, appends);
  }
}
