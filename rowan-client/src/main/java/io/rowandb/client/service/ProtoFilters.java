package io.rowandb.client.service;

import io.rowandb.client.filter.FilterClasses;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;

/**
 * Refuses filters and comparators of requests before HBase's code makes objects of them. No
 * instances.
 */
final class ProtoFilters {
  private static final FilterClasses CLASSES = FilterClasses.ofClassPath();

  private ProtoFilters() {}

  static ClientProtos.Scan checked(ClientProtos.Scan scan) throws DoNotRetryIOException {
    if (scan.hasFilter()) {
      CLASSES.check(scan.getFilter());
    }
    return scan;
  }

  static ClientProtos.Get checked(ClientProtos.Get get) throws DoNotRetryIOException {
    if (get.hasFilter()) {
      CLASSES.check(get.getFilter());
    }
    return get;
  }

  static ClientProtos.Condition checked(ClientProtos.Condition condition)
      throws DoNotRetryIOException {
    if (condition.hasFilter()) {
      CLASSES.check(condition.getFilter());
    } else if (condition.hasComparator()) {
      CLASSES.check(condition.getComparator());
    }
    return condition;
  }
}
