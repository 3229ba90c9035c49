package io.rowandb.engine.wal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.DataKey;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameSeal;
import io.rowandb.engine.lock.SpinLock;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The log of one database: assigns sequence ids and makes entries durable.
 *
 * <ol>
 *   <li>Sequence ids rise by one with each {@link #append}; entries are in the files in that order.
 *   <li>An entry is in the files completely or not at all, whatever failed.
 *   <li>When {@link #sync} returns, the entry is as safe as requested; when it throws, the entry
 *       may be replayed only if the log has failed for good ({@link WalFailedException}).
 *   <li>After a failed force, or a failed write that could not be undone, nothing is known about
 *       the files' end: all later calls throw until the log is opened again.
 * </ol>
 *
 * <b>Group commit.</b> Appending copies the entry into a buffer under the append lock. A thread
 * that waits for its entry takes the write lock and writes the whole buffer, while others fill the
 * second one; a thread whose entry another has written is done. Forcing works the same way: one
 * thread has the force turn and forces for all that wait, see {@link ForceTurn}.
 *
 * <p><b>An encrypted segment</b> ends with the first failed write, since its remains must not be
 * overwritten ({@link WalSegment#isSpent}). The next writer then first starts the next segment; the
 * buffer goes there.
 *
 * <p><b>Locks</b>, in this order: force turn, write lock, append lock. The append lock is held for
 * copying, never while a file is touched, except by large entries and by {@link #roll}.
 *
 * <p>Safe for use by many threads. An interrupt does not end a wait and is not lost. The database
 * opens it once and closes it.
 */
public final class Wal implements Closeable {
  /**
   * A writer does not start a new segment until one is so many times too long: maintenance does.
   */
  private static final int WRITERS_PATIENCE = 2;

  // Fixed at construction.
  private final WalOptions options;
  private final WalLedger ledger;
  private final OldSegments old;
  private final SegmentWriter writer;
  private final WalFailures failures;
  private final ForceTurn forceTurn;
  private final UnforcedTime unforced;
  private final SpinLock writeLock = new SpinLock();
  private final SpinLock appendLock = new SpinLock();

  @GuardedBy("appendLock")
  private WalBuffer filling = new WalBuffer();

  @GuardedBy("appendLock")
  private FrameSeal seal;

  @GuardedBy("appendLock")
  private long lastSequence;

  @GuardedBy("appendLock")
  private boolean closed;

  @GuardedBy("writeLock")
  private WalBuffer writing = new WalBuffer();

  // Written under the write lock.
  private volatile long writtenSequence;

  private Wal(
      WalOptions options,
      WalLedger ledger,
      OldSegments old,
      WalSegment segment,
      long lastSequence) {
    this.options = options;
    this.ledger = ledger;
    this.old = old;
    this.failures = new WalFailures();
    this.writer = new SegmentWriter(old, failures, segment, this::note);
    this.seal = writer.seal();
    this.lastSequence = lastSequence;
    this.writtenSequence = lastSequence;
    this.forceTurn = new ForceTurn(lastSequence, System::nanoTime);
    this.unforced =
        new UnforcedTime(
            TimeUnit.MILLISECONDS.toNanos(options.maxUnforcedMillis()), System::nanoTime);
  }

  /**
   * Continues a log that was just read, or starts one where there is none. Forces what was read,
   * and writes nothing before the first entry.
   *
   * @param nextSequence the first sequence id to hand out; above all that the log knows of
   * @param recovered what {@link WalReplay#replay} of the same directory gave
   * @param ledger is told when a segment begins, before the first entry in it counts, and when
   *     segments are no longer needed, before they are deleted
   * @throws io.rowandb.engine.io.MissingKeyException when it is to be encrypted and there is no
   *     master key
   */
  public static Wal open(
      FileSystem fileSystem,
      Path logDirectory,
      WalOptions options,
      long nextSequence,
      WalReplay recovered,
      WalLedger ledger)
      throws IOException {
    if (nextSequence <= recovered.lastSequence()) {
      throw new IllegalArgumentException(
          "nextSequence " + nextSequence + " must be above " + recovered.lastSequence());
    }
    FileSystem files = WalFormat.files(fileSystem);
    if (files.keys().encryptsLog()) {
      // Tried now, so that the first write does not find it missing.
      byte[] unused = files.keys().wrap(DataKey.random(), FileKeys.Use.LOG);
    }
    files.createDirectories(logDirectory);
    for (Path unused : recovered.unused()) {
      if (!options.keepsOldSegments() || !recovered.isOld(unused)) {
        files.delete(unused);
        files.forceDirectory(logDirectory);
      }
    }
    List<WalReplay.Segment> segments = recovered.segments();
    WalReplay.Segment last = segments.isEmpty() ? null : segments.get(segments.size() - 1);
    if (last != null) {
      // Forced in its present length: the next segment's header will say that so much is on disk.
      files.force(last.file());
      files.forceDirectory(logDirectory); // its writer may have died before its name was on disk
    }
    long number = recovered.nextSegment();
    WalFormat.Header header =
        last == null
            ? WalFormat.Header.first(number, nextSequence, options)
            : WalFormat.Header.after(last, number, nextSequence, options);
    return new Wal(
        options,
        ledger,
        new OldSegments(files, logDirectory, recovered, number),
        new WalSegment(files, logDirectory, header, options),
        nextSequence - 1);
  }

  /**
   * Puts the mutations of one region into the log's buffer as one entry: replayed whole or not at
   * all. Those with {@link Durability#SKIP_WAL} are left out. The buffers are copied.
   *
   * @return the sequence id of all of them; handed out also when nothing was logged
   * @throws IllegalArgumentException when the cells together are longer than an entry may be
   * @throws IOException when no sequence id was handed out and nothing was logged
   */
  public long append(long regionNumber, List<RowMutation> mutations) throws IOException {
    long cellBytes = loggedBytes(mutations);
    if (cellBytes > WalFormat.MAX_CELL_BYTES) {
      throw new IllegalArgumentException(
          "Cells of " + cellBytes + " bytes in one write, at most " + WalFormat.MAX_CELL_BYTES);
    }
    if (cellBytes > WalBuffer.MAX_ENTRY_BYTES) {
      return appendLarge(regionNumber, mutations, (int) cellBytes);
    }
    for (; ; ) {
      appendLock.lock();
      try {
        refuseWhenUnusable();
        if (cellBytes == 0) {
          return ++lastSequence;
        }
        if (filling.hasRoom(cellBytes)) {
          long forced = writer.forcedBytes();
          filling.add(seal, lastSequence + 1, regionNumber, mutations, (int) cellBytes, forced);
          return ++lastSequence;
        }
      } finally {
        appendLock.unlock();
      }
      throwIfNotWritten(writeAll());
    }
  }

  /**
   * Returns when the entry with this sequence id is as safe as {@code durability} says.
   *
   * @throws WalFailedException when it is unknown whether the entry is in the log
   * @throws IOException when it is not, and will not be
   */
  public void sync(long sequence, Durability durability) throws IOException {
    switch (durability) {
      case SKIP_WAL, ASYNC_WAL -> {}
      case SYNC_WAL -> {
        write(sequence);
        if (unforced.isOver()) {
          force(sequence);
        }
      }
      case FSYNC_WAL -> {
        write(sequence);
        force(sequence);
      }
    }
    if (durability != Durability.SKIP_WAL) {
      require(ledger::requireOwner);
    }
  }

  /** What the ledger says of the log's owner. */
  @FunctionalInterface
  private interface OwnerCheck {
    void make() throws IOException;
  }

  /** Ends the log when it is another's. */
  private void require(OwnerCheck check) throws WalFailedException {
    try {
      check.make();
    } catch (IOException | InternalError e) { // the record is mapped, and may be cut off
      failures.end("it has another owner", e);
      failures.refuseAfterEnd();
    }
  }

  /**
   * Writes and forces what is not on disk yet, and starts a new segment when the current one is
   * long enough. Called at least once in the longest time an acknowledged write may stay unforced.
   *
   * @throws IOException also when entries without a waiting thread (ASYNC_WAL) could not be written
   */
  public void forceIfDirty() throws IOException {
    require(ledger::requireRecord);
    IOException notWritten = writeAll();
    force(writtenSequence);
    mark();
    rollIfLongerThan(options.segmentBytes());
    throwIfNotWritten(notWritten);
  }

  /**
   * Writes what is not written yet, without forcing it.
   *
   * @return whether every entry from this sequence id on is written; those that could not be were
   *     taken back, and after the log's end nothing is known
   */
  public boolean hasWritten(long first) {
    try {
      return writeAll() == null && failures.noneFrom(first);
    } catch (WalFailedException e) {
      return false; // every writer is told so
    }
  }

  /** The last sequence id handed out. */
  public long lastSequence() {
    appendLock.lock();
    try {
      return lastSequence;
    } finally {
      appendLock.unlock();
    }
  }

  /** Ends the present segment, forced; the next entry starts a new one. */
  public void roll() throws IOException {
    rollIfLongerThan(0);
  }

  /**
   * Deletes the segments, but the present one, that hold only entries up to this sequence id. Does
   * nothing after {@link #close}.
   */
  public void release(long sequence) throws IOException {
    old.release(sequence, this::note);
  }

  private void note() throws IOException {
    ledger.note(writer::extent);
  }

  /** The sequence id to pass to {@link #release} so that the oldest segment is released. */
  public long oldestSequence() {
    return old.oldestSequence();
  }

  /** The length of all segments together. */
  public long bytes() {
    return writer.bytes();
  }

  /** Bytes of entries handed to the operating system since the log was opened. */
  public long bytesWritten() {
    return writer.bytesWritten();
  }

  /** Writes and forces everything; later appends fail. Twice does nothing. */
  @Override
  public void close() throws IOException {
    if (!beginClose()) {
      return;
    }
    old.close();
    IOException notWritten = null;
    try {
      if (!failures.ended()) {
        notWritten = writeAll();
        force(writtenSequence);
        mark();
      }
    } finally {
      forceTurn.take();
      try {
        writer.close();
      } finally {
        forceTurn.give(0);
      }
    }
    throwIfNotWritten(notWritten);
  }

  /**
   * Closes without writing or forcing what waits, as the death of the process would; all later
   * calls fail.
   */
  public void abandon() throws IOException {
    failures.end("it was abandoned", new IOException("what was not written is given up"));
    close();
  }

  private boolean beginClose() {
    appendLock.lock();
    try {
      boolean first = !closed;
      closed = true;
      return first;
    } finally {
      appendLock.unlock();
    }
  }

  private static long loggedBytes(List<RowMutation> mutations) {
    long bytes = 0;
    for (int i = 0; i < mutations.size(); i++) { // an iterator would be garbage
      RowMutation mutation = mutations.get(i);
      if (mutation.durability() != Durability.SKIP_WAL) {
        bytes += mutation.limit();
      }
    }
    return bytes;
  }

  /** Returns when the entry is written, by this thread or another. */
  private void write(long sequence) throws IOException {
    if (lockUnlessWritten(sequence)) {
      try {
        if (writtenSequence < sequence) {
          failures.refuseAfterEnd();
          drain();
        }
      } finally {
        writeLock.unlock();
      }
    }
    failures.check(sequence);
    rollIfLongerThan(WRITERS_PATIENCE * options.segmentBytes());
  }

  /** Takes the write lock, unless the entry is found written before. */
  private boolean lockUnlessWritten(long sequence) throws WalFailedException {
    for (int spin = 0; spin < SpinLock.SPINS; spin++) {
      if (writtenSequence >= sequence) {
        return false;
      }
      if (writeLock.tryLock()) {
        if (!writer.isSpent()) {
          return true;
        }
        writeLock.unlock();
        break;
      }
      Thread.onSpinWait();
    }
    lockToWrite();
    return true;
  }

  /** Takes the write lock once the present segment can be written. */
  private void lockToWrite() throws WalFailedException {
    writeLock.lock();
    while (writer.isSpent()) {
      writeLock.unlock();
      rollIfLongerThan(Long.MAX_VALUE);
      writeLock.lock();
    }
  }

  /** Writes what waits in the buffer; returns why that failed, or null. */
  private IOException writeAll() throws WalFailedException {
    lockToWrite();
    try {
      failures.refuseAfterEnd();
      return drain();
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Exchanges the buffers and writes the full one. Afterwards each of its entries is written, or
   * known as failed, or the log has ended.
   *
   * @return why its entries could not be written, or null
   */
  @GuardedBy("writeLock")
  private IOException drain() {
    WalBuffer full;
    long last;
    appendLock.lock();
    try {
      full = filling;
      filling = writing;
      writing = full;
      last = lastSequence;
    } finally {
      appendLock.unlock();
    }
    IOException error = null;
    if (full.limit() > 0) {
      error = writer.write(full.bytes(), full.limit(), List.of());
      full.clear();
      unforced.written();
    }
    if (error != null) {
      failures.add(writtenSequence + 1, last, error);
    }
    writtenSequence = last;
    return error;
  }

  /** Appends an entry too large for the buffers, and writes it from where it stands. */
  private long appendLarge(long regionNumber, List<RowMutation> mutations, int cellBytes)
      throws IOException {
    lockToWrite();
    try {
      appendLock.lock();
      try {
        refuseWhenUnusable();
        throwIfNotWritten(drain());
        byte[] head =
            WalBuffer.head(
                seal, lastSequence + 1, regionNumber, mutations, cellBytes, writer.forcedBytes());
        throwIfNotWritten(writer.write(head, head.length, mutations));
        unforced.written();
        writtenSequence = ++lastSequence;
        return lastSequence;
      } finally {
        appendLock.unlock();
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** Returns when the entry, which is written, is on disk. */
  private void force(long sequence) throws WalFailedException {
    if (forceTurn.takeUnlessForced(sequence)) {
      long forced = 0;
      try {
        failures.refuseAfterEnd();
        unforced.forcing();
        long upTo = writtenSequence;
        writer.force();
        forced = upTo;
      } finally {
        forceTurn.give(forced);
      }
    }
    failures.refuseAfterEnd();
  }

  /** Protects what was forced last by a frame that says so, unless entries follow anyway. */
  private void mark() throws IOException {
    lockToWrite();
    try {
      appendLock.lock();
      try {
        if (filling.limit() == 0 && writer.wantsMark()) {
          filling.addMark(seal, writer.forcedBytes());
          IOException error = writer.mark(filling.bytes(), filling.limit());
          filling.clear();
          throwIfNotWritten(error);
        }
      } finally {
        appendLock.unlock();
      }
    } finally {
      writeLock.unlock();
    }
  }

  /**
   * Starts the next segment if the present one is so long, or spent. Forces most of it while
   * writers go on, the rest while they wait.
   */
  private void rollIfLongerThan(long bytes) throws WalFailedException {
    if (!mustRoll(bytes)) {
      return;
    }
    forceTurn.take();
    long forced = 0;
    try {
      failures.refuseAfterEnd();
      writer.force();
      writeLock.lock();
      try {
        if (mustRoll(bytes)) { // nobody was faster
          startSegment();
          forced = writtenSequence;
        }
      } finally {
        writeLock.unlock();
      }
    } finally {
      forceTurn.give(forced);
    }
  }

  private boolean mustRoll(long bytes) {
    return writer.isSpent() || writer.isLongerThan(bytes);
  }

  /** With the force turn. */
  @GuardedBy("writeLock")
  private void startSegment() throws WalFailedException {
    appendLock.lock();
    try {
      if (!writer.isSpent()) {
        drain();
      }
      failures.refuseAfterEnd();
      unforced.forcing();
      writer.startNext(writtenSequence);
      seal = writer.seal();
      filling.sealAgain(seal, writer.forcedBytes());
    } finally {
      appendLock.unlock();
    }
  }

  private void throwIfNotWritten(IOException error) throws IOException {
    if (error != null) {
      failures.refuseAfterEnd();
      throw WalFailures.notWritten(error);
    }
  }

  @GuardedBy("appendLock")
  private void refuseWhenUnusable() throws IOException {
    failures.refuseAfterEnd();
    if (closed) {
      throw new IOException("The log is closed");
    }
  }
}
