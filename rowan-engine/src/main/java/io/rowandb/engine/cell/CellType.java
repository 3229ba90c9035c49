package io.rowandb.engine.cell;

/**
 * The kinds of cell, by the codes HBase writes (frozen: they are in every file and log).
 *
 * <p>Among cells of one row, column and timestamp the larger code sorts first, so a delete marker
 * comes before the puts it masks. A code is an unsigned byte.
 */
public final class CellType {
  /** Sorts after every real cell of its row, column and timestamp; only in search keys. */
  public static final int MINIMUM = 0;

  /** A value. */
  public static final int PUT = 4;

  /** Masks the put of exactly its column and timestamp. */
  public static final int DELETE = 8;

  /** Masks the puts of exactly its timestamp in all columns of its family. */
  public static final int DELETE_FAMILY_VERSION = 10;

  /** Masks all puts of its column at or before its timestamp. */
  public static final int DELETE_COLUMN = 12;

  /** Masks all puts of its family at or before its timestamp. */
  public static final int DELETE_FAMILY = 14;

  /** Sorts before every real cell of its row, column and timestamp; only in search keys. */
  public static final int MAXIMUM = 255;

  private CellType() {}

  /** Whether {@code code} is one of the four delete markers. */
  public static boolean isDelete(int code) {
    return code >= DELETE && code <= DELETE_FAMILY;
  }

  /** Whether a cell with this code may be stored: a put or a delete marker. */
  static boolean isStorable(int code) {
    return switch (code) {
      case PUT, DELETE, DELETE_FAMILY_VERSION, DELETE_COLUMN, DELETE_FAMILY -> true;
      default -> false;
    };
  }

  /** The name HBase prints for {@code code}, or the number itself for an unknown one. */
  public static String name(int code) {
    return switch (code) {
      case MINIMUM -> "Minimum";
      case PUT -> "Put";
      case DELETE -> "Delete";
      case DELETE_FAMILY_VERSION -> "DeleteFamilyVersion";
      case DELETE_COLUMN -> "DeleteColumn";
      case DELETE_FAMILY -> "DeleteFamily";
      case MAXIMUM -> "Maximum";
      default -> Integer.toString(code);
    };
  }
}
