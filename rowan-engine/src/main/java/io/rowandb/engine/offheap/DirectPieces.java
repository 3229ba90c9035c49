package io.rowandb.engine.offheap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * A bounded number of off-heap pieces of one size. Stored content takes as many pieces as it needs,
 * anywhere, so memory never fragments: as long as enough pieces are free, there is room for
 * anything.
 *
 * <p>Memory is taken from the virtual machine in arenas of many pieces, when the first piece of an
 * arena is needed, and released by {@link #close}, after which the collector frees it.
 *
 * <p>All methods but {@link #read} are called under one lock of the owner. A thread may read
 * without it, but must then ask the owner whether the pieces stayed allocated to it throughout;
 * otherwise it may have read anything, though never outside of the arenas.
 */
public final class DirectPieces {
  /**
   * Bytes of a piece: half of one is lost on average for each thing that is kept. Smaller ones cost
   * more of the heap, four bytes a piece, and more calls to copy.
   */
  public static final int PIECE_BYTES = 1 << 10;

  private static final int PIECE_WORDS = PIECE_BYTES / Long.BYTES;

  // Fixed at construction.
  private final int arenaPieces;
  private final IntFunction<ByteBuffer> source;

  // Guarded by the owner's lock; arenas are also read without it.
  private final Arena[] arenas;
  private int arenaLimit;

  /** Pieces that were never taken begin here. */
  private int fresh;

  /** Pieces that were given back: the first {@code freeCount}. */
  private int[] free = new int[0];

  private int freeCount;

  /**
   * A part of the memory. Its fields are final so that a thread that finds it without the lock
   * finds its buffers whole.
   */
  private record Arena(ByteBuffer bytes, LongBuffer words) {
    static Arena of(ByteBuffer memory) {
      ByteBuffer bytes = memory.order(ByteOrder.nativeOrder());
      return new Arena(bytes, bytes.asLongBuffer());
    }
  }

  /**
   * Nothing is taken yet.
   *
   * @param bytes the bound; rounded down to whole arenas
   * @param arenaBytes of an arena; a multiple of {@link #PIECE_BYTES}
   * @param source gives a buffer of so many bytes, or throws an OutOfMemoryError: {@link
   *     ByteBuffer#allocateDirect}
   */
  public DirectPieces(long bytes, int arenaBytes, IntFunction<ByteBuffer> source) {
    this.arenaPieces = arenaBytes / PIECE_BYTES;
    this.source = source;
    this.arenas = new Arena[(int) (bytes / arenaBytes)];
    this.arenaLimit = arenas.length;
  }

  /** The number of pieces for this many bytes. */
  public static int count(long bytes) {
    return (int) ((bytes + PIECE_BYTES - 1) / PIECE_BYTES);
  }

  /** The bound; it sinks when the virtual machine does not give what was hoped for. */
  public long maxBytes() {
    return (long) arenaLimit * arenaPieces * PIECE_BYTES;
  }

  /** Bytes that were taken from the virtual machine. */
  public long allocatedBytes() {
    long count = Arrays.stream(arenas).filter(arena -> arena != null).count();
    return count * arenaPieces * PIECE_BYTES;
  }

  /**
   * Takes this many pieces, which belong to the caller until it gives them back; null if there are
   * not enough.
   */
  public int[] take(int count) {
    if (freeCount + (long) arenaLimit * arenaPieces - fresh < count) {
      return null;
    }
    int[] taken = new int[count];
    int again = Math.min(count, freeCount);
    freeCount -= again;
    System.arraycopy(free, freeCount, taken, 0, again);
    for (int i = again; i < count; i++) {
      if (fresh % arenaPieces == 0 && !allocate(fresh / arenaPieces)) {
        give(Arrays.copyOf(taken, i));
        return null;
      }
      taken[i] = fresh++;
    }
    return taken;
  }

  /** Takes an arena from the virtual machine, or ends the hope for more. */
  private boolean allocate(int arena) {
    try {
      arenas[arena] = Arena.of(source.apply(arenaPieces * PIECE_BYTES));
      return true;
    } catch (OutOfMemoryError e) {
      // Others have what the virtual machine grants: this goes on with what there is.
      System.getLogger(DirectPieces.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "Of "
                  + arenas.length
                  + " MB outside of the heap only "
                  + arena
                  + " MB could be had: "
                  + e.getMessage());
      arenaLimit = arena;
      return false;
    }
  }

  /** Takes pieces back; the array must not be used any more. */
  public void give(int[] pieces) {
    if (freeCount + pieces.length > free.length) {
      free = Arrays.copyOf(free, Math.max(freeCount + pieces.length, 2 * free.length));
    }
    System.arraycopy(pieces, 0, free, freeCount, pieces.length);
    freeCount += pieces.length;
  }

  /** Fills pieces: first the words, then the bytes. */
  public void write(int[] pieces, long[] words, byte[] bytes) {
    for (int at = 0; at < words.length; at += PIECE_WORDS) {
      int piece = pieces[at / PIECE_WORDS];
      arena(piece)
          .words
          .put(start(piece) / Long.BYTES, words, at, Math.min(PIECE_WORDS, words.length - at));
    }
    int from = words.length * Long.BYTES;
    for (int at = 0; at < bytes.length; ) {
      int piece = pieces[(from + at) / PIECE_BYTES];
      int inside = (from + at) % PIECE_BYTES;
      int length = Math.min(PIECE_BYTES - inside, bytes.length - at);
      arena(piece).bytes.put(start(piece) + inside, bytes, at, length);
      at += length;
    }
  }

  /**
   * Copies what was written; both arrays have the lengths they had then.
   *
   * @return false when some of it was certainly not this thread's to read
   */
  public boolean read(int[] pieces, long[] words, byte[] bytes) {
    for (int at = 0; at < words.length; at += PIECE_WORDS) {
      int piece = pieces[at / PIECE_WORDS];
      Arena arena = arena(piece);
      if (arena == null) {
        return false;
      }
      arena.words.get(
          start(piece) / Long.BYTES, words, at, Math.min(PIECE_WORDS, words.length - at));
    }
    int from = words.length * Long.BYTES;
    for (int at = 0; at < bytes.length; ) {
      int piece = pieces[(from + at) / PIECE_BYTES];
      Arena arena = arena(piece);
      if (arena == null) {
        return false;
      }
      int inside = (from + at) % PIECE_BYTES;
      int length = Math.min(PIECE_BYTES - inside, bytes.length - at);
      arena.bytes.get(start(piece) + inside, bytes, at, length);
      at += length;
    }
    return true;
  }

  private Arena arena(int piece) {
    return arenas[piece / arenaPieces];
  }

  /** Where a piece starts in its arena. */
  private int start(int piece) {
    return piece % arenaPieces * PIECE_BYTES;
  }

  /** Releases all memory; nothing can be taken any more. */
  public void close() {
    Arrays.fill(arenas, null);
    arenaLimit = 0;
    fresh = 0;
    freeCount = 0;
    free = new int[0];
  }
}
