package io.rowandb.schema.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.UnaryOperator;

/**
 * The first bytes of a hash, used to spread rows over regions or to represent a long field.
 * Immutable; used by any number of threads.
 */
public final class Digest {
  private static final int MD5_BYTES = 16;
  private static final int SHA256_BYTES = 32;
  private static final UnaryOperator<byte[]> MD5 = jdk("MD5");
  private static final UnaryOperator<byte[]> SHA256 = jdk("SHA-256");

  // Fixed at construction.
  private final String name;
  private final UnaryOperator<byte[]> hash;
  private final int hashBytes;
  private final boolean hex;

  private Digest(String name, UnaryOperator<byte[]> hash, int hashBytes, boolean hex) {
    this.name = name;
    this.hash = hash;
    this.hashBytes = hashBytes;
    this.hex = hex;
  }

  /** The first 1 to 16 bytes of MD5 (RFC 1321). */
  public static Digest md5(int byteCount) {
    return of("MD5", MD5, byteCount, MD5_BYTES);
  }

  /** The first 1 to 32 bytes of SHA-256 (FIPS 180-4). */
  public static Digest sha256(int byteCount) {
    return of("SHA-256", SHA256, byteCount, SHA256_BYTES);
  }

  /**
   * The first 1 to 16 bytes of MurmurHash3_x64_128 with seed 0, each of its halves little-endian,
   * as the reference implementation writes them on x86. Not for input chosen to cause collisions.
   */
  public static Digest murmur3(int byteCount) {
    return of("Murmur3 x64 128", Murmur3::hash, byteCount, Murmur3.BYTES);
  }

  private static Digest of(String name, UnaryOperator<byte[]> hash, int byteCount, int max) {
    RequiredPart.declared("the number of bytes of " + name, byteCount, 1, max);
    return new Digest(name, hash, byteCount, false);
  }

  private static UnaryOperator<byte[]> jdk(String algorithm) {
    // One for each thread, as they have state. Each digest() leaves it as it was in the beginning.
    ThreadLocal<MessageDigest> digests =
        ThreadLocal.withInitial(
            () -> {
              try {
                return MessageDigest.getInstance(algorithm);
              } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has " + algorithm, e);
              }
            });
    return bytes -> digests.get().digest(bytes);
  }

  /** The same bytes as text in the key: two lower-case hexadecimal digits per byte. */
  public Digest hex() {
    return new Digest(name, hash, hashBytes, true);
  }

  /** The hash's bytes as they are in the key; {@link #width} of them. */
  public byte[] of(byte[] bytes) {
    byte[] prefix = Arrays.copyOf(hash.apply(bytes), hashBytes);
    return hex ? HexFormat.of().formatHex(prefix).getBytes(StandardCharsets.US_ASCII) : prefix;
  }

  /** Bytes in the key. */
  public int width() {
    return hex ? 2 * hashBytes : hashBytes;
  }

  /** Whether it stands in the key as hexadecimal digits. */
  boolean isHex() {
    return hex;
  }

  /** What it is, for people: {@code MD5, first 4 bytes, in hex}. */
  public String describe() {
    return name + ", first " + IntegerPart.count(hashBytes) + (hex ? ", in hex" : "");
  }
}
