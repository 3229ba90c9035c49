package io.rowandb.engine.fuzz;

import java.util.Arrays;

/** Takes numbers and ranges from an input; behind its end there are zeros. Used by one thread. */
public final class InputReader {
  private final byte[] input;
  private int at;

  /** Reads from the start. */
  public InputReader(byte[] input) {
    this.input = input;
  }

  /** Whether something is left. */
  public boolean hasMore() {
    return at < input.length;
  }

  /** 0 to 255. */
  public int nextByte() {
    return at < input.length ? input[at++] & 0xff : 0;
  }

  /** 0 to 65,535. */
  public int nextShort() {
    return nextByte() << Byte.SIZE | nextByte();
  }

  /** A range that two bytes before it give the length of, cut to what is left. */
  public byte[] nextRange() {
    int length = Math.min(nextShort(), input.length - at);
    at += length;
    return Arrays.copyOfRange(input, at - length, at);
  }

  /** All that is left. */
  public byte[] rest() {
    byte[] rest = Arrays.copyOfRange(input, at, input.length);
    at = input.length;
    return rest;
  }
}
