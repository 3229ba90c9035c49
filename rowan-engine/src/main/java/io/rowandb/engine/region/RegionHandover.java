package io.rowandb.engine.region;

import java.io.IOException;

/**
 * A region about to be replaced: by regions with its rows (split or merge) or by an empty one.
 *
 * <ol>
 *   <li>From {@link #hold} to {@link #close} no write begins and no file list changes. Readers
 *       continue.
 *   <li>While it is held, everything is in files. So the region's log entries are never needed
 *       again once it is replaced.
 *   <li>After {@link #replaceBy} it refuses everything as closed, except for open scanners.
 * </ol>
 *
 * Used by one thread.
 */
public final class RegionHandover implements AutoCloseable {
  // Fixed at construction.
  private final RegionContent content;
  private final RegionViews views;
  private final RegionFiles files;
  private final RegionWrites writes;

  /** Null before it is held, and after it is closed. */
  private RegionFiles.Standstill held;

  private boolean replaced;

  RegionHandover(RegionContent content, RegionFiles files, RegionWrites writes) {
    this.content = content;
    this.views = content.views();
    this.files = files;
    this.writes = writes;
  }

  /**
   * Flushes while writes continue, so that there is little left to flush when the region is held.
   *
   * @return how many flushes there were
   */
  public int prepare() throws IOException {
    return files.flush() ? 1 : 0;
  }

  /**
   * Holds the region still, and flushes what came since.
   *
   * @return how many flushes there were
   */
  public int hold() throws IOException {
    held = files.hold();
    return held.flushes();
  }

  /** The present view with a pin for the caller; while the region is held it stays the present. */
  RegionView pin() throws RefusedException {
    return views.pin();
  }

  /** Up to when it gave times; final while it is held. */
  long newestMillis() {
    return writes.newestMillis();
  }

  /**
   * Closes the region, because others have its range now and the manifest says so. Its own names of
   * the files go with the last scanner that reads them.
   *
   * @param heir one of those that have its range
   */
  void replaceBy(RegionViews heir) {
    content.retire(heir);
    replaced = true;
  }

  /**
   * The manifest has perhaps or certainly replaced the region, but {@link #replaceBy} was not
   * reached: it accepts no more writes, since they might be lost after the next opening. Does
   * nothing after {@code replaceBy}.
   *
   * @param cause what writers are told, or null
   */
  public void uncertain(IOException cause) {
    if (!replaced) {
      content.refuseWrites(cause);
    }
  }

  /** Lets the region go on, or what waits for it find out that it is closed. */
  @Override
  public void close() {
    if (held != null) {
      held.close();
      held = null;
    }
  }

  /** After {@link #close}: if the region was replaced, returns when none of its work runs. */
  public void awaitEnd() {
    if (replaced) {
      files.awaitEnd();
    }
  }
}
