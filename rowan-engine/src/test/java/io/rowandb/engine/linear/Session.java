package io.rowandb.engine.linear;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.HookedFileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.linear.Request.Kind;
import io.rowandb.engine.settings.DatabaseOptions;
import io.rowandb.engine.stats.DatabaseStats;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A database, and histories of calls on its rows, one after the other, while it is flushed,
 * compacted, split and merged without a pause. Used by one thread, which ends it.
 */
final class Session implements AutoCloseable {
  /** A history, and what the rows had before it. */
  record History(Rows before, List<Operation> operations) {}

  /** Makes what calls. */
  interface Callers {
    Caller on(Database database, TableName table, int rows);
  }

  static final int THREADS = 8;
  static final int ROWS = 3;
  private static final TableName TABLE = TableName.of("t");

  // Fixed at construction.
  private final Mode mode;
  private final Random random;
  private final Database database;
  private final Caller caller;
  private final List<Requests> requests = new ArrayList<>();
  private final Disturbance disturbance;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Future<?> disturbed;

  /** An empty table, disturbed from now on. */
  Session(Mode mode, Callers callers, long seed) throws IOException {
    this.mode = mode;
    this.random = new Random(seed);
    HookedFileSystem files = new HookedFileSystem(new MemoryFileSystem());
    AtomicLong changes = new AtomicLong();
    files.hook((operation, path) -> Disturbance.letOthersRun(changes.incrementAndGet()));
    this.database =
        Database.open(
            DatabaseOptions.builder(Path.of("/store"))
                .fileSystem(files)
                .clock(mode == Mode.MILLISECONDS ? Clock.systemUTC() : new TickingClock())
                .backgroundThreads(1)
                .build());
    database.createTable(
        new TableDescriptor(
            TABLE, List.of(new FamilyDescriptor(Caller.FAMILY, Map.of("VERSIONS", "1"))), Map.of()),
        List.of());
    this.caller = callers.on(database, TABLE, ROWS);
    for (int i = 0; i < THREADS; i++) {
      requests.add(new Requests(mode, ROWS, i, new Random(random.nextLong())));
    }
    this.disturbance = new Disturbance(database, TABLE, new Random(random.nextLong()));
    this.disturbed =
        threads.submit(
            () -> {
              disturbance.run();
              return null;
            });
  }

  /** Where a region may be split: before any row but the first. */
  static byte[] splitRow(Random random) {
    return ("r" + (1 + random.nextInt(ROWS - 1))).getBytes(UTF_8);
  }

  /** Runs a history; at its end every row is read once more. */
  History run() throws Exception {
    Rows before = Rows.empty(ROWS);
    for (int row = 0; row < ROWS; row++) {
      before = before.with(row, caller.read(row));
    }
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<Future<List<Operation>>> running = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      running.add(threads.submit(calls(i, start)));
    }
    List<Operation> operations = new ArrayList<>();
    for (Future<List<Operation>> thread : running) {
      operations.addAll(thread.get());
    }
    for (int row = 0; row < ROWS; row++) {
      operations.add(caller.call(THREADS, Request.of(Kind.GET, row)));
    }
    return new History(before, operations);
  }

  /** How many flushes, compactions, splits and merges there were so far. */
  long disturbances() {
    return disturbance.done();
  }

  /** How many of them were splits and merges. */
  long regroupings() {
    return disturbance.regrouped();
  }

  @Override
  public void close() throws IOException {
    disturbance.stop();
    try {
      disturbed.get();
    } catch (ExecutionException e) {
      throw new IOException("a flush, compaction, split or merge failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted in closing");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      // Its threads are idle: every history waited for its calls.
      threads.shutdown();
      DatabaseStats stats = database.stats();
      database.close();
      assert stats.backgroundFailures() == 0 : stats.lastBackgroundFailure();
    }
  }

  private Callable<List<Operation>> calls(int thread, CyclicBarrier start) {
    return () -> {
      List<Operation> operations = new ArrayList<>(mode.callsOfAThread());
      start.await();
      for (int i = 0; i < mode.callsOfAThread(); i++) {
        operations.add(caller.call(thread, requests.get(thread).next()));
      }
      return operations;
    };
  }
}
