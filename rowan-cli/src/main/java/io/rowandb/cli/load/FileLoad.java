package io.rowandb.cli.load;

import io.rowandb.cli.Failures;
import io.rowandb.cli.source.SourceException;
import io.rowandb.cli.terminal.Figures;
import io.rowandb.cli.terminal.ProgressDisplay;
import io.rowandb.cli.terminal.Terminal;
import io.rowandb.client.store.StoreDisk;
import io.rowandb.engine.Database;
import io.rowandb.engine.bulk.BulkSort;
import io.rowandb.engine.bulk.BulkSort.SortedFile;
import io.rowandb.engine.bulk.BulkSortOptions;
import io.rowandb.engine.bulk.SortStoppedException;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.load.BulkLoad;
import io.rowandb.engine.storefile.StoreFileOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Loads files of lines into a table, and continues where an earlier run stopped.
 *
 * <ol>
 *   <li>Lines are read and sorted. Each time the memory is full, the sorted cells are written,
 *       together with the input position: {@link LineLoadMark}.
 *   <li>The sorted cells are merged into files, one or more for each region and family of the
 *       table.
 *   <li>All files become part of the table in one step, and the working directory is deleted. One
 *       note is written before the hand-over; a second one, that the table has the files, before
 *       the first of them is deleted. With the second note the next run only cleans up, whatever
 *       has happened to the rows since.
 *   <li>If the process was killed between the two notes, the next run asks the table whether it has
 *       the files ({@link LoadedFiles}). The answer is wrong in one case: the table had them, all
 *       of them were compacted, truncated or dropped before the next run, and all sorted files
 *       still exist. Then they are loaded again.
 *   <li>If files are missing and not all are in the table, this is an error, and nothing is
 *       deleted: perhaps they were compacted since, perhaps they were never loaded, or the table
 *       was truncated, dropped, or restored to an earlier state.
 * </ol>
 *
 * Used by one thread.
 */
public final class FileLoad {
  /** Lines between two looks at the clock and the signal. */
  private static final int LINES_PER_LOOK = 1 << 10;

  /** Of the time of merging no more than this is forgotten when it is killed. */
  private static final long NANOS_PER_NOTE = 10_000_000_000L;

  /** How many bad lines are shown; the rest is counted. */
  private static final int SHOWN_BAD_LINES = 5;

  /** What the engine says of a directory that it does not go on with; here more is known. */
  private static final String SORTED_ANEW = "; delete %s, and all is sorted anew";

  // Fixed at construction.
  private final LoadRequest request;
  private final Database database;
  private final LineLoadTable target;
  private final ReadFraction read;
  private final Terminal terminal;
  private final BooleanSupplier stopRequested;
  private final LongSupplier nanoTime;
  private final Clock clock;

  // Written by the one thread that loads.
  private LineLoadMark mark;
  private int shownBadLines;

  /** Loads into an open store. */
  public FileLoad(
      LoadRequest request,
      Database database,
      Terminal terminal,
      BooleanSupplier stopRequested,
      LongSupplier nanoTime,
      Clock clock) {
    this.request = request;
    this.database = database;
    this.target = new LineLoadTable(request, database, terminal);
    this.read = new ReadFraction(request.files());
    this.terminal = terminal;
    this.stopRequested = stopRequested;
    this.nanoTime = nanoTime;
    this.clock = clock;
  }

  /**
   * Does it, or what is left of it.
   *
   * @return false when it was stopped before the end
   */
  public boolean run(Executor executor) throws IOException {
    target.check();
    String job = request.job(database.id());
    try (BulkSort sort =
        BulkSort.open(StoreDisk.ofProgram(), request.work(), options(), executor)) {
      mark = markOf(sort, job);
      if (!sort.isMerging() && !sort(sort)) {
        terminal.line(
            "stopped after " + Figures.count(mark.lines()) + " lines; the same command goes on");
        return false;
      }
      finish(sort);
      return true;
    } catch (SortStoppedException e) {
      terminal.line("stopped while merging; the same command goes on");
      return false;
    } catch (CorruptFileException e) {
      throw e.file().startsWith(request.work()) ? withAWayOut(e) : e;
    }
  }

  /** Nothing in the working directory is needed: all of it can be sorted anew. */
  private CorruptFileException withAWayOut(CorruptFileException damage) {
    boolean mayBeLoaded = mark == null || mark.handOver() != LineLoadMark.HandOver.NOT_BEGUN;
    CorruptFileException told =
        new CorruptFileException(
            damage.file(),
            damage.offset(),
            damage.what().replace(SORTED_ANEW.formatted(request.work()), "")
                + ". "
                + (mayBeLoaded
                    ? "Look first whether table " + request.table() + " has the rows already. "
                    : "")
                + request.howToGoOn());
    told.initCause(damage);
    return told;
  }

  private BulkSortOptions options() throws IOException {
    Map<String, StoreFileOptions> families = new TreeMap<>(target.fileOptions());
    families.keySet().retainAll(request.columns().families());
    return new BulkSortOptions(
        families, request.memoryBytes(), BulkSortOptions.USUAL_MAX_FILE_BYTES, clock.millis());
  }

  private LineLoadMark markOf(BulkSort sort, String job) throws IOException {
    List<String> inputs = request.inputs();
    byte[] noted = sort.mark();
    if (noted.length == 0) {
      long time = request.timeMillis() < 0 ? clock.millis() : request.timeMillis();
      return LineLoadMark.start(job, inputs, time);
    }
    LineLoadMark found = LineLoadMark.decode(noted, request.work());
    if (!found.job().equals(job) || found.inputs().size() != inputs.size()) {
      throw new SourceException(
          request.work()
              + " has another load that is not finished: "
              + found.job()
              + ". Finish it, delete the directory, or give another --work");
    }
    requireUnchanged(found, inputs);
    terminal.line("going on after " + Figures.counted(found.lines(), "line"));
    return found;
  }

  /** Also of a load that is done: who runs its command again may mean the lines of now. */
  private void requireUnchanged(LineLoadMark found, List<String> inputs) throws SourceException {
    boolean done = found.handOver() == LineLoadMark.HandOver.DONE;
    for (int i = 0; i < inputs.size(); i++) {
      String before = found.inputs().get(i);
      if (!inputs.get(i).equals(before)) {
        throw new SourceException(
            request.files().get(i)
                + " has changed since the load began that is in "
                + request.work()
                + (done ? " and of which the table got all rows" : " and not finished")
                + ": it had "
                + before
                + ", and has "
                + inputs.get(i)
                + ". Delete the directory to load it from its first line, or give another --work");
      }
    }
  }

  /** Reads the rest of the lines; false when it was stopped. */
  private boolean sort(BulkSort sort) throws IOException {
    LineLoadMark before = mark;
    long start = nanoTime.getAsLong();
    ProgressDisplay progress = new ProgressDisplay(terminal, "sorting", "line", nanoTime);
    progress.continuesFrom(mark.lines(), read.until(mark.file(), mark.position()));
    LineCells cells =
        new LineCells(
            request.columns(),
            request.indexes(),
            request.separator(),
            request.skipEmpty(),
            sort::add);
    boolean whole = false;
    try {
      while (mark.file() < request.files().size()) {
        if (!readFile(sort, cells, before, start, progress)) {
          return false;
        }
      }
      sort.spill(mark.encode());
      progress.finish(mark.lines());
      whole = true;
      return true;
    } finally {
      if (!whole) {
        progress.abandon();
      }
    }
  }

  private boolean readFile(
      BulkSort sort, LineCells cells, LineLoadMark before, long start, ProgressDisplay progress)
      throws IOException {
    int index = mark.file();
    Path file = request.files().get(index);
    long lines = mark.lines();
    long badLines = mark.badLines();
    try (LineReader reader = LineReader.open(file, mark.position())) {
      boolean more = reader.next();
      while (more) {
        long at = reader.position();
        String fault = cells.take(reader.buffer(), reader.start(), reader.end(), mark.timeMillis());
        lines++;
        if (fault != null) {
          badLines++;
          bad(file, at, fault, badLines);
        }
        more = reader.next();
        boolean look = lines % LINES_PER_LOOK == 0;
        if (!more || sort.isFull() || (look && stopRequested.getAsBoolean())) {
          long nanos = before.nanos() + nanoTime.getAsLong() - start;
          mark = advanced(more ? at : -1, lines, badLines, before.cells() + cells.cells(), nanos);
          if (more) {
            sort.spill(mark.encode());
          }
        }
        if (look) {
          if (stopRequested.getAsBoolean()) {
            return false;
          }
          progress.update(lines, read.until(index, at));
        }
      }
    }
    if (mark.file() == index) { // it has no line
      mark = advanced(-1, lines, badLines, before.cells() + cells.cells(), mark.nanos());
    }
    return true;
  }

  /** As far as a place in the file at hand, or behind it all when that is -1. */
  private LineLoadMark advanced(long position, long lines, long badLines, long cells, long nanos) {
    return new LineLoadMark(
        mark.job(),
        mark.inputs(),
        mark.timeMillis(),
        position < 0 ? mark.file() + 1 : mark.file(),
        Math.max(0, position),
        lines,
        lines - badLines,
        cells,
        badLines,
        nanos,
        mark.mergeNanos(),
        mark.handOver());
  }

  private void bad(Path file, long behind, String fault, long count) throws SourceException {
    String line = file + ": the line before byte " + behind + ": " + fault;
    if (count > request.maxBadLines()) {
      throw new SourceException(
          line + "; that makes more bad lines than the " + request.maxBadLines() + " of --max-bad");
    }
    if (shownBadLines++ < SHOWN_BAD_LINES) {
      terminal.line(line);
    }
  }

  private void finish(BulkSort sort) throws IOException {
    if (mark.handOver() == LineLoadMark.HandOver.DONE) {
      removeLoaded(sort, "the table got all rows in an earlier run");
      return;
    }
    // asked before a dropped table is made again
    if (mark.handOver() == LineLoadMark.HandOver.BEGUN
        && target.has(sort.finished(), /* asked= */ true)) {
      takeForLoaded(sort);
      return;
    }
    List<SortedFile> files = merge(sort);
    long mergedAt = nanoTime.getAsLong();
    if (target.has(files, mark.handOver() == LineLoadMark.HandOver.BEGUN)) {
      takeForLoaded(sort);
      return;
    }
    FileLimit.check(files, request.maxFilesPerStore());
    long bytes = 0;
    List<BulkLoad.SourceFile> sources = new ArrayList<>();
    for (SortedFile file : files) {
      bytes += Files.size(file.path());
      sources.add(new BulkLoad.SourceFile(file.family(), file.path()));
    }
    int loaded = sources.isEmpty() ? 0 : handOver(sort, sources);
    long loadedAt = nanoTime.getAsLong();
    note(sort, LineLoadMark.HandOver.DONE);
    remove(sort);
    new LineLoadReport(
            request.table().toString(),
            mark,
            request.indexes().size(),
            loadedAt - mergedAt,
            loaded,
            bytes)
        .lines()
        .forEach(terminal::line);
  }

  private void takeForLoaded(BulkSort sort) throws IOException {
    note(sort, LineLoadMark.HandOver.DONE);
    removeLoaded(sort, "the table has the rows already");
  }

  private void removeLoaded(BulkSort sort, String why) {
    terminal.line(why + "; the working directory goes");
    remove(sort);
  }

  private List<SortedFile> merge(BulkSort sort) throws IOException {
    long before = mark.mergeNanos() - nanoTime.getAsLong();
    LongSupplier spent = () -> before + nanoTime.getAsLong();
    List<byte[]> starts = target.starts(sort, mark.goodLines());
    ProgressDisplay progress = new ProgressDisplay(terminal, "merging", "line", nanoTime);
    double cells = Math.max(1.0, (double) mark.cells() * sort.mergesLeft());
    List<SortedFile> files;
    try {
      files =
          sort.merge(
              starts,
              () -> {
                double fraction = Math.min(1, (double) sort.cellsMerged() / cells);
                progress.update(Math.round((double) mark.goodLines() * fraction), fraction);
                long nanos = spent.getAsLong();
                if (nanos - mark.mergeNanos() >= NANOS_PER_NOTE) {
                  note(sort, nanos);
                }
                return !stopRequested.getAsBoolean();
              });
    } catch (SortStoppedException e) {
      note(sort, spent.getAsLong());
      throw e;
    }
    note(sort, spent.getAsLong());
    progress.finish(mark.goodLines());
    return files;
  }

  private void note(BulkSort sort, long mergeNanos) throws IOException {
    mark = mark.withMergeNanos(mergeNanos);
    sort.note(mark.encode());
  }

  private void note(BulkSort sort, LineLoadMark.HandOver handOver) throws IOException {
    mark = mark.with(handOver);
    sort.note(mark.encode());
  }

  /** The table has all rows, so that what is left in the directory is no failure of the load. */
  private void remove(BulkSort sort) {
    try {
      sort.remove();
    } catch (IOException e) {
      terminal.line(
          "the table has all rows, but the working directory "
              + request.work()
              + " could not be removed and is of no use any more: "
              + Failures.oneLine(e));
    }
  }

  private int handOver(BulkSort sort, List<BulkLoad.SourceFile> sources) throws IOException {
    note(sort, LineLoadMark.HandOver.BEGUN);
    return target.load(sources);
  }
}
