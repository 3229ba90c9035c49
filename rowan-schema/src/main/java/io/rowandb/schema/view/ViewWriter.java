package io.rowandb.schema.view;

import io.rowandb.schema.pattern.WriteSteps;
import io.rowandb.schema.table.RowChange;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;

/** The steps of a write, of the source and of its views. Used by one thread. */
final class ViewWriter<R> {
  /** Each time another writer was faster; so many in a row are a fault in the program. */
  private static final int MAX_ATTEMPTS = 100;

  // Fixed at construction.
  private final SourceTable<R> source;
  private final List<ViewTable<R, ?>> views;
  private final Set<String> names;
  private final boolean insertOnly;
  private final Clock clock;

  ViewWriter(SourceTable<R> source, List<ViewTable<R, ?>> views, Clock clock) {
    this.source = source;
    this.views = views;
    this.clock = clock;
    names = views.stream().map(each -> each.view().name()).collect(Collectors.toSet());
    insertOnly = views.stream().allMatch(each -> each.view().isInsertOnly());
  }

  void put(R record) throws IOException {
    if (insertOnly) {
      insert(List.of(record));
      return;
    }
    source.design().checkWritten(record);
    byte[] row = source.rowOf(record);
    R canonical = source.design().written(record);
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      SourceRow<R> former = source.read(row);
      ViewMark mark = mark(ViewMark.State.PUT, former, canonical, 0);
      // again, for entries are not to be older than the attempt
      WriteSteps<R> steps = source.prepare(List.of(record));
      steps.checkTime();
      boolean written = isWritten(row, mark, source.replace(former, record, mark));
      steps.settle();
      if (written) {
        writeViews(row, canonical, mark);
        source.removeOtherDetails(row, record, mark);
        end(row, mark);
        return;
      }
    }
    throw tooMany(row);
  }

  /** Writes records into rows that have nothing, all in a call for each step. */
  void insert(List<R> records) throws IOException {
    List<SourceWrite<R>> writes = new ArrayList<>();
    for (R record : records) {
      byte[] row = source.rowOf(record);
      R canonical = source.design().written(record);
      ViewMark mark = mark(ViewMark.State.PUT, SourceRow.absent(row), canonical, 0);
      writes.add(new SourceWrite<>(row, canonical, mark));
    }
    WriteSteps<R> steps = source.prepare(records);
    steps.checkTime();
    source.insert(records, writes);
    steps.settle();
    writeViews(writes);
    source.settle(writes);
  }

  void delete(byte[] row) throws IOException {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      SourceRow<R> former = source.read(row);
      if (former.record().isEmpty() && former.mark().isEmpty()) {
        return;
      }
      ViewMark mark = mark(ViewMark.State.DELETE, former, null, 0);
      if (isWritten(row, mark, source.replace(former, null, mark))) {
        finish(row, null, mark);
        return;
      }
    }
    throw tooMany(row);
  }

  /** A client that asked again for lack of an answer was told that its own mark is another's. */
  private boolean isWritten(byte[] row, ViewMark mark, boolean answer) throws IOException {
    return answer
        || source.read(row).mark().filter(each -> each.token().equals(mark.token())).isPresent();
  }

  /**
   * Does again what a record's view rows need, as a write of its own that leaves the record as it
   * is.
   *
   * @param row as it was read, settled
   * @param atLeast the least time of the write
   * @return whether it did; not when somebody else has written the row
   */
  boolean renew(SourceRow<R> row, long atLeast) throws IOException {
    R record = row.record().orElseThrow();
    ViewMark mark = mark(ViewMark.State.PUT, row, record, atLeast);
    if (!isWritten(row.row(), mark, source.replace(row, null, mark))) {
      return false;
    }
    finish(row.row(), record, mark);
    return true;
  }

  /**
   * {@link #renew} of many rows that have records, in a call for each step.
   *
   * @param atLeast the least time of each row's write
   * @return of which rows it did
   */
  List<Boolean> renewAll(List<SourceRow<R>> rows, List<Long> atLeast) throws IOException {
    List<ViewMark> marks = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      marks.add(renewing(rows.get(i), atLeast.get(i)));
    }
    List<Boolean> answers = source.mark(rows, marks);
    List<Boolean> renewed = new ArrayList<>();
    List<SourceWrite<R>> writes = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      SourceRow<R> row = rows.get(i);
      renewed.add(isWritten(row.row(), marks.get(i), answers.get(i)));
      if (renewed.get(i)) {
        writes.add(new SourceWrite<>(row.row(), row.record().orElseThrow(), marks.get(i)));
      }
    }
    writeViews(writes);
    source.settle(writes);
    return renewed;
  }

  /** The record is the same, and the row settled, so no view row must go. */
  private ViewMark renewing(SourceRow<R> row, long atLeast) {
    row.mark().ifPresent(this::checkViews);
    Map<String, List<byte[]>> doomed = new HashMap<>();
    names.forEach(name -> doomed.put(name, List.of()));
    return new ViewMark(ViewMark.State.PUT, time(row, atLeast), UUID.randomUUID(), doomed);
  }

  /** The mark of a write behind another. */
  private ViewMark mark(ViewMark.State state, SourceRow<R> former, R record, long atLeast) {
    Map<String, List<byte[]>> doomed = new HashMap<>();
    former.mark().ifPresent(this::checkViews);
    for (ViewTable<R, ?> view : views) {
      doomed.put(view.view().name(), doomed(view, former, view.rows(record)));
    }
    return new ViewMark(state, time(former, atLeast), UUID.randomUUID(), doomed);
  }

  private long time(SourceRow<R> former, long atLeast) {
    return Math.max(Math.max(clock.millis(), atLeast), former.latest() + 1);
  }

  private List<byte[]> doomed(
      ViewTable<R, ?> view, SourceRow<R> former, SortedMap<byte[], RowChange> rows) {
    TreeSet<byte[]> doomed = new TreeSet<>(Arrays::compareUnsigned);
    doomed.addAll(view.rows(former.record().orElse(null)).keySet());
    former
        .mark()
        .map(mark -> mark.doomed().getOrDefault(view.view().name(), List.of()))
        .ifPresent(doomed::addAll);
    doomed.removeAll(rows.keySet());
    return new ArrayList<>(doomed);
  }

  /** What is settled here is settled for all views. */
  private void checkViews(ViewMark mark) {
    if (!names.containsAll(mark.doomed().keySet())) {
      throw new IllegalStateException(
          "a row of "
              + source.design().name()
              + " was written with the views "
              + mark.doomed().keySet()
              + ", and this client knows "
              + names
              + ": all writers must declare the same");
    }
  }

  /**
   * A row, when what its mark names has been done, here if nobody else has.
   *
   * @throws IOException also when others write it again and again
   */
  SourceRow<R> settled(byte[] row) throws IOException {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      SourceRow<R> read = source.read(row);
      if (!read.isPending()) {
        return read;
      }
      ViewMark mark = read.mark().orElseThrow();
      checkViews(mark);
      finish(row, mark.state() == ViewMark.State.PUT ? read.record().orElse(null) : null, mark);
    }
    throw tooMany(row);
  }

  /** Rows that exist or not, settled as {@link #settled(byte[])}. */
  List<SourceRow<R>> settled(List<byte[]> rows) throws IOException {
    List<SourceRow<R>> settled = new ArrayList<>();
    for (SourceRow<R> read : source.readAll(rows)) {
      settled.add(read.isPending() ? settled(read.row()) : read);
    }
    return settled;
  }

  private void finish(byte[] row, R record, ViewMark mark) throws IOException {
    writeViews(row, record, mark);
    end(row, mark);
  }

  private void writeViews(byte[] row, R record, ViewMark mark) throws IOException {
    writeViews(List.of(new SourceWrite<>(row, record, mark)));
  }

  private void writeViews(List<SourceWrite<R>> writes) throws IOException {
    for (ViewTable<R, ?> view : views) {
      view.apply(writes);
    }
  }

  private void end(byte[] row, ViewMark mark) throws IOException {
    if (mark.state() == ViewMark.State.DELETE) {
      source.removeDetails(row, mark);
      source.delete(row, mark, Math.max(mark.time(), clock.millis()));
    } else {
      source.settle(row, mark);
    }
  }

  private IOException tooMany(byte[] row) {
    return new IOException(
        "row "
            + Bytes.toStringBinary(row)
            + " of "
            + source.design().name()
            + " was written by others "
            + MAX_ATTEMPTS
            + " times while this client tried to");
  }
}
