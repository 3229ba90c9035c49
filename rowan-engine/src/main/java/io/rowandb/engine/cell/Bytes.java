package io.rowandb.engine.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian numbers in byte arrays, and printing of binary keys. */
public final class Bytes {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Bytes() {}

  /** The unsigned 16-bit number at {@code at}. */
  public static int getUnsignedShort(byte[] array, int at) {
    return (short) SHORT.get(array, at) & 0xffff;
  }

  /** Stores the low 16 bits of {@code value}. */
  public static void putShort(byte[] array, int at, int value) {
    SHORT.set(array, at, (short) value);
  }

  /** The signed 32-bit number at {@code at}. */
  public static int getInt(byte[] array, int at) {
    return (int) INT.get(array, at);
  }

  /** Stores {@code value} in 4 bytes. */
  public static void putInt(byte[] array, int at, int value) {
    INT.set(array, at, value);
  }

  /** The signed 64-bit number at {@code at}. */
  public static long getLong(byte[] array, int at) {
    return (long) LONG.get(array, at);
  }

  /** Stores {@code value} in 8 bytes. */
  public static void putLong(byte[] array, int at, long value) {
    LONG.set(array, at, value);
  }

  /** The range as text: printable ASCII as it is, all else (and the backslash) as {@code \xNN}. */
  public static String printable(byte[] array, int offset, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = offset; i < offset + length; i++) {
      int b = array[i] & 0xff;
      if (b >= ' ' && b < 0x7f && b != '\\') {
        text.append((char) b);
      } else {
        text.append("\\x")
            .append(Character.toUpperCase(Character.forDigit(b >> 4, 16)))
            .append(Character.toUpperCase(Character.forDigit(b & 0xf, 16)));
      }
    }
    return text.toString();
  }

  /** The whole array as {@link #printable(byte[], int, int)} text. */
  public static String printable(byte[] array) {
    return printable(array, 0, array.length);
  }
}
