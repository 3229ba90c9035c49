package io.rowandb.client.quota;

import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.ForwardingScanner;
import io.rowandb.engine.region.Region;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionScanner;
import io.rowandb.engine.region.RegionStats;
import io.rowandb.engine.region.RowCondition;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * A region of a table that has quotas; admits requests according to them. A scan is counted when it
 * is opened; the bytes it returns are counted as they come, so a client that scans a lot waits
 * before its next request, not inside this one. Safe for many threads.
 */
final class ThrottledRegion implements Region {
  private final Region region;
  private final List<RequestThrottle> throttles;
  private final Clock clock;

  ThrottledRegion(Region region, List<RequestThrottle> throttles, Clock clock) {
    this.region = region;
    this.throttles = throttles;
    this.clock = clock;
  }

  @Override
  public RegionInfo info() {
    return region.info();
  }

  @Override
  public RegionStats stats() {
    return region.stats();
  }

  @Override
  public RegionScanner scan(ScanSpec spec) throws IOException {
    Cost cost = Cost.ofScan();
    admit(cost);
    take(cost.correction(0, 0)); // the true bytes are taken as they come
    return new CountedScanner(region.scan(spec));
  }

  @Override
  public void get(ScanSpec spec, CellBatch out) throws IOException {
    Cost cost = Cost.ofRows(0, 1);
    admit(cost);
    long before = out.bytes();
    try {
      region.get(spec, out);
    } finally {
      take(cost.correction(0, out.bytes() - before));
    }
  }

  @Override
  public void write(RowMutation mutation) throws IOException {
    Cost cost = Cost.ofRows(1, 0);
    admit(cost);
    region.write(mutation);
    take(cost.correction(mutation.limit(), 0));
  }

  @Override
  public IOException[] writeAll(List<RowMutation> mutations) throws IOException {
    Cost cost = Cost.ofRows(mutations.size(), 0);
    admit(cost);
    IOException[] refused = region.writeAll(mutations);
    take(cost.correction(bytes(mutations), 0));
    return refused;
  }

  @Override
  public boolean update(List<RowMutation> mutations, RowCondition condition, CellBatch result)
      throws IOException {
    int reads = 0;
    for (RowMutation mutation : mutations) {
      RowMutation.Kind kind = mutation.kind();
      boolean reading = kind == RowMutation.Kind.INCREMENT || kind == RowMutation.Kind.APPEND;
      reads += condition != null || reading ? 1 : 0;
    }
    Cost cost = Cost.ofRows(mutations.size(), reads);
    admit(cost);
    boolean done = region.update(mutations, condition, result);
    take(cost.correction(bytes(mutations), result.bytes()));
    return done;
  }

  @Override
  public boolean updateRows(List<RowMutation> mutations, List<RowCondition> conditions)
      throws IOException {
    Cost cost = Cost.ofRows(mutations.size(), conditions.size());
    admit(cost);
    boolean done = region.updateRows(mutations, conditions);
    take(cost.correction(bytes(mutations), 0));
    return done;
  }

  private void admit(Cost cost) throws RpcThrottlingException {
    long nowMillis = clock.millis();
    for (RequestThrottle throttle : throttles) {
      throttle.check(cost, nowMillis);
    }
    take(cost);
  }

  private void take(Cost cost) {
    throttles.forEach(throttle -> throttle.take(cost));
  }

  private static long bytes(List<RowMutation> mutations) {
    long bytes = 0;
    for (RowMutation mutation : mutations) {
      bytes += mutation.limit();
    }
    return bytes;
  }

  /** A scan whose bytes are counted. Used by one thread. */
  private final class CountedScanner extends ForwardingScanner {
    CountedScanner(RegionScanner scanner) {
      super(scanner);
    }

    @Override
    public Progress next(CellBatch out, int maxCells, long maxBytes) throws IOException {
      long before = out.bytes();
      try {
        return scanner.next(out, maxCells, maxBytes);
      } finally {
        take(new Cost(0, 0, 0, out.bytes() - before));
      }
    }
  }
}
