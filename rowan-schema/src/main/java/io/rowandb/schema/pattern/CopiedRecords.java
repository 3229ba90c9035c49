package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** What the entries of an index have of their records, not verified against them. */
record CopiedRecords<R>(TableDesign<R> design, IndexDesign<R> index, RowSource entries)
    implements Iterator<Found<R>> {
  /**
   * Refuses conditions on what entries have not.
   *
   * @throws IllegalArgumentException naming the field
   */
  static <R> void check(TableDesign<R> design, IndexDesign<R> index, Conditions conditions) {
    if (index.copied().isEmpty()) {
      throw new IllegalArgumentException("index " + index.name() + " has no copies of fields");
    }
    Set<Component> there = new HashSet<>(design.key().held());
    there.addAll(index.key().held());
    there.addAll(index.copied());
    for (Component field : conditions.asked()) {
      if (!there.contains(field)) {
        throw new IllegalArgumentException(
            "there is a condition on "
                + field.name()
                + ", and index "
                + index.name()
                + " has no copy of it");
      }
    }
  }

  @Override
  public boolean hasNext() {
    return entries.hasNext();
  }

  @Override
  public Found<R> next() {
    ScannedRow entry = entries.next();
    Result cells = entry.result();
    byte[] copies = cells.getValue(index.copies().family(), index.copies().qualifier());
    if (copies == null) {
      throw new IllegalStateException(
          "entry "
              + Bytes.toStringBinary(cells.getRow())
              + " of index "
              + index.name()
              + " is of a time before it had copies: write its record again");
    }
    byte[] row = index.row(cells.getRow(), cells.value());
    return new Found<>(
        design.readCopies(index, cells.getRow(), row, copies), entry.range(), cells.getRow());
  }
}
