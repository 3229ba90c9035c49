package io.rowandb.schema.table;

import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;

/**
 * What a table has to do with views, as a program declares it.
 *
 * @param views the tables of the views of its records; empty when the program does not say, and so
 *     may read records, but not write them where there are views
 * @param source the table whose view it is, for the program that writes that
 */
record ViewRole(Optional<Set<String>> views, Optional<TableName> source) {
  /** Of a program that knows nothing of views. */
  static final ViewRole NONE = new ViewRole(Optional.empty(), Optional.empty());

  /** Of the records that views are made of. */
  static ViewRole sourceOf(Set<String> views) {
    return new ViewRole(Optional.of(Set.copyOf(views)), Optional.empty());
  }

  /** Of a view. */
  static ViewRole viewOf(TableName source) {
    return new ViewRole(Optional.empty(), Optional.of(source));
  }

  /**
   * Whether rows have the times of the source's writes. Then a deletion in a view must not outlive
   * that in the source, which gives the next write a greater time: both tables keep theirs.
   */
  boolean followsTimes() {
    return source.isPresent() || views.filter(each -> !each.isEmpty()).isPresent();
  }

  /** Whether the program writes this view. */
  boolean has(String view) {
    return views.isPresent() && views.get().contains(view);
  }
}
