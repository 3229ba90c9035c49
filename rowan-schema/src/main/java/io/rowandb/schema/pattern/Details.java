package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Given;
import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.details.DetailPages;
import io.rowandb.schema.pattern.details.DetailPlace;
import io.rowandb.schema.pattern.details.DetailScan;
import io.rowandb.schema.pattern.details.DetailStore;
import io.rowandb.schema.pattern.details.RowBatch;
import io.rowandb.schema.table.DetailCursor;
import io.rowandb.schema.table.DetailDesign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The details in one field of one record, without the record. Memory holds a bounded number of
 * them, however many there are. Works the same for details in columns of the record's row and in
 * their own rows. Used by the thread of its table.
 *
 * <p>Adding a detail to a record that does not exist yet creates, with details in columns, a row: a
 * record with nothing else. With details in their own rows, such details are visible only here.
 *
 * <p>Changes are refused with a {@link io.rowandb.schema.table.ChangedDesignException} like those
 * of records, when the table is of another design by now, as one whose records are moved.
 *
 * <p>A removal hides everything written in the millisecond of the removed cell, even if written
 * later. So after the removal of a detail or of its record, a put through the same {@link
 * RecordTable} waits for the next millisecond. If another client learns of a removal and writes
 * within the same millisecond, its write may be lost without notice.
 *
 * @param <D> the detail
 */
public final class Details<D> {
  // Fixed at construction.
  private final WaitingCarrier carrier;
  private final DetailStore<D> store;
  private final DetailDesign<D> design;
  private final DetailPages<D> pages;

  Details(WaitingCarrier carrier, DetailStore<D> store) {
    this.carrier = carrier;
    this.store = store;
    design = store.place().design();
    pages = new DetailPages<>(store.place());
  }

  /** Adds a detail, or replaces that with the same key. */
  public void put(D detail) throws IOException {
    Steps.ended(store.put(List.of(store.place().given(detail))));
  }

  /** The same for many, some hundreds in a step; of those with the same key the last counts. */
  public void putAll(Iterable<D> details) throws IOException {
    SortedMap<byte[], D> some = new TreeMap<>(Arrays::compareUnsigned);
    for (D detail : Given.notNull(details, "what is to be put into " + store.place().name())) {
      some.put(design.key().encode(store.place().given(detail)), detail);
      if (some.size() == RowBatch.ROWS) {
        Steps.ended(store.put(some.values()));
        some.clear();
      }
    }
    if (!some.isEmpty()) {
      Steps.ended(store.put(some.values()));
    }
  }

  /**
   * Removes the current detail with the key of this one.
   *
   * @return whether there was one
   */
  public boolean remove(D detail) throws IOException {
    return Steps.ended(store.remove(store.place().given(detail)));
  }

  /**
   * The detail of a key.
   *
   * @param key the values of the fields that the details' key depends on, in the order of the key
   * @throws IllegalArgumentException when their number or types are wrong
   */
  public Optional<D> get(Object... key) throws IOException {
    List<DetailPages.Keyed<D>> found = read(pages.rangeOf(key), 1);
    return found.isEmpty() ? Optional.empty() : Optional.of(found.get(0).detail());
  }

  /**
   * All of them in the order of their keys, read lazily. Close the stream; this closes its scanner,
   * as does its end.
   *
   * @throws UncheckedIOException from the stream, when HBase fails
   */
  public Stream<D> stream() throws IOException {
    DetailPlace<D> place = Steps.ended(store.look());
    DetailScan cells = DetailScan.open(carrier.opened(place.table()), place, design.range());
    DetailCursor<D> details;
    try {
      details = new DetailCursor<>(design, cells);
    } catch (RuntimeException | Error e) {
      cells.close();
      throw e;
    }
    return EndsByFailure.stream(details, cells::close);
  }

  /**
   * The first page of them.
   *
   * @param size at least 1
   */
  public Page<D> page(int size) throws IOException {
    return page(size, design.range());
  }

  /**
   * The page after an earlier page of the same record.
   *
   * @param token of that page
   * @throws IllegalArgumentException when it is of other details, or none
   */
  public Page<D> page(int size, String token) throws IOException {
    return page(size, pages.behind(token));
  }

  private Page<D> page(int size, KeyRange keys) throws IOException {
    return Page.of(pages, size, read(keys, pages.wanted(size)));
  }

  private List<DetailPages.Keyed<D>> read(KeyRange keys, int wanted) throws IOException {
    return Steps.ended(store.read(keys, wanted));
  }
}
