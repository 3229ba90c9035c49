package io.rowandb.schema.pattern;

/** HBase's time: of two writes in one millisecond, a removal hides the other, even a later one. */
public final class Milliseconds {
  private Milliseconds() {}

  /** Waits until what was written is older than what will be. */
  public static long pass() {
    long last = System.currentTimeMillis();
    while (System.currentTimeMillis() == last) {
      Thread.onSpinWait();
    }
    return last;
  }
}
