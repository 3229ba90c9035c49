package io.rowandb.tsdb.store;

import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** Scans that send the keys of rows alone. */
final class KeyScans {
  private KeyScans() {}

  /** Of the rows that pass the scan's filter, if it has one, the keys. */
  static Scan keysOnly(Scan scan) {
    FilterList filters = new FilterList();
    if (scan.getFilter() != null) {
      filters.addFilter(scan.getFilter());
    }
    filters.addFilter(new FirstKeyOnlyFilter());
    filters.addFilter(new KeyOnlyFilter());
    return scan.addFamily(Bytes.toBytes(TsdbTables.DATA_FAMILY)).setFilter(filters);
  }
}
