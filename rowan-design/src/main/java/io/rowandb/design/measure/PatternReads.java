package io.rowandb.design.measure;

import io.rowandb.design.check.PatternPath;
import io.rowandb.design.key.PlannedKey;
import io.rowandb.design.plan.PlannedColumn;
import io.rowandb.design.plan.PlannedPart.Salt;
import io.rowandb.design.plan.PlannedPattern;
import io.rowandb.design.plan.TablePlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;

/** The gets or scans of one call of a pattern, as a program writes them for its key. One thread. */
final class PatternReads {
  /** Rows that a scan brings at once, at most. */
  private static final int CACHING = 1000;

  private final TablePlan plan;
  private final PlannedPattern pattern;
  private final PatternPath path;
  private final List<String> fields;
  private final PlannedKey key;

  /** Parts of the key that are in the prefix. */
  private final int prefix;

  /** Those that the pattern names; none for whole rows. */
  private final List<PlannedColumn> columns;

  PatternReads(TablePlan plan, PlannedPattern pattern, List<String> fields) {
    this.plan = plan;
    this.pattern = pattern;
    this.fields = fields;
    this.path = PatternPath.of(plan, pattern);
    this.key = new PlannedKey(plan, fields::indexOf);
    this.prefix = path.parts(plan);
    this.columns =
        plan.columns().stream().filter(each -> pattern.columns().contains(each.field())).toList();
  }

  PatternPath path() {
    return path;
  }

  /** Keys from the first one to, but without, the second; no second one is to the end. */
  record Bounds(byte[] start, byte[] stop) {}

  /**
   * The keys that a call reads, one a bucket; of a get the row is the start. None when a value has
   * no place in the key.
   *
   * @param row that has the values which are asked for
   * @param from the row with the least value of the range; so too {@code to}
   */
  List<Bounds> bounds(String[] row, String[] from, String[] to) {
    if (path.kind() == PatternPath.Kind.FULL) {
      return List.of(new Bounds(new byte[0], new byte[0]));
    }
    int end = prefix + (path.isRanged() ? 1 : 0);
    byte[] one = written(row, from, end);
    byte[] other = written(row, to, end);
    if (one == null || other == null) {
      return List.of();
    }
    boolean isRising = Arrays.compareUnsigned(one, other) <= 0;
    List<Bounds> all = new ArrayList<>();
    all.add(new Bounds(isRising ? one : other, isRising ? other : one));
    for (int i = 0; i < prefix; i++) {
      if (PatternPath.isUnknownBucket(plan.key().get(i), pattern)) {
        all = inBuckets(all, i == 0 ? 0 : key.end(i - 1), ((Salt) plan.key().get(i)).buckets());
      }
    }
    return all.stream().map(each -> new Bounds(each.start(), behind(each.stop()))).toList();
  }

  private byte[] written(String[] row, String[] ranged, int parts) {
    String[] asked = row.clone();
    int place = fields.indexOf(pattern.range());
    if (path.isRanged() && place >= 0) {
      asked[place] = ranged[place];
    }
    if (!key.write(asked)) {
      return null;
    }
    return parts == 0 ? new byte[0] : Arrays.copyOf(key.bytes(), key.end(parts - 1));
  }

  private static List<Bounds> inBuckets(List<Bounds> all, int at, int buckets) {
    List<Bounds> made = new ArrayList<>();
    for (Bounds each : all) {
      for (int bucket = 0; bucket < buckets; bucket++) {
        byte[] start = each.start().clone();
        byte[] stop = each.stop().clone();
        start[at] = (byte) bucket;
        stop[at] = (byte) bucket;
        made.add(new Bounds(start, stop));
      }
    }
    return made;
  }

  /** The first key that does not begin so; empty when there is none. */
  static byte[] behind(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == -1) {
      length--;
    }
    byte[] next = Arrays.copyOf(prefix, length);
    if (length > 0) {
      next[length - 1]++;
    }
    return next;
  }

  Get get(Bounds bounds) throws IOException {
    Get get = new Get(bounds.start()).readVersions(Math.max(1, pattern.versions()));
    for (PlannedColumn each : columns) {
      if (isWhole(each.family())) {
        get.addFamily(bytes(each.family()));
      } else {
        get.addColumn(bytes(each.family()), bytes(each.qualifier()));
      }
    }
    return get;
  }

  Scan scan(Bounds bounds) throws IOException {
    Scan scan = new Scan().withStartRow(bounds.start()).withStopRow(bounds.stop());
    scan.readVersions(Math.max(1, pattern.versions())).setScanMetricsEnabled(true);
    scan.setCaching(CACHING);
    if (path.endsAtLimit(pattern)) {
      int limit = (int) Math.min(Integer.MAX_VALUE, pattern.limit());
      scan.setLimit(limit).setCaching(Math.min(CACHING, limit));
    }
    for (PlannedColumn each : columns) {
      if (isWhole(each.family())) {
        scan.addFamily(bytes(each.family()));
      } else {
        scan.addColumn(bytes(each.family()), bytes(each.qualifier()));
      }
    }
    return scan;
  }

  /** Whether all of a family is read, as one of its columns is named by data. */
  private boolean isWhole(String family) {
    return columns.stream().anyMatch(each -> each.family().equals(family) && each.isNamedByField());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
