package io.rowandb.testkit.oracle;

import org.apache.hadoop.hbase.client.Scan;

/** A scan as one line, with what HBase's own toString leaves out. */
final class ScanText {
  private ScanText() {}

  static String of(Scan scan) {
    return scan
        + " reversed="
        + scan.isReversed()
        + " raw="
        + scan.isRaw()
        + " startIncluded="
        + scan.includeStartRow()
        + " stopIncluded="
        + scan.includeStopRow()
        + " onDemand="
        + scan.doLoadColumnFamiliesOnDemand()
        + " storeLimit="
        + scan.getMaxResultsPerColumnFamily()
        + " storeOffset="
        + scan.getRowOffsetPerColumnFamily()
        + " familyRanges="
        + scan.getColumnFamilyTimeRange();
  }
}
