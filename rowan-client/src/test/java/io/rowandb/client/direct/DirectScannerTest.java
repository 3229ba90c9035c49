package io.rowandb.client.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.inprocess.CompleteDoor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows a, b, c in the first region, m, n in the second; n has five cells in two families. */
class DirectScannerTest extends DoorTest {
  @BeforeEach
  void fill() throws IOException {
    for (String row : new String[] {"a", "b", "c", "m"}) {
      table.put(put(row, "f:q", row));
    }
    Put wide = put("n", "f:1", "v");
    for (String column : new String[] {"2", "3", "4"}) {
      wide.addColumn(bytes("f"), bytes(column), bytes("v"));
    }
    table.put(wide.addColumn(bytes("g"), bytes("1"), bytes("w")));
  }

  @Test
  void allRowsInBothDirections() throws IOException {
    assertThat(rows(new Scan()))
        .containsExactly(
            "a{f:q=a}", "b{f:q=b}", "c{f:q=c}", "m{f:q=m}", "n{f:1=v f:2=v f:3=v f:4=v g:1=w}");
    assertThat(rows(new Scan().addColumn(bytes("f"), bytes("q")).setReversed(true)))
        .containsExactly("m{f:q=m}", "c{f:q=c}", "b{f:q=b}", "a{f:q=a}");
  }

  @Test
  void boundsOfEveryKind() throws IOException {
    Scan scan = new Scan().withStartRow(bytes("b")).withStopRow(bytes("m"));
    assertThat(rows(scan)).containsExactly("b{f:q=b}", "c{f:q=c}");
    scan = new Scan().withStartRow(bytes("b"), false).withStopRow(bytes("m"), true);
    assertThat(rows(scan)).containsExactly("c{f:q=c}", "m{f:q=m}");
    scan = new Scan().withStartRow(bytes("m")).withStopRow(bytes("b")).setReversed(true);
    assertThat(rows(scan)).containsExactly("m{f:q=m}", "c{f:q=c}");
    scan = new Scan().withStartRow(bytes("m"), false).withStopRow(bytes("b"), true);
    assertThat(rows(scan.setReversed(true))).containsExactly("c{f:q=c}", "b{f:q=b}");
    scan = new Scan().withStartRow(bytes("b")).withStopRow(bytes("b"));
    assertThat(rows(scan)).isEmpty();
    scan = new Scan().withStartRow(bytes("b")).withStopRow(bytes("b"), true);
    assertThat(rows(scan)).containsExactly("b{f:q=b}");
  }

  @Test
  void limitsCountRows() throws IOException {
    assertThat(rows(new Scan().setLimit(4))).hasSize(4);
    assertThat(rows(new Scan().withStartRow(bytes("m")).setLimit(2).setBatch(2)))
        .containsExactly("m{f:q=m}", "n{f:1=v f:2=v}+", "n{f:3=v f:4=v}+", "n{g:1=w}");
    assertThat(rows(new Scan().setLimit(1).setCaching(1).setOneRowLimit())).hasSize(1);
  }

  @Test
  void batchesCutRows() throws IOException {
    Scan scan = new Scan().withStartRow(bytes("n"));
    assertThat(rows(scan.setBatch(5))).containsExactly("n{f:1=v f:2=v f:3=v f:4=v g:1=w}");
    assertThat(rows(scan.setBatch(3))).containsExactly("n{f:1=v f:2=v f:3=v}+", "n{f:4=v g:1=w}");
  }

  /**
   * What follows the cut is deleted: the piece says more may come, yet the row is over, and counts.
   */
  @Test
  void aRowWhoseRestIsInvisibleCountsAgainstTheLimit() throws IOException {
    for (String row : List.of("x1", "x2", "x3")) {
      for (String qualifier : List.of("a", "b", "c", "d")) {
        table.put(put(row, "f:" + qualifier, "v"));
      }
      table.delete(
          new Delete(bytes(row))
              .addColumns(bytes("f"), bytes("c"))
              .addColumns(bytes("f"), bytes("d")));
    }
    Scan scan = new Scan().withStartRow(bytes("x1")).withStopRow(bytes("x9")).setBatch(2);
    assertThat(rows(new Scan(scan).setLimit(2)))
        .containsExactly("x1{f:a=v f:b=v}+", "x2{f:a=v f:b=v}+");
    assertThat(rows(scan)).hasSize(3);
  }

  @Test
  void partialResultsAreCutBySize() throws IOException {
    Scan scan = new Scan().withStartRow(bytes("n")).setMaxResultSize(1);
    assertThat(rows(scan)).containsExactly("n{f:1=v f:2=v f:3=v f:4=v g:1=w}");
    assertThat(rows(scan.setAllowPartialResults(true)))
        .containsExactly("n{f:1=v}+", "n{f:2=v}+", "n{f:3=v}+", "n{f:4=v}+", "n{g:1=w}");
  }

  @Test
  void familyLimitsAndOffsets() throws IOException {
    Scan scan = new Scan().withStartRow(bytes("n")).setMaxResultsPerColumnFamily(1);
    assertThat(rows(scan)).containsExactly("n{f:1=v g:1=w}");
    assertThat(rows(scan.setRowOffsetPerColumnFamily(1))).containsExactly("n{f:2=v}");
  }

  @Test
  void filtersOfOneRegionAndOfTheWholeScan() throws IOException {
    assertThat(rows(new Scan().setFilter(new PageFilter(1))))
        .containsExactly("a{f:q=a}", "m{f:q=m}");
    assertThat(rows(new Scan().setFilter(new WhileMatchFilter(new PrefixFilter(bytes("a"))))))
        .containsExactly("a{f:q=a}");
    assertThat(rows(new Scan().setFilter(new FirstKeyOnlyFilter())))
        .containsExactly("a{f:q=a}", "b{f:q=b}", "c{f:q=c}", "m{f:q=m}", "n{f:1=v}");
    assertThat(rows(new Scan().setFilter(new WhileMatchFilter(new PrefixFilter(bytes("m"))))))
        .isEmpty();
  }

  /** HBase's client then asks for no size, and an answer ends where the server says. */
  @ParameterizedTest
  @CsvSource({"0, 1000000", "-1, 1000000", "0, 0", "2000000, 0"})
  void withoutALimitOfBytesAFilterEndsItsRegionOnly(long clientBytes, long serverBytes)
      throws IOException {
    conf.setLong(HConstants.HBASE_CLIENT_SCANNER_MAX_RESULT_SIZE_KEY, clientBytes);
    conf.setLong(HConstants.HBASE_SERVER_SCANNER_MAX_RESULT_SIZE_KEY, serverBytes);
    assertThatAFilterEndsItsRegionOnly();
    CompleteDoor.configure(conf);
    assertThatAFilterEndsItsRegionOnly();
  }

  private void assertThatAFilterEndsItsRegionOnly() throws IOException {
    Filter notB = new RowFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(bytes("b")));
    try (Connection other = another()) {
      table = other.getTable(T);
      assertThat(rows(new Scan().setFilter(new WhileMatchFilter(notB))))
          .containsExactly("a{f:q=a}", "m{f:q=m}", "n{f:1=v f:2=v f:3=v f:4=v g:1=w}");
      assertThat(rows(new Scan().setAllowPartialResults(true))).hasSize(5);
    }
  }

  @Test
  void aFilterOfWholeRowsForbidsBatchesAndIgnoresPartialResults() throws IOException {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(bytes("f"), bytes("1"), CompareOperator.EQUAL, bytes("v"));
    filter.setFilterIfMissing(true);
    Scan partial = new Scan().setFilter(filter).setAllowPartialResults(true).setMaxResultSize(1);
    assertThat(rows(partial)).containsExactly("n{f:1=v f:2=v f:3=v f:4=v g:1=w}");
    Scan batched = new Scan().setBatch(2).setFilter(filter);
    try (ResultScanner scanner = table.getScanner(batched)) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Cannot set batch");
    }
  }

  @Test
  void metricsAreCountedWhenAskedFor() throws IOException {
    try (ResultScanner scanner = table.getScanner(new Scan().setScanMetricsEnabled(true))) {
      assertThat(scanner).hasSize(5);
      assertThat(scanner.getScanMetrics().countOfRegions.get()).isEqualTo(2);
      assertThat(scanner.getScanMetrics().countOfRowsScanned.get()).isEqualTo(5);
    }
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      assertThat(scanner.getScanMetrics()).isNull();
    }
  }

  @Test
  void aClosedOrFinishedScannerHasNoMoreRows() throws IOException {
    ResultScanner scanner = table.getScanner(new Scan());
    assertThat(scanner.next(3)).hasSize(3);
    assertThat(scanner.renewLease()).isTrue();
    scanner.close();
    assertThat(scanner.next()).isNull();
    assertThat(scanner.renewLease()).isFalse();
    scanner.close();
    ResultScanner finished = table.getScanner(bytes("g"));
    assertThat(finished.next(10)).hasSize(1);
    assertThat(finished.next()).isNull();
    assertThat(table.getScanner(bytes("g"), bytes("no")).next()).isNull();
  }

  @Test
  void anOpenScanIsNotDisturbedByFlushAndWrites() throws IOException {
    try (ResultScanner scanner = table.getScanner(new Scan().withStopRow(bytes("m")))) {
      assertThat(text(scanner.next())).isEqualTo("a{f:q=a}");
      table.put(put("bb", "f:q", "new"));
      connection.store().database().flush(io.rowandb.engine.catalog.TableName.of("t"));
      table.put(put("c", "f:q", "new"));
      assertThat(text(scanner.next())).isEqualTo("b{f:q=b}");
      assertThat(text(scanner.next())).isEqualTo("c{f:q=c}");
      assertThat(scanner.next()).isNull();
    }
  }

  @Test
  void failuresComeWithTheFirstRow() throws IOException {
    ResultScanner missing = none.getScanner(new Scan());
    assertThatThrownBy(missing::next).isInstanceOf(TableNotFoundException.class);
    ResultScanner unknown = table.getScanner(bytes("x"));
    assertThatThrownBy(unknown::next).isInstanceOf(NoSuchColumnFamilyException.class);
    assertThatThrownBy(() -> table.getScanner(bytes("x")).iterator().hasNext())
        .isInstanceOf(UncheckedIOException.class)
        .hasCauseInstanceOf(NoSuchColumnFamilyException.class);
    Scan raw = new Scan().setRaw(true).addColumn(bytes("f"), bytes("q"));
    assertThatThrownBy(() -> table.getScanner(raw).next())
        .isInstanceOf(DoNotRetryIOException.class);
    disable();
    assertThatThrownBy(() -> table.getScanner(new Scan()).next())
        .isInstanceOf(TableNotEnabledException.class);
  }

  @Test
  void theCallersScanIsNotKept() throws IOException {
    Scan scan = new Scan().withStopRow(bytes("b"));
    try (ResultScanner scanner = table.getScanner(scan)) {
      scan.withStopRow(bytes("zzz"));
      assertThat(scanner).hasSize(1);
    }
  }

  private void reopen() throws IOException {
    disable();
    enable();
  }

  /** The rows of a scan whose table is closed and opened before each of them. */
  private List<String> rowsReopening(Scan scan) throws IOException {
    List<String> found = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result next = scanner.next(); next != null; next = scanner.next()) {
        found.add(text(next));
        reopen();
      }
    }
    return found;
  }

  @Test
  void aScanGoesOnBehindItsLastRowWhenItsRegionWasReopened() throws IOException {
    List<Scan> scans =
        List.of(
            new Scan(),
            new Scan().setReversed(true),
            new Scan().setLimit(3),
            new Scan().setBatch(2),
            new Scan().setBatch(2).setReversed(true),
            new Scan().setBatch(3).setCaching(1),
            new Scan().setAllowPartialResults(true).setMaxResultSize(1),
            new Scan().setAllowPartialResults(true).setMaxResultSize(1).setLimit(5),
            new Scan().withStopRow(bytes("b"), true));
    for (Scan scan : scans) {
      List<String> undisturbed = rows(new Scan(scan));
      assertThat(undisturbed).isNotEmpty();
      assertThat(rowsReopening(scan)).as("%s", scan).isEqualTo(undisturbed);
    }
  }

  @Test
  void aRowWhoseRestIsInvisibleCountsOnceWhenItIsReadAgain() throws IOException {
    for (String row : List.of("x1", "x2", "x3")) {
      table.put(put(row, "f:a", "v"));
      table.put(put(row, "f:c", "v"));
      table.delete(new Delete(bytes(row)).addColumns(bytes("f"), bytes("c")));
    }
    Scan scan = new Scan().withStartRow(bytes("x1")).setBatch(1);
    assertThat(rowsReopening(scan)).containsExactly("x1{f:a=v}+", "x2{f:a=v}+", "x3{f:a=v}+");
    Scan partial = new Scan().withStartRow(bytes("x1")).setAllowPartialResults(true);
    partial.setMaxResultSize(1).setLimit(2);
    assertThat(rowsReopening(partial)).containsExactly("x1{f:a=v}+", "x2{f:a=v}+");
  }

  @Test
  void aCutRowGoesOnBehindItsLastCellThoughItChanged() throws IOException {
    Scan scan = new Scan().withStartRow(bytes("n")).setAllowPartialResults(true);
    try (ResultScanner scanner = table.getScanner(scan.setMaxResultSize(1))) {
      assertThat(text(scanner.next())).isEqualTo("n{f:1=v}+");
      assertThat(text(scanner.next())).isEqualTo("n{f:2=v}+");
      table.put(put("n", "f:0", "earlier"));
      table.put(put("n", "f:25", "later"));
      reopen();
      assertThat(text(scanner.next())).isEqualTo("n{f:25=later}+");
      table.delete(new Delete(bytes("n")));
      reopen();
      assertThat(scanner.next()).isNull();
    }
  }

  @Test
  void aScanMeetsTheTableThatTookThePlaceOfItsOwn() throws IOException {
    try (ResultScanner scanner = table.getScanner(new Scan());
        var admin = connection.getAdmin()) {
      assertThat(text(scanner.next())).isEqualTo("a{f:q=a}");
      disable();
      assertThatThrownBy(scanner::next).isInstanceOf(TableNotEnabledException.class);
      admin.truncateTable(T, true);
      table.put(put("a", "f:q", "new"));
      table.put(put("b", "f:q", "new"));
      assertThat(text(scanner.next())).isEqualTo("b{f:q=new}");
      disable();
      admin.deleteTable(T);
      assertThatThrownBy(scanner::next).isInstanceOf(TableNotFoundException.class);
    }
  }
}
