package io.rowandb.design.live;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Places between two keys, chosen at random as if keys were numbers. What all keys begin with is
 * passed over. Behind it each byte is a digit of those that keys have there: of texts of decimal
 * digits one of ten, not of 256, so that places do not fall beside all keys. Immutable.
 */
final class KeyPlaces {
  /** Digits that a place is computed with. */
  private static final int DIGITS = 16;

  /** What bytes of keys may be; the first that has all that were seen is taken. */
  private static final List<String> ALPHABETS =
      List.of(
          "0123456789",
          "0123456789abcdef",
          "0123456789ABCDEF",
          "abcdefghijklmnopqrstuvwxyz",
          "0123456789abcdefghijklmnopqrstuvwxyz",
          IntStream.rangeClosed(' ', '~')
              .mapToObj(Character::toString)
              .collect(Collectors.joining()));

  private static final int ALL_BYTES = 256;

  private final byte[] first;
  private final int prefix;

  /** The digits at each place behind the prefix, as numbers, sorted. */
  private final List<int[]> digits;

  private final BigInteger low;
  private final BigInteger width;

  private KeyPlaces(byte[] first, byte[] last, int prefix, List<int[]> digits) {
    this.first = first;
    this.prefix = prefix;
    this.digits = digits;
    this.low = number(first);
    this.width = number(last).subtract(low);
  }

  /** Between the least and the greatest of some keys; there is one at least. */
  static KeyPlaces of(Collection<byte[]> keys) {
    byte[] first = keys.stream().min(Arrays::compareUnsigned).orElseThrow();
    byte[] last = keys.stream().max(Arrays::compareUnsigned).orElseThrow();
    int differ = Arrays.mismatch(first, last);
    int prefix = differ < 0 ? first.length : differ;
    List<int[]> digits = new ArrayList<>();
    for (int i = 0; i < DIGITS; i++) {
      Set<Integer> seen = seen(keys, prefix + i);
      if (seen.isEmpty()) {
        break;
      }
      digits.add(alphabet(seen));
    }
    return new KeyPlaces(first, last, prefix, List.copyOf(digits));
  }

  private static Set<Integer> seen(Collection<byte[]> keys, int place) {
    Set<Integer> seen = new HashSet<>();
    for (byte[] each : keys) {
      if (place < each.length) {
        seen.add(Byte.toUnsignedInt(each[place]));
      }
    }
    return seen;
  }

  private static int[] alphabet(Set<Integer> seen) {
    for (String each : ALPHABETS) {
      if (seen.stream().allMatch(digit -> each.indexOf(digit) >= 0)) {
        return each.chars().toArray();
      }
    }
    int[] all = new int[ALL_BYTES];
    Arrays.setAll(all, each -> each);
    return all;
  }

  /** A key that ends too early has the least digits behind it. */
  private BigInteger number(byte[] key) {
    BigInteger number = BigInteger.ZERO;
    for (int i = 0; i < digits.size(); i++) {
      int[] each = digits.get(i);
      int place = prefix + i;
      int digit =
          place < key.length ? Arrays.binarySearch(each, Byte.toUnsignedInt(key[place])) : 0;
      number = number.multiply(BigInteger.valueOf(each.length)).add(BigInteger.valueOf(digit));
    }
    return number;
  }

  /** A place from the first key on, before the last one. */
  byte[] any(Random random) {
    if (width.signum() <= 0) {
      return first.clone();
    }
    BigInteger number = low.add(new BigInteger(width.bitLength() + Byte.SIZE, random).mod(width));
    byte[] behind = new byte[digits.size()];
    for (int i = behind.length - 1; i >= 0; i--) {
      BigInteger[] parts = number.divideAndRemainder(BigInteger.valueOf(digits.get(i).length));
      behind[i] = (byte) digits.get(i)[parts[1].intValue()];
      number = parts[0];
    }
    ByteArrayOutputStream key = new ByteArrayOutputStream();
    key.write(first, 0, prefix);
    key.writeBytes(behind);
    return key.toByteArray();
  }
}
