package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * The records that entries of an index name, each once, in the order of the entries. An entry
 * counts only if the record, as it is now, has it: what a writer left behind that died, or that
 * came before a later change, is passed over, and goes when it is old enough ({@link IndexKeeper}).
 *
 * <p>When copies are read, an entry with copies is the record, as it is now; of others the record
 * is looked up all the same, and they are given copies when they are old enough.
 */
final class IndexedRecords<R> implements Iterator<Found<R>> {
  /** Rows that are looked up in the first call; a small limit needs no more. */
  private static final int FIRST_BATCH = 16;

  /** Rows of a later call; each may be some kilobytes. */
  private static final int LAST_BATCH = 256;

  // Fixed at construction.
  private final RecordTable<R> table;
  private final IndexDesign<R> index;
  private final RowSource entries;
  private final boolean copied;

  /** Rows of records that may have more than one entry in the ranges, or had one after another. */
  private final Set<ByteBuffer> seen = new HashSet<>();

  private final boolean mayRepeat;

  private final Deque<Found<R>> found = new ArrayDeque<>();
  private int batch = FIRST_BATCH;

  /**
   * Reads them.
   *
   * @param copied whether only what entries have copies of is wanted
   */
  IndexedRecords(RecordTable<R> table, AccessPath<R> path, RowSource entries, boolean copied) {
    this.table = table;
    this.entries = entries;
    this.copied = copied;
    index = path.index();
    mayRepeat = !index.alternatives().isEmpty() || !isOfOneValue(path);
  }

  /**
   * Refuses to read copies when there are none, or there is a condition on what is not copied.
   *
   * @throws IllegalArgumentException naming the field
   */
  static <R> void checkCopied(TableDesign<R> design, IndexDesign<R> index, Conditions conditions) {
    if (!index.hasCopies()) {
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

  /**
   * Whether all entries have the same fields, so that none is of a record that had another when it
   * was found, and was changed since.
   */
  private static boolean isOfOneValue(AccessPath<?> path) {
    KeySelection selection = path.selection();
    return selection.ranges().size() <= 1
        && selection.next() == null
        && selection.used().containsAll(path.index().key().components());
  }

  @Override
  public boolean hasNext() {
    while (found.isEmpty() && entries.hasNext()) {
      try {
        find();
      } catch (IOException e) {
        entries.close();
        throw new UncheckedIOException(e);
      }
    }
    return !found.isEmpty();
  }

  /** Goes on to the first entry without copies, then looks up a batch of which some may have. */
  private void find() throws IOException {
    List<ScannedRow> taken = new ArrayList<>();
    List<Get> gets = new ArrayList<>();
    while (taken.size() < batch && entries.hasNext()) {
      ScannedRow entry = entries.next();
      if (!hasCopies(entry)) {
        gets.add(table.get(index.row(entry.result()).orElse(entry.result().getRow())));
      } else if (gets.isEmpty()) {
        add(entry, copies(entry));
        return;
      }
      taken.add(entry);
    }
    batch = Math.min(2 * batch, LAST_BATCH);
    lookUp(taken, Arrays.asList(table.table().get(gets)).iterator());
  }

  private boolean hasCopies(ScannedRow entry) {
    return copied && index.cells().copies(entry.result()).isPresent();
  }

  private void lookUp(List<ScannedRow> taken, Iterator<Result> rows) throws IOException {
    List<Result> stale = new ArrayList<>();
    List<IndexKeeper.Seen<R>> withoutCopies = new ArrayList<>();
    for (ScannedRow entry : taken) {
      if (hasCopies(entry)) {
        add(entry, copies(entry));
        continue;
      }
      Optional<R> record = recordOf(entry.result(), rows.next());
      if (record.isEmpty()) {
        stale.add(entry.result());
      } else if (copied) {
        add(entry, index.cells().copiesOf(record.get()));
        withoutCopies.add(new IndexKeeper.Seen<>(entry.result(), record.get()));
      } else {
        add(entry, record.get());
      }
    }
    table.keeper().removeOld(index, stale);
    table.keeper().writeCopies(index, withoutCopies);
  }

  /** The record of a row, if it has the entry. */
  private Optional<R> recordOf(Result entry, Result row) throws IOException {
    if (row.isEmpty() || index.row(entry).isEmpty()) {
      return Optional.empty();
    }
    R record = table.read(row, QuerySettings.NOW);
    return index.has(record, row.getRow(), entry.getRow()) ? Optional.of(record) : Optional.empty();
  }

  private byte[] copies(ScannedRow entry) {
    return index.cells().copies(entry.result()).orElseThrow();
  }

  private byte[] rowOf(ScannedRow entry) {
    return index.row(entry.result()).orElseThrow();
  }

  private void add(ScannedRow entry, byte[] copies) {
    byte[] key = entry.result().getRow();
    add(entry, table.design().readCopies(index, key, rowOf(entry), copies));
  }

  private void add(ScannedRow entry, R record) {
    if (!mayRepeat || seen.add(ByteBuffer.wrap(rowOf(entry)))) {
      found.add(new Found<>(record, entry.range(), entry.result().getRow()));
    }
  }

  @Override
  public Found<R> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more records");
    }
    return found.remove();
  }
}
