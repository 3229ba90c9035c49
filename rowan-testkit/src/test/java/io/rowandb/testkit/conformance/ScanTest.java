package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.Cursor;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.filter.IncompatibleFilterException;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans: ranges, directions, limits, and what of a row a result holds. */
class ScanTest extends ConformanceTest {
  /** Rows a to e in two regions that meet at c. */
  private void createLetters() throws IOException {
    createSplit(List.of("c"), family("f", 3));
    for (String row : List.of("a", "b", "c", "d", "e")) {
      table.put(put(row, "f:q@1=" + row));
    }
  }

  @Test
  void f39_theStartIsInclusiveAndTheStopExclusive() throws IOException {
    createLetters();
    assertThat(keys(new Scan().withStartRow(bytes("b")).withStopRow(bytes("d")))).isEqualTo("b c");
    assertThat(keys(new Scan().withStartRow(bytes("bb")).withStopRow(bytes("cc")))).isEqualTo("c");
    assertThat(keys(new Scan().withStartRow(bytes("x")))).isEmpty();
    assertThat(keys(new Scan().withStopRow(bytes("a")))).isEmpty();
  }

  @Test
  void f39_bothEndsMayBeOtherwise() throws IOException {
    createLetters();
    assertThat(keys(new Scan().withStartRow(bytes("b"), false).withStopRow(bytes("d"), true)))
        .isEqualTo("c d");
    assertThat(keys(new Scan().withStartRow(bytes("c"), false))).isEqualTo("d e");
    assertThat(keys(new Scan().withStopRow(bytes("b"), true))).isEqualTo("a b");
  }

  @Test
  void f41_e5_aStopRowBehindTheNameCutsOffTheRowsThatBeginWithIt() throws IOException {
    create("f");
    for (String row : List.of("row", "row1", "row2", "rox")) {
      table.put(put(row, "f:q@1=v"));
    }
    byte[] stop = Bytes.add(bytes("row"), new byte[] {0});
    assertThat(keys(new Scan().withStartRow(bytes("row")).withStopRow(stop))).isEqualTo("row");
    assertThat(keys(new Scan().setStartStopRowForPrefixScan(bytes("row"))))
        .isEqualTo("row row1 row2");
  }

  @Test
  void f41_aPrefixOfHighBytesHasNoStop() throws IOException {
    create("f");
    byte[] high = {(byte) 0xff, (byte) 0xff};
    table.put(new Put(high).addColumn(F, Q, Q));
    table.put(new Put(Bytes.add(high, Q)).addColumn(F, Q, Q));
    table.put(put("a", "f:q=v"));
    assertThat(keys(new Scan().setStartStopRowForPrefixScan(high)))
        .isEqualTo("\\xFF\\xFF \\xFF\\xFFq");
  }

  @Test
  void trap20_aRangeFromARowToItselfIsEmptyUnlessTheStopIsInclusive() throws IOException {
    createLetters();
    byte[] b = bytes("b");
    assertThat(keys(new Scan().withStartRow(b).withStopRow(b))).isEmpty();
    assertThat(keys(new Scan().withStartRow(b).withStopRow(b, true))).isEqualTo("b");
    assertThat(keys(new Scan().withStartRow(b, false).withStopRow(b, true))).isEmpty();
    assertThat(keys(new Scan().withStartRow(b).withStopRow(bytes("a")))).isEmpty();
  }

  @Test
  void trap20_reversedScansBeginAtTheGreatestRowAtOrBeforeTheStart() throws IOException {
    createLetters();
    Scan reversed = new Scan().setReversed(true);
    assertThat(keys(new Scan(reversed))).isEqualTo("e d c b a");
    assertThat(keys(new Scan(reversed).withStartRow(bytes("cc")))).isEqualTo("c b a");
    assertThat(keys(new Scan(reversed).withStartRow(bytes("d")).withStopRow(bytes("b"))))
        .isEqualTo("d c");
    assertThat(
            keys(new Scan(reversed).withStartRow(bytes("d"), false).withStopRow(bytes("b"), true)))
        .isEqualTo("c b");
    assertThat(keys(new Scan(reversed).withStartRow(bytes("b")).withStopRow(bytes("b"), true)))
        .isEqualTo("b");
    assertThat(keys(new Scan(reversed).withStartRow(bytes("b")).withStopRow(bytes("d")))).isEmpty();
  }

  @Test
  void trap20_reversedRowsKeepTheOrderOfTheirCells() throws IOException {
    create(family("f", 3));
    table.put(put("a", "f:x@1=1", "f:x@2=2", "f:y@1=3"));
    table.put(put("b", "f:x@1=4", "f:z@1=5"));
    flush();
    table.put(put("b", "f:a@1=6"));
    assertThat(scan(new Scan().setReversed(true).readAllVersions()))
        .containsExactly("b f:a@1=6 f:x@1=4 f:z@1=5", "a f:x@2=2 f:x@1=1 f:y@1=3");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void trap26_cachingChangesNothing(int caching) throws IOException {
    createLetters();
    assertThat(keys(new Scan().setCaching(caching))).isEqualTo("a b c d e");
    assertThat(keys(new Scan().setCaching(caching).setReversed(true))).isEqualTo("e d c b a");
    assertThat(keys(new Scan().setCaching(caching).setMaxResultSize(1))).isEqualTo("a b c d e");
  }

  @Test
  void trap26_aLimitCountsRowsOverRegions() throws IOException {
    createLetters();
    assertThat(keys(new Scan().setLimit(3))).isEqualTo("a b c");
    assertThat(keys(new Scan().setLimit(1).setCaching(10))).isEqualTo("a");
    assertThat(keys(new Scan().setLimit(4).setCaching(1).setReversed(true))).isEqualTo("e d c b");
    assertThat(keys(new Scan().setOneRowLimit())).isEqualTo("a");
  }

  @Test
  void trap26_aBatchCutsRowsIntoPieces() throws IOException {
    create("f", "g");
    table.put(put("a", "f:1@1=1", "f:2@1=2", "f:3@1=3", "g:1@1=4", "g:2@1=5"));
    table.put(put("b", "f:1@1=6"));
    assertThat(scan(new Scan().setBatch(2)))
        .containsExactly("a f:1@1=1 f:2@1=2", "a f:3@1=3 g:1@1=4", "a g:2@1=5", "b f:1@1=6");
    assertThat(scan(new Scan().setBatch(5)))
        .containsExactly("a f:1@1=1 f:2@1=2 f:3@1=3 g:1@1=4 g:2@1=5", "b f:1@1=6");
    try (ResultScanner pieces = table.getScanner(new Scan().setBatch(2))) {
      assertThat(pieces.next().mayHaveMoreCellsInRow()).isTrue();
      assertThat(pieces.next().mayHaveMoreCellsInRow()).isTrue();
      assertThat(pieces.next().mayHaveMoreCellsInRow()).isFalse();
    }
  }

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "the model cuts no row by its size")
  void trap26_partialResultsAddUpToTheRow() throws IOException {
    create("f");
    Put wide = new Put(bytes("a"));
    for (int i = 0; i < 50; i++) {
      wide.addColumn(F, Bytes.toBytes(i), 1, new byte[100]);
    }
    table.put(wide);
    table.put(put("b", "f:q@1=v"));
    List<Result> parts = new ArrayList<>();
    Scan partial = new Scan().setAllowPartialResults(true).setMaxResultSize(500);
    try (ResultScanner rows = table.getScanner(partial)) {
      for (Result part = rows.next(); part != null; part = rows.next()) {
        parts.add(part);
      }
    }
    assertThat(parts).hasSizeGreaterThan(2);
    assertThat(parts.stream().mapToInt(Result::size).sum()).isEqualTo(51);
    assertThat(parts.get(0).mayHaveMoreCellsInRow()).isTrue();
    Result whole = Result.createCompleteResult(parts.subList(0, parts.size() - 1));
    assertThat(whole.size()).isEqualTo(50);

    assertThat(scan(new Scan().setMaxResultSize(500)))
        .as("without partial results rows are whole")
        .hasSize(2);
  }

  @Test
  void trap17_aFilterOfWholeRowsAndABatchDoNotGoTogether() {
    Scan scan =
        new Scan()
            .setFilter(
                new SingleColumnValueExcludeFilter(
                    F, Q, org.apache.hadoop.hbase.CompareOperator.EQUAL, Q));
    assertThatThrownBy(() -> scan.setBatch(1)).isInstanceOf(IncompatibleFilterException.class);
    assertThat(new Scan().setFilter(new PageFilter(1)).getBatch()).isEqualTo(-1);
  }

  @Test
  void trap25_aScannerDoesNotSeeWhatIsWrittenAfterItBegan() throws IOException {
    create(family("f", 3));
    table.put(List.of(put("a", "f:q@1=1"), put("b", "f:q@1=2"), put("c", "f:q@1=3")));
    try (ResultScanner rows = table.getScanner(new Scan().setCaching(1))) {
      assertThat(text(rows.next())).isEqualTo("f:q@1=1");
      table.put(put("b", "f:q@2=new"));
      table.put(put("bb", "f:q@2=new"));
      table.delete(new org.apache.hadoop.hbase.client.Delete(bytes("c")));
      flush();
      assertThat(text(rows.next())).isEqualTo("f:q@1=2");
      assertThat(text(rows.next())).isEqualTo("f:q@1=3");
      assertThat(rows.next()).isNull();
    }
  }

  @Test
  void trap25_aRowIsWrittenWholeOverFamilies() throws Exception {
    create("f", "g");
    Thread writer =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 200; i++) {
                  table.put(put("r", "f:q@1=" + i, "g:q@1=" + i));
                }
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            },
            "row-writer");
    writer.start();
    try {
      while (writer.isAlive()) {
        Result row = table.get(get());
        if (!row.isEmpty()) {
          assertThat(row.getValue(F, Q)).isEqualTo(row.getValue(G, Q));
        }
      }
    } finally {
      writer.join();
    }
  }

  @Test
  void f40_aClosedScannerGivesNothingMore() throws IOException {
    createLetters();
    ResultScanner rows = table.getScanner(new Scan().setCaching(1));
    assertThat(rows.next()).isNotNull();
    rows.close();
    rows.close();
    ResultScanner never = table.getScanner(new Scan());
    never.close();
    try (ResultScanner other = table.getScanner(new Scan())) {
      assertThat(other.next(10)).hasSize(5);
      assertThat(other.next(10)).isEmpty();
      assertThat(other.next()).isNull();
    }
  }

  @Test
  void nextTakesSeveralAndTheIteratorAll() throws IOException {
    createLetters();
    try (ResultScanner rows = table.getScanner(F)) {
      assertThat(rows.next(2))
          .extracting(ConformanceTest::text)
          .containsExactly("f:q@1=a", "f:q@1=b");
      assertThat(rows.next(0)).isEmpty();
      List<String> rest = new ArrayList<>();
      rows.forEach(row -> rest.add(Bytes.toString(row.getRow())));
      assertThat(rest).containsExactly("c", "d", "e");
    }
    try (ResultScanner rows = table.getScanner(F, Q)) {
      assertThat(rows).hasSize(5);
    }
    try (ResultScanner rows = table.getScanner(F, bytes("other"))) {
      assertThat(rows).isEmpty();
    }
  }

  @Test
  void aScanTakesColumnsOfSeveralFamilies() throws IOException {
    create("f", "g");
    table.put(put("a", "f:1@1=1", "f:2@1=2", "g:1@1=3"));
    table.put(put("b", "g:2@1=4"));
    assertThat(scan(new Scan().addColumn(F, bytes("2")).addFamily(G)))
        .containsExactly("a f:2@1=2 g:1@1=3", "b g:2@1=4");
    assertThat(scan(new Scan().addFamily(F))).containsExactly("a f:1@1=1 f:2@1=2");
  }

  @Test
  void trap21_limitAndOffsetOfAFamilyHoldForEachRow() throws IOException {
    create(family("f"), family("g"));
    table.put(put("a", "f:1@1=1", "f:2@1=2", "f:3@1=3", "g:1@1=4"));
    table.put(put("b", "f:1@1=5", "g:1@1=6", "g:2@1=7"));
    assertThat(scan(new Scan().setMaxResultsPerColumnFamily(1)))
        .containsExactly("a f:1@1=1 g:1@1=4", "b f:1@1=5 g:1@1=6");
    assertThat(scan(new Scan().setRowOffsetPerColumnFamily(1).setMaxResultsPerColumnFamily(1)))
        .containsExactly("a f:2@1=2", "b g:2@1=7");
  }

  @Test
  void versionsAndTimesOfAScan() throws IOException {
    create(family("f", 3));
    table.put(put("a", "f:q@1=1", "f:q@2=2", "f:q@3=3"));
    table.put(put("b", "f:q@3=4"));
    assertThat(scan(new Scan().readVersions(2))).containsExactly("a f:q@3=3 f:q@2=2", "b f:q@3=4");
    assertThat(scan(new Scan().setTimeRange(1, 3))).containsExactly("a f:q@2=2");
    assertThat(scan(new Scan().setTimestamp(1))).containsExactly("a f:q@1=1");
  }

  @Test
  @Needs(value = Capability.FULL_CLIENT, because = "nothing is counted")
  void scanMetricsCountRowsAndRegions() throws IOException {
    createLetters();
    try (ResultScanner rows = table.getScanner(new Scan().setScanMetricsEnabled(true))) {
      assertThat(rows).hasSize(5);
      ScanMetrics metrics = rows.getScanMetrics();
      assertThat(metrics.countOfRegions.get()).isEqualTo(2);
      assertThat(metrics.countOfRowsScanned.get()).isEqualTo(5);
    }
    try (ResultScanner rows = table.getScanner(new Scan())) {
      assertThat(rows.next()).isNotNull();
      assertThat(rows.getScanMetrics()).isNull();
    }
  }

  @Test
  void trap26_askingForCursorsChangesNoRow() throws IOException {
    createLetters();
    List<String> keys = new ArrayList<>();
    try (ResultScanner rows = table.getScanner(new Scan().setNeedCursorResult(true))) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        if (row.isCursor()) {
          Cursor cursor = row.getCursor();
          assertThat(cursor.getRow()).isNotEmpty();
        } else {
          keys.add(Bytes.toString(row.getRow()));
        }
      }
    }
    assertThat(keys).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  void aScannerOutlivesTheTablesFlushAndCompaction() throws IOException {
    createLetters();
    flush();
    try (ResultScanner rows = table.getScanner(new Scan().setCaching(1))) {
      assertThat(text(rows.next())).isEqualTo("f:q@1=a");
      table.put(put("b", "f:q@9=later"));
      majorCompact();
      assertThat(text(rows.next())).isEqualTo("f:q@1=b");
      assertThat(text(rows.next())).isEqualTo("f:q@1=c");
    }
  }

  @Test
  void f39_manyRowsInMemoryAndInFilesAreOneSequence() throws IOException {
    create(family("f", 2));
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      String row = String.format("%03d", i);
      table.put(put(row, "f:q@1=" + i));
      expected.add(row);
      if (i % 50 == 49) {
        flush();
      }
    }
    table.put(put("060", "f:q@2=new"));
    expected.remove("007");
    table.delete(new org.apache.hadoop.hbase.client.Delete(bytes("007")));
    assertThat(keys(new Scan().setCaching(7))).isEqualTo(String.join(" ", expected));
    assertThat(read(new org.apache.hadoop.hbase.client.Get(bytes("060")).readAllVersions()))
        .isEqualTo("f:q@2=new f:q@1=60");
  }

  @Test
  void anIdleScannerIsRenewed() throws IOException {
    createLetters();
    try (ResultScanner rows = table.getScanner(new Scan().setCaching(1))) {
      assertThat(rows.next()).isNotNull();
      assertThat(rows.renewLease()).isTrue();
      assertThat(text(rows.next())).isEqualTo("f:q@1=b");
    } catch (UnknownScannerException e) {
      throw new AssertionError("the lease had just been renewed", e);
    }
  }

  @Test
  void aSmallScanAnswersTheSame() throws IOException {
    createLetters();
    assertThat(keys(new Scan().setReadType(Scan.ReadType.PREAD).setLimit(2))).isEqualTo("a b");
    assertThat(keys(new Scan().setReadType(Scan.ReadType.STREAM))).isEqualTo("a b c d e");
  }

  @Test
  void attributesAndIdsTravelAlong() throws IOException {
    createLetters();
    Scan scan = new Scan().setId("mine").setAttribute("a", bytes("b"));
    assertThat(keys(scan)).isEqualTo("a b c d e");
    assertThat(scan.getId()).isEqualTo("mine");
  }
}
