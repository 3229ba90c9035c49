package io.rowandb.engine.scan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The request of a scan or get; the engine's counterpart of HBase's {@code Scan}. Immutable.
 * Defaults are HBase's: all rows forwards, all columns, all times, one version.
 *
 * @param startRow first row; empty means the first of all (reversed: the last)
 * @param includeStart whether {@code startRow} itself belongs to it
 * @param stopRow where it ends; empty means the end of all rows in the direction of the scan
 * @param includeStop whether {@code stopRow} itself belongs to it
 * @param reversed rows descending; cells inside a row still ascend
 * @param families which families to read and what of each, in byte order of the names; empty means
 *     all
 * @param minTimestamp smallest timestamp, inclusive
 * @param maxTimestamp greatest timestamp, exclusive; {@code Long.MAX_VALUE} means no bound
 * @param maxVersions versions of each column, at least 1; also bounded by the family's
 * @param storeLimit maximum number of cells per row and family, -1 for no limit
 * @param storeOffset cells skipped per row and family
 * @param filter a separate filter for each region, or null
 * @param raw whether delete markers and masked cells are returned too, see {@link
 *     ScanMode#USER_RAW}
 * @param cacheBlocks whether blocks read stay in the block cache
 * @param readType when it reads files ahead
 * @param loadFamiliesOnDemand with a filter: read unessential families only for rows that pass
 * @param get reads exactly one row: Bloom filters are asked
 * @param readPoint the greatest visible sequence id, to repeat an earlier read; 0 for everything.
 *     Cells dropped by a flush or compaction since then stay dropped. Later writes may become
 *     visible once a compaction of all files of the family runs more than five days after they were
 *     put into a file: until then their sequence ids are kept, as in HBase
 * @param watch is told about the rows, or null
 */
public record ScanSpec(
    byte[] startRow,
    boolean includeStart,
    byte[] stopRow,
    boolean includeStop,
    boolean reversed,
    List<FamilySpec> families,
    long minTimestamp,
    long maxTimestamp,
    int maxVersions,
    int storeLimit,
    int storeOffset,
    RowFilter filter,
    boolean raw,
    boolean cacheBlocks,
    ReadType readType,
    boolean loadFamiliesOnDemand,
    boolean get,
    long readPoint,
    ScanWatch watch) {

  private static final byte[] EMPTY = new byte[0];

  /** When a read of more than one row reads files ahead: HBase's Scan.ReadType. */
  public enum ReadType {
    /** When it has read so much that it will go on. */
    DEFAULT,
    /** From the start. */
    STREAM,
    /** Never. */
    PREAD
  }

  /** Copies the list of families and checks numbers. */
  public ScanSpec {
    families = List.copyOf(families);
    if (maxVersions < 1) {
      throw new IllegalArgumentException("maxVersions must be at least 1: " + maxVersions);
    }
    if (minTimestamp < 0 || maxTimestamp < minTimestamp) {
      throw new IllegalArgumentException(
          "time range [" + minTimestamp + ", " + maxTimestamp + ") is not valid");
    }
  }

  /**
   * What is read of one family.
   *
   * @param family its name
   * @param qualifiers the columns wanted, ascending and distinct; null means all of them
   * @param minTimestamp least timestamp in this family, inclusive
   * @param maxTimestamp greatest timestamp in this family, exclusive
   */
  public record FamilySpec(
      byte[] family, byte[][] qualifiers, long minTimestamp, long maxTimestamp) {}

  /** What is read of this family: as the scan says, or all of it in the scan's time range. */
  public FamilySpec familySpec(byte[] family) {
    for (FamilySpec wanted : families) {
      if (Arrays.equals(wanted.family(), family)) {
        return wanted;
      }
    }
    return new FamilySpec(family, null, minTimestamp, maxTimestamp);
  }

  /** The same request with another filter, and without its watch. */
  public ScanSpec withFilter(RowFilter other) {
    return new ScanSpec(
        startRow,
        includeStart,
        stopRow,
        includeStop,
        reversed,
        families,
        minTimestamp,
        maxTimestamp,
        maxVersions,
        storeLimit,
        storeOffset,
        other,
        raw,
        cacheBlocks,
        readType,
        loadFamiliesOnDemand,
        get,
        readPoint,
        null);
  }

  /** All there is, marked and masked cells too, of the rows and families of this request. */
  public ScanSpec everything() {
    List<FamilySpec> whole = new ArrayList<>(families.size());
    for (FamilySpec wanted : families) {
      whole.add(new FamilySpec(wanted.family(), null, 0, Long.MAX_VALUE));
    }
    return new ScanSpec(
        startRow,
        includeStart,
        stopRow,
        includeStop,
        reversed,
        whole,
        0,
        Long.MAX_VALUE,
        Integer.MAX_VALUE,
        -1,
        0,
        null,
        true,
        cacheBlocks,
        readType,
        false,
        get,
        readPoint,
        null);
  }

  /** A builder that starts as a scan of everything. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder for a get of one row. */
  public static Builder get(byte[] row) {
    Builder b = new Builder();
    b.startRow = row;
    b.stopRow = row;
    b.includeStop = true;
    b.get = true;
    return b;
  }

  /** Collects the parts of a {@link ScanSpec}. */
  public static final class Builder {
    private byte[] startRow = EMPTY;
    private boolean includeStart = true;
    private byte[] stopRow = EMPTY;
    private boolean includeStop;
    private boolean reversed;
    private final List<FamilySpec> families = new ArrayList<>(2);
    private long minTimestamp;
    private long maxTimestamp = Long.MAX_VALUE;
    private int maxVersions = 1;
    private int storeLimit = -1;
    private int storeOffset;
    private RowFilter filter;
    private boolean raw;
    private boolean cacheBlocks = true;
    private ReadType readType = ReadType.DEFAULT;
    private boolean loadFamiliesOnDemand;
    private boolean get;
    private long readPoint;
    private ScanWatch watch;

    private Builder() {}

    /** See {@link ScanSpec#startRow}. */
    public Builder startRow(byte[] row, boolean inclusive) {
      this.startRow = row;
      this.includeStart = inclusive;
      return this;
    }

    /** See {@link ScanSpec#stopRow}. */
    public Builder stopRow(byte[] row, boolean inclusive) {
      this.stopRow = row;
      this.includeStop = inclusive;
      return this;
    }

    /** See {@link ScanSpec#reversed}. */
    public Builder reversed(boolean value) {
      this.reversed = value;
      return this;
    }

    /** Adds a family with its own time range; {@code qualifiers} null means all columns. */
    public Builder family(byte[] family, byte[][] qualifiers, long minTime, long maxTime) {
      families.add(new FamilySpec(family, qualifiers, minTime, maxTime));
      return this;
    }

    /** Adds a family with the scan's time range, which must have been set before. */
    public Builder family(byte[] family, byte[][] qualifiers) {
      return family(family, qualifiers, minTimestamp, maxTimestamp);
    }

    /** See {@link ScanSpec#minTimestamp}. */
    public Builder timeRange(long minInclusive, long maxExclusive) {
      this.minTimestamp = minInclusive;
      this.maxTimestamp = maxExclusive;
      return this;
    }

    /** See {@link ScanSpec#maxVersions}. */
    public Builder maxVersions(int versions) {
      this.maxVersions = versions;
      return this;
    }

    /** See {@link ScanSpec#storeLimit} and {@link ScanSpec#storeOffset}. */
    public Builder storeLimits(int limit, int offset) {
      this.storeLimit = limit;
      this.storeOffset = offset;
      return this;
    }

    /** See {@link ScanSpec#filter}. */
    public Builder filter(RowFilter value) {
      this.filter = value;
      return this;
    }

    /** See {@link ScanSpec#raw}. */
    public Builder raw(boolean value) {
      this.raw = value;
      return this;
    }

    /** See {@link ScanSpec#cacheBlocks}. */
    public Builder cacheBlocks(boolean value) {
      this.cacheBlocks = value;
      return this;
    }

    /** See {@link ScanSpec#readType}. */
    public Builder readType(ReadType value) {
      this.readType = value;
      return this;
    }

    /** See {@link ScanSpec#loadFamiliesOnDemand}. */
    public Builder loadFamiliesOnDemand(boolean value) {
      this.loadFamiliesOnDemand = value;
      return this;
    }

    /** See {@link ScanSpec#readPoint}. */
    public Builder readPoint(long value) {
      this.readPoint = value;
      return this;
    }

    /** See {@link ScanSpec#watch}. */
    public Builder watch(ScanWatch value) {
      this.watch = value;
      return this;
    }

    /** The finished request. */
    public ScanSpec build() {
      families.sort((a, b) -> Arrays.compareUnsigned(a.family(), b.family()));
      return new ScanSpec(
          startRow,
          includeStart,
          stopRow,
          includeStop,
          reversed,
          families,
          minTimestamp,
          maxTimestamp,
          maxVersions,
          storeLimit,
          storeOffset,
          filter,
          raw,
          cacheBlocks,
          readType,
          loadFamiliesOnDemand,
          get,
          readPoint,
          watch);
    }
  }
}
