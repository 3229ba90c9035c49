package io.rowandb.tsdb.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * How row keys are laid out. Must stay what it was when the tables were first written, and be the
 * same for all that use them: no row says it.
 *
 * @param saltWidth bytes of salt, 0 to 8; 0 for none, which is OpenTSDB's default
 * @param saltBuckets how many salts there are, 1 to what the width has; of no meaning without salt
 * @param metricWidth bytes of a metric's UID, 1 to 7
 * @param tagKeyWidth bytes of a tag key's UID, 1 to 7
 * @param tagValueWidth bytes of a tag value's UID, 1 to 7
 */
public record PointKeyLayout(
    int saltWidth, int saltBuckets, int metricWidth, int tagKeyWidth, int tagValueWidth) {
  /** OpenTSDB's default: no salt, three bytes for each UID. */
  public static final PointKeyLayout DEFAULT = new PointKeyLayout(0, 20, 3, 3, 3);

  /** Bytes of the time in a row key. */
  public static final int BASE_WIDTH = 4;

  private static final int MAX_UID_WIDTH = 7;

  /** OpenTSDB takes 8, and repeats bytes from the fifth on. */
  private static final int MAX_SALT_WIDTH = 4;

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException when a width or the number of buckets is out of range
   */
  public PointKeyLayout {
    if (saltWidth < 0 || saltWidth > MAX_SALT_WIDTH) {
      throw new IllegalArgumentException("the salt's width must be 0 to 4 bytes: " + saltWidth);
    }
    long most = saltWidth >= 4 ? Integer.MAX_VALUE : 1L << (8 * saltWidth);
    if (saltWidth > 0 && (saltBuckets < 1 || saltBuckets > most)) {
      throw new IllegalArgumentException(
          "salts of " + saltWidth + " bytes have 1 to " + most + " buckets: " + saltBuckets);
    }
    checkWidth("metric", metricWidth);
    checkWidth("tag key", tagKeyWidth);
    checkWidth("tag value", tagValueWidth);
  }

  private static void checkWidth(String what, int width) {
    if (width < 1 || width > MAX_UID_WIDTH) {
      throw new IllegalArgumentException(
          "the width of a " + what + "'s UID must be 1 to " + MAX_UID_WIDTH + " bytes: " + width);
    }
  }

  /** How long a tag is in a row key. */
  public int pairWidth() {
    return tagKeyWidth + tagValueWidth;
  }

  /** Where the time begins in a row key. */
  private int baseAt() {
    return saltWidth + metricWidth;
  }

  /** Where the tags begin in a row key. */
  public int tagsAt() {
    return baseAt() + BASE_WIDTH;
  }

  /**
   * A series; the tags are put into the order of their bytes.
   *
   * @param metric its UID
   * @param pairs for each tag the UID of its key and that of its value, one behind the other; at
   *     least one, and no key twice
   * @throws IllegalArgumentException when there is none, a width is wrong or a key comes twice
   */
  public SeriesId series(byte[] metric, List<byte[]> pairs) {
    if (metric.length != metricWidth) {
      throw new IllegalArgumentException(
          "a metric's UID has " + metricWidth + " bytes: " + Bytes.toStringBinary(metric));
    }
    if (pairs.isEmpty()) {
      throw new IllegalArgumentException("a series has at least one tag");
    }
    List<byte[]> sorted = new ArrayList<>(pairs);
    sorted.sort(Arrays::compareUnsigned);
    byte[] bytes = Arrays.copyOf(metric, metricWidth + sorted.size() * pairWidth());
    byte[] before = null;
    int position = metricWidth;
    for (byte[] pair : sorted) {
      if (pair.length != pairWidth()) {
        throw new IllegalArgumentException(
            "the UIDs of a tag have " + pairWidth() + " bytes: " + Bytes.toStringBinary(pair));
      }
      if (before != null && Arrays.equals(before, 0, tagKeyWidth, pair, 0, tagKeyWidth)) {
        throw new IllegalArgumentException(
            "a series has a tag key once: " + Bytes.toStringBinary(pair, 0, tagKeyWidth));
      }
      System.arraycopy(pair, 0, bytes, position, pair.length);
      position += pair.length;
      before = pair;
    }
    return new SeriesId(bytes);
  }

  /**
   * The row of a series in an hour.
   *
   * @param baseSeconds the hour's first second, 0 to 2^32 - 1, a multiple of 3,600
   */
  public byte[] rowKey(SeriesId series, long baseSeconds) {
    if (baseSeconds < 0
        || baseSeconds > PointTime.MAX_SECONDS
        || baseSeconds % PointTime.ROW_SECONDS != 0) {
      throw new IllegalArgumentException(
          "a row begins with a whole hour of 0 to 2^32 - 1 seconds since 1970: " + baseSeconds);
    }
    byte[] id = series.bytes();
    byte[] row = new byte[saltWidth + id.length + BASE_WIDTH];
    BigEndian.put(row, 0, saltWidth, salt(id));
    System.arraycopy(id, 0, row, saltWidth, metricWidth);
    BigEndian.put(row, baseAt(), BASE_WIDTH, baseSeconds);
    System.arraycopy(id, metricWidth, row, tagsAt(), id.length - metricWidth);
    return row;
  }

  /** The bucket of a series; 0 without salt. */
  private int salt(byte[] id) {
    return saltWidth == 0 || isGlobal(id, 0) ? 0 : Math.abs(Arrays.hashCode(id) % saltBuckets);
  }

  /** How many places a metric's rows are in: one scan each. */
  public int buckets() {
    return saltWidth == 0 ? 1 : saltBuckets;
  }

  /**
   * The least key of a metric's rows from a time on.
   *
   * @param bucket 0 to {@link #buckets} - 1
   * @param baseSeconds from 0; from 2^32 - 1, which is no whole hour, behind all rows of the metric
   */
  public byte[] firstRow(int bucket, byte[] metric, long baseSeconds) {
    byte[] row = new byte[tagsAt()];
    BigEndian.put(row, 0, saltWidth, bucket);
    System.arraycopy(metric, 0, row, saltWidth, metricWidth);
    BigEndian.put(row, baseAt(), BASE_WIDTH, Math.min(baseSeconds, PointTime.MAX_SECONDS));
    return row;
  }

  /**
   * The series of a row.
   *
   * @throws DamagedDataException when the key has not the layout
   */
  public SeriesId seriesOf(byte[] row) throws DamagedDataException {
    int tags = row.length - tagsAt();
    if (tags < pairWidth() || tags % pairWidth() != 0) {
      throw new DamagedDataException(
          "a row key has "
              + tagsAt()
              + " bytes and "
              + pairWidth()
              + " for each tag, but here are "
              + row.length
              + ": "
              + Bytes.toStringBinary(row));
    }
    byte[] id = new byte[metricWidth + tags];
    System.arraycopy(row, saltWidth, id, 0, metricWidth);
    System.arraycopy(row, tagsAt(), id, metricWidth, tags);
    return new SeriesId(id);
  }

  /**
   * As {@link #seriesOf}, but nothing when the key is none of a series: of another layout, or of
   * the metric 0, which is for what belongs to no series.
   */
  public Optional<SeriesId> trySeriesOf(byte[] row) {
    int tags = row.length - tagsAt();
    if (tags < pairWidth() || tags % pairWidth() != 0 || isGlobal(row, saltWidth)) {
      return Optional.empty();
    }
    byte[] id = new byte[metricWidth + tags];
    System.arraycopy(row, saltWidth, id, 0, metricWidth);
    System.arraycopy(row, tagsAt(), id, metricWidth, tags);
    return Optional.of(new SeriesId(id));
  }

  private boolean isGlobal(byte[] bytes, int metricAt) {
    for (int i = 0; i < metricWidth; i++) {
      if (bytes[metricAt + i] != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * The series of a TSUID, as {@link SeriesId#toString} shows it.
   *
   * @param tsuid in hexadecimal, whatever the case of its letters
   * @throws IllegalArgumentException when it is none of this layout
   */
  public SeriesId parseSeries(String tsuid) {
    int tags = tsuid.length() / 2 - metricWidth;
    boolean isHex = tsuid.chars().allMatch(c -> c < 128 && HexFormat.isHexDigit(c));
    if (!isHex || tsuid.length() % 2 != 0 || tags < pairWidth() || tags % pairWidth() != 0) {
      throw new IllegalArgumentException(
          "a TSUID has "
              + 2 * metricWidth
              + " hexadecimal digits and "
              + 2 * pairWidth()
              + " for each tag: \""
              + (tsuid.length() > 100 ? tsuid.substring(0, 100) + " …" : tsuid)
              + '"');
    }
    byte[] id = HexFormat.of().parseHex(tsuid);
    List<byte[]> pairs = pairsOf(new SeriesId(id));
    SeriesId series = series(Arrays.copyOf(id, metricWidth), pairs);
    if (!Arrays.equals(series.bytes(), id)) {
      throw new IllegalArgumentException(
          "the tags of a TSUID are in the order of their bytes: \"" + tsuid + '"');
    }
    return series;
  }

  /** What the keys of all rows of a metric begin with, in a bucket. */
  public byte[] rowPrefix(int bucket, byte[] metric) {
    return Arrays.copyOf(firstRow(bucket, metric, 0), baseAt());
  }

  /**
   * The first second of a row.
   *
   * @throws DamagedDataException when the key is too short, or the time is no whole hour
   */
  public long baseSecondsOf(byte[] row) throws DamagedDataException {
    if (row.length < tagsAt()) {
      throw new DamagedDataException(
          "a row key has at least " + tagsAt() + " bytes: " + Bytes.toStringBinary(row));
    }
    long base = BigEndian.unsigned(row, baseAt(), BASE_WIDTH);
    if (base % PointTime.ROW_SECONDS != 0) {
      throw new DamagedDataException(
          "the time " + base + " s is no whole hour in row " + Bytes.toStringBinary(row));
    }
    return base;
  }

  /** The UID of a series' metric. */
  public byte[] metricOf(SeriesId series) {
    return Arrays.copyOf(series.bytes(), metricWidth);
  }

  /** Of each tag of a series the UID of its key and that of its value, one behind the other. */
  public List<byte[]> pairsOf(SeriesId series) {
    byte[] id = series.bytes();
    List<byte[]> pairs = new ArrayList<>();
    for (int at = metricWidth; at < id.length; at += pairWidth()) {
      pairs.add(Arrays.copyOfRange(id, at, at + pairWidth()));
    }
    return pairs;
  }
}
