package io.rowandb.tsdb.uid;

import io.rowandb.tsdb.codec.PointKeyLayout;
import org.apache.hadoop.hbase.TableName;

/**
 * What {@link Uids} goes by.
 *
 * @param table the table, {@code tsdb-uid}
 * @param layout the widths
 * @param cachedNames how many names are kept in memory, each way, 1 to 100,000,000; about 200 bytes
 *     each
 * @param moreCharacters which are allowed in names, beside letters, digits and {@code -_./}: what
 *     OpenTSDB calls tsd.core.tag.allow_specialchars
 */
public record UidOptions(
    TableName table, PointKeyLayout layout, int cachedNames, String moreCharacters) {
  /** OpenTSDB's defaults, and a million names. */
  public static final UidOptions DEFAULT =
      new UidOptions(TableName.valueOf("tsdb-uid"), PointKeyLayout.DEFAULT, 1_000_000, "");

  /** The defaults, of another table with other keys. */
  public static UidOptions of(TableName table, PointKeyLayout layout) {
    return new UidOptions(table, layout, DEFAULT.cachedNames, DEFAULT.moreCharacters);
  }

  /** Checks it. */
  public UidOptions {
    if (cachedNames < 1 || cachedNames > 100_000_000) {
      throw new IllegalArgumentException(
          "the names in memory must be 1 to 100000000: " + cachedNames);
    }
    if (!moreCharacters.chars().allMatch(c -> c > ' ' && c <= 0xFF)) {
      throw new IllegalArgumentException(
          "more characters of names are printed ones of ISO-8859-1: \"" + moreCharacters + "\"");
    }
  }
}
