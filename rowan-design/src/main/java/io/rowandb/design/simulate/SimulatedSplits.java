package io.rowandb.design.simulate;

/** When a region is split: HBase's policies, with its default sizes. */
public enum SimulatedSplits {
  /** SteppingSplitPolicy, the default of 2.x: 256 MB for a server's only region of the table. */
  STEPPING {
    @Override
    double splitBytes(int regionsOnServer) {
      return regionsOnServer == 1 ? 2 * FLUSH_BYTES : MAX_BYTES;
    }
  },
  /** IncreasingToUpperBoundRegionSplitPolicy since 0.98: 256 MB times the cube of the regions. */
  INCREASING {
    @Override
    double splitBytes(int regionsOnServer) {
      return regionsOnServer == 0 || regionsOnServer > 100
          ? MAX_BYTES
          : Math.min(MAX_BYTES, 2 * FLUSH_BYTES * Math.pow(regionsOnServer, 3));
    }
  },
  /** The same in 0.94, as older articles have it: 128 MB times the square. */
  INCREASING_094 {
    @Override
    double splitBytes(int regionsOnServer) {
      return Math.min(MAX_BYTES, FLUSH_BYTES * Math.pow(regionsOnServer, 2));
    }
  },
  /** ConstantSizeRegionSplitPolicy: 10 GB. */
  CONSTANT {
    @Override
    double splitBytes(int regionsOnServer) {
      return MAX_BYTES;
    }
  },
  /** DisabledRegionSplitPolicy. */
  DISABLED {
    @Override
    double splitBytes(int regionsOnServer) {
      return Double.POSITIVE_INFINITY;
    }
  };

  /** {@code hbase.hregion.memstore.flush.size}. */
  private static final double FLUSH_BYTES = 128L << 20;

  /** {@code hbase.hregion.max.filesize}. */
  private static final double MAX_BYTES = 10L << 30;

  /**
   * Bytes above which a region is split.
   *
   * @param regionsOnServer of the table on the region's server
   */
  abstract double splitBytes(int regionsOnServer);
}
