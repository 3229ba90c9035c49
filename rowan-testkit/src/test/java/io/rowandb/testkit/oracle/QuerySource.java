package io.rowandb.testkit.oracle;

import static io.rowandb.testkit.oracle.Literals.bytes;
import static io.rowandb.testkit.oracle.Literals.number;

import java.io.IOException;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/** What a get or a scan asks for as Java: the calls that set it. */
final class QuerySource {
  private QuerySource() {}

  /** The calls on a new {@code Get}, but for its row and whether it wants cells. */
  static String of(Get get) throws IOException {
    return columns(get.getFamilyMap())
        + timeRange(get.getTimeRange())
        + set("readVersions", get.getMaxVersions(), 1)
        + set("setMaxResultsPerColumnFamily", get.getMaxResultsPerColumnFamily(), -1)
        + set("setRowOffsetPerColumnFamily", get.getRowOffsetPerColumnFamily(), 0)
        + rest(get);
  }

  /** The calls on a new {@code Scan}. */
  static String of(Scan scan) throws IOException {
    return rows(scan)
        + set("setRaw", scan.isRaw(), false)
        + set("setReversed", scan.isReversed(), false)
        + columns(scan.getFamilyMap())
        + timeRange(scan.getTimeRange())
        + set("readVersions", scan.getMaxVersions(), 1)
        + set("setMaxResultsPerColumnFamily", scan.getMaxResultsPerColumnFamily(), -1)
        + set("setRowOffsetPerColumnFamily", scan.getRowOffsetPerColumnFamily(), 0)
        + rest(scan)
        + set("setLoadColumnFamiliesOnDemand", scan.getLoadColumnFamiliesOnDemandValue(), null)
        + set("setBatch", scan.getBatch(), -1)
        + set("setLimit", scan.getLimit(), -1)
        + set("setCaching", scan.getCaching(), -1)
        + set("setMaxResultSize", scan.getMaxResultSize(), -1L)
        + set("setAllowPartialResults", scan.getAllowPartialResults(), false);
  }

  private static String rows(Scan scan) {
    String text = "";
    if (scan.getStartRow().length > 0) {
      text += ".withStartRow(%s, %s)".formatted(bytes(scan.getStartRow()), scan.includeStartRow());
    }
    if (scan.getStopRow().length > 0) {
      text += ".withStopRow(%s, %s)".formatted(bytes(scan.getStopRow()), scan.includeStopRow());
    }
    return text;
  }

  private static String columns(Map<byte[], NavigableSet<byte[]>> families) {
    StringBuilder text = new StringBuilder();
    families.forEach(
        (family, qualifiers) -> {
          if (qualifiers == null) {
            text.append(".addFamily(").append(bytes(family)).append(')');
          } else {
            addColumns(family, qualifiers, text);
          }
        });
    return text.toString();
  }

  private static void addColumns(byte[] family, Set<byte[]> qualifiers, StringBuilder text) {
    for (byte[] qualifier : qualifiers) {
      text.append(".addColumn(%s, %s)".formatted(bytes(family), bytes(qualifier)));
    }
  }

  private static String timeRange(TimeRange range) {
    return range.isAllTime()
        ? ""
        : ".setTimeRange(%s, %s)".formatted(number(range.getMin()), number(range.getMax()));
  }

  private static String rest(Query query) throws IOException {
    StringBuilder text = new StringBuilder();
    query
        .getColumnFamilyTimeRange()
        .forEach(
            (family, range) ->
                text.append(
                    ".setColumnFamilyTimeRange(%s, %s, %s)"
                        .formatted(bytes(family), number(range.getMin()), number(range.getMax()))));
    Filter filter = query.getFilter();
    return filter == null ? text.toString() : text + ".setFilter(" + FilterSource.of(filter) + ")";
  }

  /** Nothing where the value is that of a new request. */
  private static String set(String setter, Object value, Object unset) {
    return Objects.equals(value, unset) ? "" : "." + setter + "(" + value + ")";
  }
}
