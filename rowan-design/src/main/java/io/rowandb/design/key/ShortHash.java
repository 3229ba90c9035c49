package io.rowandb.design.key;

/**
 * Hashes of bytes: Murmur3's of 32 bits, which HBase has too, and one of 64 bits to tell keys apart
 * by. Among 10 million different keys two have the same 64 bits with a chance of 3 in a million.
 */
public final class ShortHash {
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private ShortHash() {}

  /** Murmur3 with seed 0, as Austin Appleby published it (MurmurHash3_x86_32). */
  public static int of32(byte[] data) {
    int hash = 0;
    int whole = data.length & ~3;
    for (int i = 0; i < whole; i += 4) {
      hash ^= mixed(word(data, i));
      hash = Integer.rotateLeft(hash, 13) * 5 + 0xE6546B64;
    }
    int tail = 0;
    for (int i = data.length - 1; i >= whole; i--) {
      tail = (tail << 8) | (data[i] & 0xFF);
    }
    hash ^= whole < data.length ? mixed(tail) : 0;
    hash ^= data.length;
    hash = (hash ^ (hash >>> 16)) * 0x85EBCA6B;
    hash = (hash ^ (hash >>> 13)) * 0xC2B2AE35;
    return hash ^ (hash >>> 16);
  }

  private static int word(byte[] data, int at) {
    return (data[at] & 0xFF)
        | (data[at + 1] & 0xFF) << 8
        | (data[at + 2] & 0xFF) << 16
        | (data[at + 3] & 0xFF) << 24;
  }

  private static int mixed(int word) {
    return Integer.rotateLeft(word * 0xCC9E2D51, 15) * 0x1B873593;
  }

  /** 64 bits of the first {@code length} bytes. */
  public static long of64(byte[] data, int length) {
    long hash = length * PRIME;
    for (int i = 0; i < length; i++) {
      hash = (hash ^ (data[i] & 0xFF)) * 0x100000001B3L;
      hash ^= hash >>> 29;
    }
    return finished(hash);
  }

  /** The hash of what was hashed so far and a text behind it. */
  public static long with(long before, String text) {
    long hash = (before + text.length()) * PRIME;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
      hash ^= hash >>> 29;
    }
    return finished(hash);
  }

  /** The hash of what was hashed so far and a number behind it. */
  public static long with(long before, long number) {
    return finished((before * PRIME) ^ finished(number));
  }

  private static long finished(long from) {
    long hash = from;
    hash = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
    hash = (hash ^ (hash >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return hash ^ (hash >>> 33);
  }
}
