package io.rowandb.engine.storefile;

/** The encoder of each {@link BlockEncoding}. */
final class BlockEncoders {
  private BlockEncoders() {}

  /** An encoder for a file with this layout. */
  static BlockEncoder of(CellLayout layout) {
    return switch (layout.encoding()) {
      case NONE -> new PlainEncoder(layout);
      case ROW_INDEX_V1 -> new RowIndexEncoder(layout);
      case PREFIX -> new DeltaEncoder.Prefix(layout);
      case DIFF -> new DeltaEncoder.Diff(layout);
      case FAST_DIFF -> new DeltaEncoder.FastDiff(layout);
    };
  }
}
