package io.rowandb.engine.wal;

import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.io.FileSystem;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The log of one database. */
public final class Wal implements Closeable {
  private Wal() {}

  /**
   * Continues a log that was just read, or starts one where there is none.
   *
   * @param nextSequence the first sequence id to hand out; above all that the log knows of
   * @param recovered what {@link WalReplay#replay} of the same directory gave
   */
  public static Wal open(
      FileSystem fileSystem,
      Path logDirectory,
      WalOptions options,
      long nextSequence,
      WalReplay recovered)
      throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Puts the mutations of one region into the log's buffer as one entry: replayed whole or not at
   * all. Those with {@link Durability#SKIP_WAL} are left out. The buffers are copied.
   *
   * @return the sequence id of all of them; handed out also when nothing was logged
   */
  public long append(long regionNumber, List<RowMutation> mutations) throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Returns when the entry with this sequence id is as safe as {@code durability} says. */
  public void sync(long sequence, Durability durability) throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }

  /**
   * Writes and forces what is not on disk yet, and starts a new segment when the present one is
   * long enough. Called at least once in the longest time an acknowledged write may stay unforced.
   */
  public void forceIfDirty() throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }

  /** The last sequence id handed out. */
  public long lastSequence() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Ends the present segment, forced; the next entry starts a new one. */
  public void roll() throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Deletes the segments, but the present one, that hold only entries up to this sequence id. */
  public void release(long sequence) throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }

  /** The length of all segments together. */
  public long bytes() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Bytes of entries handed to the operating system since the log was opened. */
  public long bytesWritten() {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Writes and forces everything; later appends fail. Twice does nothing. */
  @Override
  public void close() throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }
}
