package io.rowandb.load;

import io.rowandb.engine.bulk.BulkSort;
import io.rowandb.engine.bulk.BulkSort.SortedFile;
import io.rowandb.engine.bulk.BulkSortOptions;
import io.rowandb.engine.bulk.MergedCells;
import io.rowandb.engine.bulk.SortWatch;
import io.rowandb.engine.cell.Cell;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.hadoop.hbase.TableName;

/**
 * The sort of the cells of one table, with its progress. Used by one thread, but {@link #merge} by
 * another.
 */
final class SortedTable implements Closeable {
  private final TableName name;
  private final Path directory;
  private final LoadTarget target;
  private final BulkSort sort;
  private LoadMark mark;

  private SortedTable(TableName name, Path directory, LoadTarget target, BulkSort sort)
      throws IOException {
    this.name = name;
    this.directory = directory;
    this.target = target;
    this.sort = sort;
    mark = sort.mark().length == 0 ? null : LoadMark.decode(sort.mark(), directory);
  }

  /** Begins in a directory of its own, or goes on. */
  static SortedTable open(
      TableName name, Path directory, LoadTarget target, BulkSortOptions options, Executor executor)
      throws IOException {
    BulkSort sort = BulkSort.open(target.disk(), directory, options, executor);
    SortedTable opened = null;
    try {
      opened = new SortedTable(name, directory, target, sort);
      return opened;
    } finally {
      if (opened == null) {
        sort.close();
      }
    }
  }

  TableName name() {
    return name;
  }

  /** Where it is; null before anything is on disk. */
  LoadMark mark() {
    return mark;
  }

  /** Begins a load, of which nothing is on disk yet. */
  void begin(LoadMark start) {
    mark = start;
  }

  void add(Cell cell) {
    sort.add(cell);
  }

  boolean isFull() {
    return sort.isFull();
  }

  /** What was added is written in the background, up to here. */
  void spill(LoadMark upTo) throws IOException {
    sort.spill(upTo.encode());
    mark = upTo;
  }

  /** Whether finished files are gone that the table has not been given. */
  boolean lacksFiles() throws IOException {
    if (mark.handedOver()) {
      return false;
    }
    for (SortedFile file : sort.finished()) {
      if (!target.disk().exists(file.path())) {
        return true;
      }
    }
    return false;
  }

  /** Gives all cells another time: they are merged once more. */
  void retime(long timeMillis) throws IOException {
    LoadMark later = mark.timed(timeMillis);
    sort.unmerge(later.encode());
    mark = later;
  }

  /** Merges what is not merged. */
  void merge(List<byte[]> starts, MergedCells cells, SortWatch watch) throws IOException {
    sort.merge(sort.isMerging() ? sort.starts() : starts, cells, watch);
  }

  LoadTarget.TableFiles files() {
    return new LoadTarget.TableFiles(name, sort.finished(), sort.files(), this::noteHanded);
  }

  private void noteHanded() throws IOException {
    LoadMark handed = mark.handed();
    sort.note(handed.encode());
    mark = handed;
  }

  /** Bytes of its finished files. */
  long bytes() {
    return sort.finished().stream().mapToLong(file -> file.digest().bytes()).sum();
  }

  /** Deletes all of it. */
  void remove() throws IOException {
    sort.remove();
  }

  @Override
  public void close() throws IOException {
    sort.close();
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}
