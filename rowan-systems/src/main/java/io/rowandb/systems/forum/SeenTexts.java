package io.rowandb.systems.forum;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.value.Utf8;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Texts that were seen, each by 64 bits of its digest: 16 to 32 bytes of memory a text, of up to a
 * billion. Two of a million texts are taken for one with a chance of 1 in 40 million. Used by one
 * thread.
 */
final class SeenTexts {
  private static final Digest DIGEST = Digest.md5(Long.BYTES);
  private static final int FIRST_SLOTS = 1 << 10;
  private static final int MOST_SLOTS = 1 << 30;

  /** Open addressing; zero is a free slot. At most half are taken, until there are no more. */
  private long[] slots = new long[FIRST_SLOTS];

  private int size;

  /** Whether it is new. */
  boolean add(String text) {
    if (size >= slots.length / 2 && slots.length < MOST_SLOTS) {
      grow();
    }
    if (size == slots.length - 1) {
      throw new IllegalArgumentException("more than " + size + " posts and comments");
    }
    long hash = hash(text);
    int slot = slot(slots, hash);
    boolean isNew = slots[slot] == 0;
    if (isNew) {
      slots[slot] = hash;
      size++;
    }
    return isNew;
  }

  boolean contains(String text) {
    return slots[slot(slots, hash(text))] != 0;
  }

  private static long hash(String text) {
    long hash = ByteBuffer.wrap(DIGEST.of(Utf8.encode(text))).getLong();
    return hash == 0 ? 1 : hash;
  }

  /** Where it is, or would be. */
  private static int slot(long[] slots, long hash) {
    int slot = (int) hash & (slots.length - 1);
    while (slots[slot] != 0 && slots[slot] != hash) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private void grow() {
    long[] more = new long[2 * slots.length];
    Arrays.stream(slots).filter(hash -> hash != 0).forEach(hash -> more[slot(more, hash)] = hash);
    slots = more;
  }
}
