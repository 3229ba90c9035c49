package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.store.PointStore;
import io.rowandb.tsdb.uid.NoSuchNameException;
import io.rowandb.tsdb.uid.UidsFullException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Writes points, many at a time, so that one that cannot be written harms no other. When the store
 * fails, all of a batch count as not written, though some may be: {@link PointStore} does not say
 * which. They may be sent again, as the same point is the same cell.
 */
final class PointIntake<P> {
  private static final System.Logger LOG = System.getLogger(PointIntake.class.getName());

  /** Writes a batch. */
  interface Writer<P> {
    void put(List<P> points) throws IOException;
  }

  private final Writer<P> writer;
  private final ServerStats stats;

  PointIntake(Writer<P> writer, ServerStats stats) {
    this.writer = writer;
    this.stats = stats;
  }

  /**
   * Writes them.
   *
   * @return for each, why it was not written; null when it was
   */
  List<Exception> write(List<P> points) {
    List<Exception> failures = new ArrayList<>(points.size());
    for (int from = 0; from < points.size(); from += PointStore.MAX_BATCH) {
      int to = Math.min(points.size(), from + PointStore.MAX_BATCH);
      failures.addAll(writeBatch(points.subList(from, to)));
    }
    long failed = failures.stream().filter(each -> each != null).count();
    stats.add(ServerStats.Count.POINTS, points.size() - failed);
    failures.forEach(this::count);
    return failures;
  }

  private List<Exception> writeBatch(List<P> batch) {
    try {
      writer.put(batch);
      return Collections.nCopies(batch.size(), null);
    } catch (NoSuchNameException | UidsFullException | IllegalArgumentException e) {
      // It is one point's fault: the same point again is the same cell.
      return batch.size() == 1 ? List.of(e) : writeEach(batch);
    } catch (IOException e) {
      return Collections.nCopies(batch.size(), e);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "the store failed to write points", e);
      return Collections.nCopies(batch.size(), new IOException(String.valueOf(e.getMessage()), e));
    }
  }

  private List<Exception> writeEach(List<P> batch) {
    List<Exception> failures = new ArrayList<>(batch.size());
    for (P each : batch) {
      failures.addAll(writeBatch(List.of(each)));
    }
    return failures;
  }

  private void count(Exception failure) {
    if (failure instanceof NoSuchNameException) {
      stats.add(ServerStats.Count.UNKNOWN);
    } else if (failure instanceof IOException) {
      stats.add(ServerStats.Count.STORAGE);
    } else if (failure != null) {
      stats.add(ServerStats.Count.ILLEGAL);
    }
  }
}
