package io.rowandb.client.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.ManualClock;
import io.rowandb.client.adapter.TableTraits;
import io.rowandb.client.filter.FilterLimit;
import io.rowandb.client.meta.MetaTable;
import io.rowandb.client.meta.RegionAccess;
import io.rowandb.client.service.RegionDirectory.Target;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.RegionInfo;
import io.rowandb.engine.region.RegionStats;
import io.rowandb.engine.region.RowCondition;
import io.rowandb.engine.scan.Progress;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ScannerLeasesTest {
  private static final ServiceLimits LIMITS =
      new ServiceLimits(1_000, 1 << 20, 3, 0, 1_000, 3, true, 30_000, 60_000, 10_000, false, false);
  private static final Progress WHOLE = Progress.ROW_COMPLETE;
  private static final Progress PIECE = Progress.ROW_CONTINUES;

  private final ManualClock clock = new ManualClock();
  private final ScannerLeases leases = new ScannerLeases(clock, LIMITS);

  @Test
  void aScannerTakenIsNotThereForAnother() throws IOException {
    OpenScanner scanner = open(new FakeRegion());
    leases.put(scanner);
    assertThat(leases.take(scanner.id())).isSameAs(scanner);
    assertThatThrownBy(() -> leases.take(scanner.id())).isInstanceOf(UnknownScannerException.class);
  }

  /** After a roll back of the store a stale id would else be another scanner's. */
  @Test
  void idsAreNotHandedOutAgainWhenTheClockWasSetBack() {
    long first = leases.newId();
    clock.advance(-clock.millis());
    assertThat(new ScannerLeases(clock, LIMITS).newId()).isGreaterThan(first);
    assertThat(new ScannerLeases(clock, LIMITS).newId()).isGreaterThan(first + 1);
  }

  @Test
  void whatIsNotUsedForItsLeaseIsClosedByTheNextScanner() throws IOException {
    FakeRegion idle = new FakeRegion();
    FakeRegion used = new FakeRegion();
    OpenScanner first = open(idle);
    OpenScanner second = open(used);
    leases.put(first);
    leases.put(second);
    clock.advance(600);
    leases.put(leases.take(second.id()));
    clock.advance(600);
    leases.put(open(new FakeRegion()));
    assertThat(idle.closed).isTrue();
    assertThat(used.closed).isFalse();
    assertThat(leases.count()).isEqualTo(2);
  }

  @Test
  void whatIsNotUsedForItsLeaseIsClosedByASweepToo() throws IOException {
    FakeRegion idle = new FakeRegion();
    FakeRegion used = new FakeRegion();
    OpenScanner second = open(used);
    leases.put(open(idle));
    clock.advance(999);
    leases.put(second);
    leases.sweep();
    assertThat(idle.closed).isFalse();
    clock.advance(1);
    leases.sweep();
    assertThat(idle.closed).isTrue();
    assertThat(used.closed).isFalse();
    assertThat(leases.holdsAny()).isTrue();
    assertThat(leases.take(second.id())).isSameAs(second);
    clock.advance(10_000);
    leases.sweep();
    assertThat(used.closed).as("it is with a call").isFalse();
    assertThat(leases.holdsAny()).isFalse();
  }

  @Test
  void aClockThatWasSetBackDoesNotKeepScannersForLonger() throws IOException {
    FakeRegion idle = new FakeRegion();
    leases.put(open(idle));
    clock.advance(-1_000_000);
    leases.sweep();
    clock.advance(1_000);
    leases.sweep();
    assertThat(idle.closed).isTrue();
  }

  @Test
  void oneTooManyClosesTheLongestUnused() throws IOException {
    FakeRegion[] regions = new FakeRegion[4];
    for (int i = 0; i < 4; i++) {
      regions[i] = new FakeRegion();
      leases.put(open(regions[i]));
      assertThat(leases.count()).isLessThanOrEqualTo(3);
    }
    assertThat(regions[0].closed).isTrue();
    assertThat(regions[1].closed).isFalse();
  }

  @Test
  void closingClosesAllAndRefusesMore() throws IOException {
    FakeRegion waiting = new FakeRegion();
    FakeRegion late = new FakeRegion();
    leases.put(open(waiting));
    OpenScanner working = open(late);
    leases.close();
    assertThat(waiting.closed).isTrue();
    assertThatThrownBy(() -> leases.put(working)).isInstanceOf(DoNotRetryIOException.class);
    assertThat(late.closed).isTrue();
  }

  /** The rest of a row may be invisible after a piece of it was read: the next row tells. */
  @Test
  void aRowWhoseRestNeverComesCountsAgainstTheLimit() throws IOException {
    FakeRegion region = new FakeRegion().add("a", PIECE).add("b", WHOLE).add("c", WHOLE);
    OpenScanner scanner = open(region);
    OpenScanner.Answer answer = scanner.next(10, 1, true, false);
    assertThat(rows(answer.results())).containsExactly("a");
    assertThat(answer.results().get(0).mayHaveMoreCellsInRow()).isTrue();
    assertThat(answer.limitReached()).isFalse();
    OpenScanner.Answer end = scanner.next(10, 1, true, false);
    assertThat(end.results()).isEmpty();
    assertThat(end.limitReached()).isTrue();
  }

  /** HBase's client joins pieces from call to call; inside one answer only the last may be one. */
  @Test
  void thePiecesOfOneRowAreOneRow() throws IOException {
    OpenScanner scanner =
        open(new FakeRegion().add("a", PIECE).add("a", PIECE).add("a", WHOLE).add("b", WHOLE));
    for (int i = 0; i < 2; i++) {
      OpenScanner.Answer piece = scanner.next(10, 1, true, false);
      assertThat(rows(piece.results())).containsExactly("a");
      assertThat(piece.results().get(0).mayHaveMoreCellsInRow()).isTrue();
      assertThat(piece.limitReached()).isFalse();
    }
    OpenScanner.Answer last = scanner.next(10, 1, true, false);
    assertThat(rows(last.results())).containsExactly("a");
    assertThat(last.limitReached()).isTrue();
  }

  @Test
  void theRegionMayEndBehindAPiece() throws IOException {
    OpenScanner scanner = open(new FakeRegion().add("a", PIECE));
    OpenScanner.Answer piece = scanner.next(10, 0, true, false);
    assertThat(piece.moreInRegion()).isTrue();
    assertThat(piece.results().get(0).mayHaveMoreCellsInRow()).isTrue();
    OpenScanner.Answer end = scanner.next(10, 0, true, false);
    assertThat(end.moreInRegion()).isFalse();
    assertThat(end.results()).isEmpty();
  }

  /** HBASE-21206: the client would keep the piece and close, and the piece would be lost. */
  @Test
  void anAnswerThatEndsTheRegionPromisesNoMoreOfARow() throws IOException {
    FakeRegion region = new FakeRegion().add("a", PIECE);
    OpenScanner.Answer answer = open(region, new Scan().setBatch(5)).next(10, 0, true, false);
    assertThat(answer.moreInRegion()).isFalse();
    assertThat(answer.results().get(0).mayHaveMoreCellsInRow()).isFalse();
  }

  private OpenScanner open(FakeRegion region) throws IOException {
    return open(region, new Scan());
  }

  private OpenScanner open(FakeRegion region, Scan scan) throws IOException {
    TableTraits traits = TableTraits.of(MetaTable.descriptor(), false, FilterLimit.NONE);
    Target target = new Target(MetaTable.NAME, region, traits);
    return OpenScanner.open(leases.newId(), target, scan, 0, LIMITS, clock);
  }

  private static List<String> rows(List<Result> results) {
    return results.stream().map(result -> Bytes.toString(result.getRow())).toList();
  }

  /** A region whose scan answers as it was told. */
  private static final class FakeRegion implements RegionAccess, RegionAccess.Cursor {
    private record Step(String row, Progress progress) {}

    private final Deque<Step> steps = new ArrayDeque<>();
    private boolean closed;

    FakeRegion add(String row, Progress progress) {
      steps.add(new Step(row, progress));
      return this;
    }

    @Override
    public Cursor scan(ScanSpec spec) {
      return this;
    }

    @Override
    public Progress next(CellBatch out, int maxCells, long maxBytes) {
      if (steps.isEmpty()) {
        return Progress.EXHAUSTED;
      }
      Step step = steps.remove();
      byte[] row = step.row().getBytes(java.nio.charset.StandardCharsets.UTF_8);
      out.add(CellCodec.cell(row, row, row, 1, CellType.PUT, row, 0));
      return step.progress();
    }

    @Override
    public long readPoint() {
      return 1;
    }

    @Override
    public boolean filterEndedScan() {
      return false;
    }

    @Override
    public void close() {
      closed = true;
    }

    @Override
    public RegionInfo info() {
      throw new AssertionError();
    }

    @Override
    public void get(ScanSpec spec, CellBatch out) {
      throw new AssertionError();
    }

    @Override
    public void write(RowMutation mutation) {
      throw new AssertionError();
    }

    @Override
    public IOException[] writeAll(List<RowMutation> mutations) {
      throw new AssertionError();
    }

    @Override
    public boolean update(List<RowMutation> mutations, RowCondition condition, CellBatch result) {
      throw new AssertionError();
    }

    @Override
    public boolean updateRows(List<RowMutation> mutations, List<RowCondition> conditions) {
      throw new AssertionError();
    }

    @Override
    public RegionStats stats() {
      throw new AssertionError();
    }
  }
}
