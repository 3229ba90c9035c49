package io.rowandb.tsdb.upkeep;

import io.rowandb.tsdb.codec.DuplicateRule;
import java.util.Optional;

/**
 * What a check does.
 *
 * @param metric whose rows are looked at; empty for all
 * @param mends whether rows are written anew where no good point is lost by it
 * @param deletes whether what cannot be read is deleted; goes with mends
 * @param keep which of several points at one millisecond stays: the last or the first written
 * @param forced whether it deletes also when most rows look bad, as they do by a wrong layout
 */
public record FsckOptions(
    Optional<String> metric, boolean mends, boolean deletes, DuplicateRule keep, boolean forced) {
  /** Only looks. */
  public static final FsckOptions DRY =
      new FsckOptions(Optional.empty(), false, false, DuplicateRule.LAST);

  /** Not forced. */
  public FsckOptions(Optional<String> metric, boolean mends, boolean deletes, DuplicateRule keep) {
    this(metric, mends, deletes, keep, false);
  }

  /** Checks it. */
  public FsckOptions {
    if (deletes && !mends) {
      throw new IllegalArgumentException("a check that deletes mends too");
    }
    if (keep == DuplicateRule.REFUSE) {
      throw new IllegalArgumentException("of several points the last or the first stays");
    }
  }
}
