package io.rowandb.engine.storefile;

import io.rowandb.engine.cell.Cell;

/**
 * How the Bloom filter of a file is made.
 *
 * @param type BLOOMFILTER of the family
 * @param prefixBytes RowPrefixBloomFilter.prefix_length: the length of row prefix that a prefix
 *     filter uses; other types ignore it
 * @param errorRate io.storefile.bloom.error.rate: share of absent rows or columns that the filter
 *     lets pass; 0.01
 * @param chunkBytes io.storefile.bloom.block.size: bytes of one chunk of the filter; 131,072
 * @param maxFolds io.storefile.bloom.max.fold: how often a chunk that is not full can be halved; 7
 */
public record BloomOptions(
    BloomType type, int prefixBytes, double errorRate, int chunkBytes, int maxFolds) {
  /** A chunk stays far below the largest block. */
  public static final int MAX_CHUNK_BYTES = 16 << 20;

  /** A chunk's bytes are made a multiple of 2 to the power of it. */
  public static final int MAX_FOLDS = 20;

  /** Below it HBase's arithmetic, in which a filter of columns has half of it, comes to nothing. */
  private static final double MIN_ERROR_RATE = 1e-7;

  private static final double MAX_ERROR_RATE = 0.5;

  /** The rule of {@link #isErrorRate} in words. */
  public static final String RATES = "from " + MIN_ERROR_RATE + " to " + MAX_ERROR_RATE;

  /** HBase's defaults. */
  public static final BloomOptions DEFAULT = new BloomOptions(BloomType.ROW, 1, 0.01, 128 << 10, 7);

  /** Checks all numbers. */
  public BloomOptions {
    require(prefixBytes, 1, Cell.MAX_ROW_BYTES, "Prefix length of a Bloom filter");
    require(chunkBytes, 1, MAX_CHUNK_BYTES, "Bloom chunk size");
    require(maxFolds, 0, MAX_FOLDS, "Folds of a Bloom filter");
    if (!isErrorRate(errorRate)) {
      throw new IllegalArgumentException("Bloom error rate must be " + RATES + ": " + errorRate);
    }
  }

  /** Whether this is a valid rate of false positives. */
  public static boolean isErrorRate(double rate) {
    return rate >= MIN_ERROR_RATE && rate <= MAX_ERROR_RATE;
  }

  private static void require(int value, int least, int most, String what) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(what + " must be " + least + " to " + most + ": " + value);
    }
  }

  /** The same of another type, or none. */
  public BloomOptions withType(BloomType other) {
    return new BloomOptions(other, prefixBytes, errorRate, chunkBytes, maxFolds);
  }
}
