package io.rowandb.engine.catalog;

import io.rowandb.engine.region.RefusedException;
import io.rowandb.engine.region.RegionInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The rules for the names and numbers in a manifest, a copy of it or a backup. Each becomes part of
 * a path or identifies something, so it is checked even if its checksum is right.
 *
 * <ol>
 *   <li>Names of tables, families and snapshots are checked by {@link TableName}, {@link
 *       FamilyDescriptor} and {@link SnapshotDescriptor} when they are made; the directory of a
 *       region is a digest.
 *   <li>All other names are checked here. A violation is an {@link IllegalArgumentException} with
 *       the value, and is reported as damage at its place in the file.
 * </ol>
 */
public final class StoreNames {
  /** 32 hexadecimal digits, and perhaps the sequence id of a bulk load. */
  private static final Pattern STORE_FILE = Pattern.compile("[0-9a-f]{32}(_SeqId_[0-9]{1,18}_)?");

  /** Above it, a number or a sequence id could not be counted on from without an overflow. */
  static final long MAX_NUMBER = 1L << 62;

  /** HBase writes the name of a region, which begins with that of its table, as a row key. */
  private static final int MAX_NAME_BYTES = Short.MAX_VALUE;

  private StoreNames() {}

  /** Refuses the name of something new that is longer than a row key can be. */
  public static void requireLength(String what, String name) throws RefusedException {
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_NAME_BYTES) {
      throw new RefusedException(
          RefusedException.Reason.BAD_REQUEST,
          what
              + " has "
              + bytes
              + " bytes, more than "
              + MAX_NAME_BYTES
              + ": "
              + name.substring(0, 40)
              + "…");
    }
  }

  /**
   * Refuses a new region whose name, the row of hbase:meta that tells of it, is too long. That row
   * is stored with two bytes for each comma and for each zero byte of the start row, so that its
   * bytes sort as HBase's comparator does; a longer one would keep hbase:meta from being made.
   */
  public static void requireRegionName(RegionInfo region) throws RefusedException {
    int bytes = region.name().length + 2 + zeros(region.range().startKey());
    if (bytes > MAX_NAME_BYTES) {
      throw new RefusedException(
          RefusedException.Reason.BAD_REQUEST,
          "The name of a region has "
              + bytes
              + " bytes, more than "
              + MAX_NAME_BYTES
              + ": that of its table has "
              + region.table().getBytes(StandardCharsets.UTF_8).length
              + ", its start row "
              + region.range().startKey().length
              + ", of which each zero byte counts twice");
    }
  }

  private static int zeros(byte[] bytes) {
    int zeros = 0;
    for (byte b : bytes) {
      if (b == 0) {
        zeros++;
      }
    }
    return zeros;
  }

  /** Whether a file with this name may be a store file. */
  static boolean isStoreFile(String name) {
    return STORE_FILE.matcher(name).matches();
  }

  /** The name of a namespace. */
  static String namespace(String name) {
    TableName.checkNamespace(name);
    return name;
  }

  /** The names of store files of one family. */
  static List<String> storeFiles(List<String> names) {
    for (String name : names) {
      if (!isStoreFile(name)) {
        throw new IllegalArgumentException(
            "the name of a store file is 32 hexadecimal digits, perhaps with _SeqId_…_: \""
                + name
                + "\"");
      }
    }
    return names;
  }

  /** The number of a region or of a file. */
  static long number(String of, long number) {
    return inRange("number of " + of, number, 1);
  }

  /** How many numbers are left for new regions and files; below 0 they are used up. */
  static long left(Catalog catalog) {
    return MAX_NUMBER - Math.max(catalog.nextRegionNumber(), catalog.nextFileNumber());
  }

  /** A sequence id; 0 before the first. */
  static long sequence(long sequence) {
    return inRange("sequence id", sequence, 0);
  }

  private static long inRange(String what, long value, long least) {
    if (value < least || value > MAX_NUMBER) {
      throw new IllegalArgumentException(
          what + " " + value + " is not between " + least + " and " + MAX_NUMBER);
    }
    return value;
  }
}
