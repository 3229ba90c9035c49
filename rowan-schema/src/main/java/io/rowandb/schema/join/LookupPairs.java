package io.rowandb.schema.join;

import io.rowandb.schema.pattern.RecordTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Repeatedly takes a batch of left records and gets the right records by their keys in one call.
 * Keeps the order of the left records. Used by one thread.
 */
final class LookupPairs<L, R> implements Iterator<JoinedPair<L, R>> {
  // Fixed at construction.
  private final Iterator<L> left;
  private final RecordTable<R> right;
  private final JoinFields<L, R> fields;
  private final boolean outer;
  private final int batchRows;

  private final Deque<JoinedPair<L, R>> ready = new ArrayDeque<>();

  LookupPairs(
      Iterator<L> left,
      RecordTable<R> right,
      JoinFields<L, R> fields,
      boolean outer,
      int batchRows) {
    this.left = left;
    this.right = right;
    this.fields = fields;
    this.outer = outer;
    this.batchRows = batchRows;
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && left.hasNext()) {
      try {
        fetch();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return !ready.isEmpty();
  }

  private void fetch() throws IOException {
    List<L> records = new ArrayList<>();
    TreeMap<byte[], Optional<R>> found = new TreeMap<>(Arrays::compareUnsigned);
    while (records.size() < batchRows && left.hasNext()) {
      L record = left.next();
      records.add(record);
      fields.row(record).ifPresent(row -> found.put(row, Optional.empty()));
    }
    if (!found.isEmpty()) {
      List<byte[]> rows = List.copyOf(found.keySet());
      List<Optional<R>> partners = right.getRows(rows);
      for (int i = 0; i < rows.size(); i++) {
        found.put(rows.get(i), partners.get(i));
      }
    }
    for (L record : records) {
      add(record, fields.row(record).flatMap(found::get));
    }
  }

  /** The key may hold a field with a loss, or fewer fields than are joined. */
  private void add(L record, Optional<R> candidate) {
    Optional<R> partner =
        candidate.filter(each -> fields.ofRight(each).equals(fields.ofLeft(record)));
    if (partner.isPresent() || outer) {
      ready.add(new JoinedPair<>(record, partner.orElse(null)));
    }
  }

  @Override
  public JoinedPair<L, R> next() {
    if (!hasNext()) {
      throw new NoSuchElementException("there are no more pairs");
    }
    return ready.remove();
  }
}
