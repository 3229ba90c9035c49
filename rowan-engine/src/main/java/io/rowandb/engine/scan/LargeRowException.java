package io.rowandb.engine.scan;

import java.io.IOException;

/** A row is larger than a read may collect at once. */
public final class LargeRowException extends IOException {
  private static final long serialVersionUID = 1L;

  /** A row of which one family has more than {@code maxBytes}. */
  LargeRowException(long maxBytes, String row, String family) {
    super(
        "Max row size allowed: %d, but the row is bigger than that, the row info: %s, family %s"
                .formatted(maxBytes, row, family)
            + " (hbase.table.max.rowsize)");
  }
}
