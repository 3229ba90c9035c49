package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables, rows, families, qualifiers, versions, and the order of all of them. */
class DataModelTest extends ConformanceTest {
  private static final long SEED = 20261121;

  @Test
  void f1_aMissingTableIsToldOnPutGetAndScan() throws IOException {
    try (Table none = connection.getTable(name)) {
      assertThatThrownBy(() -> none.put(put("r", "f:q=v")))
          .isInstanceOf(TableNotFoundException.class);
      assertThatThrownBy(() -> none.get(get())).isInstanceOf(TableNotFoundException.class);
      assertThatThrownBy(() -> none.delete(delete())).isInstanceOf(TableNotFoundException.class);
      assertThatThrownBy(
              () -> {
                try (ResultScanner rows = none.getScanner(new Scan())) {
                  assertThat(rows.next()).isNull();
                }
              })
          .isInstanceOf(TableNotFoundException.class);
      assertThatThrownBy(none::getDescriptor).isInstanceOf(TableNotFoundException.class);
    }
  }

  @Test
  void f2_rowKeysAreAnyBytes() throws IOException {
    create("f");
    byte[] longest = new byte[HConstants.MAX_ROW_LENGTH];
    Arrays.fill(longest, (byte) 'x');
    List<byte[]> keys =
        List.of(
            new byte[] {0},
            new byte[] {0, 0},
            new byte[] {(byte) 0xff},
            new byte[] {(byte) 0xff, (byte) 0xff, 0},
            bytes("键"),
            longest);
    for (byte[] key : keys) {
      table.put(new Put(key).addColumn(F, Q, key));
    }
    for (byte[] key : keys) {
      Result result = table.get(new Get(key));
      assertThat(result.getRow()).isEqualTo(key);
      assertThat(result.value()).isEqualTo(key);
    }
  }

  @Test
  void f2_emptyAndTooLongRowKeysAreRefused() {
    assertThatThrownBy(() -> new Put(new byte[0])).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Put(new byte[HConstants.MAX_ROW_LENGTH + 1]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Get(new byte[HConstants.MAX_ROW_LENGTH + 1]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void f3_rowsAreSortedByUnsignedBytes() throws IOException {
    create("f");
    Random random = new Random(SEED);
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      byte[] key = new byte[1 + random.nextInt(4)];
      random.nextBytes(key);
      keys.add(key);
    }
    List<Put> puts = new ArrayList<>();
    keys.forEach(key -> puts.add(new Put(key).addColumn(F, Q, key)));
    table.put(puts);
    List<String> expected = new ArrayList<>();
    keys.stream()
        .sorted(Arrays::compareUnsigned)
        .map(Bytes::toStringBinary)
        .distinct()
        .forEach(expected::add);
    assertThat(String.join(" ", expected)).isEqualTo(keys(new Scan()));
    Collections.reverse(expected);
    assertThat(String.join(" ", expected)).isEqualTo(keys(new Scan().setReversed(true)));
  }

  @Test
  void f4_anEmptyArrayIsTheStartAndTheEndOfTheKeySpace() throws IOException {
    create("f");
    table.put(List.of(put("a", "f:q@1=1"), put("b", "f:q@1=2"), put("c", "f:q@1=3")));
    Scan all =
        new Scan().withStartRow(HConstants.EMPTY_START_ROW).withStopRow(HConstants.EMPTY_END_ROW);
    assertThat(keys(all)).isEqualTo("a b c");
    assertThat(keys(new Scan().withStartRow(bytes("b")))).isEqualTo("b c");
    assertThat(keys(new Scan().withStopRow(bytes("b")))).isEqualTo("a");
  }

  @Test
  void f6_anUnknownFamilyIsRefused() throws IOException {
    create("f");
    assertThatThrownBy(() -> table.put(put("r", "nope:q=v")))
        .isInstanceOf(NoSuchColumnFamilyException.class);
    assertThatThrownBy(() -> table.get(get().addFamily(bytes("nope"))))
        .isInstanceOf(NoSuchColumnFamilyException.class);
    assertThatThrownBy(() -> table.delete(delete().addFamily(bytes("nope"))))
        .isInstanceOf(NoSuchColumnFamilyException.class);
    assertThatThrownBy(() -> scan(new Scan().addFamily(bytes("nope"))))
        .isInstanceOf(NoSuchColumnFamilyException.class);
    assertThatThrownBy(() -> table.increment(new Increment(ROW).addColumn(bytes("nope"), Q, 1)))
        .isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(read()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:b", ".a", "a/b", "a\u0001", ""})
  void f7_familyNamesThatCannotBeDirectoriesAreRefused(String family) {
    assertThatThrownBy(() -> ColumnFamilyDescriptorBuilder.of(family))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void f7_aTableNeedsAFamily() {
    assertThatThrownBy(() -> admin.createTable(descriptor(name)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("should have at least one column family");
  }

  @Test
  void f8_readingOneFamilyDoesNotShowTheOther() throws IOException {
    create("f", "g");
    write("f:q@1=a", "g:q@1=b");
    assertThat(read(get().addFamily(F))).isEqualTo("f:q@1=a");
    assertThat(read(get().addFamily(G))).isEqualTo("g:q@1=b");
    assertThat(read()).isEqualTo("f:q@1=a g:q@1=b");
  }

  @Test
  void f10_qualifiersAreAnyBytesAndMayBeEmpty() throws IOException {
    create("f");
    byte[] binary = {0, (byte) 0xff, ':', 0};
    table.put(
        new Put(ROW)
            .addColumn(F, new byte[0], 1, bytes("empty"))
            .addColumn(F, binary, 1, bytes("binary"))
            .addColumn(F, null, 2, bytes("null")));
    Result result = table.get(allVersions());
    assertThat(text(result)).isEqualTo("f:@2=null f:\\x00\\xFF:\\x00@1=binary");
    assertThat(result.getValue(F, null)).isEqualTo(bytes("null"));
    assertThat(read(get().addColumn(F, binary))).isEqualTo("f:\\x00\\xFF:\\x00@1=binary");
    assertThat(read(get().addColumn(F, null))).isEqualTo("f:@2=null");
  }

  @Test
  void f10_aThousandNewQualifiersNeedNoDeclaration() throws IOException {
    create("f");
    Put put = new Put(ROW);
    for (int i = 0; i < 1_000; i++) {
      put.addColumn(F, Bytes.toBytes(i), 1, Bytes.toBytes(-i));
    }
    table.put(put);
    Result result = table.get(get());
    assertThat(result.size()).isEqualTo(1_000);
    for (int i = 0; i < 1_000; i++) {
      assertThat(Bytes.toInt(result.getValue(F, Bytes.toBytes(i)))).isEqualTo(-i);
    }
  }

  @Test
  void f11_rowsHaveDifferentColumns() throws IOException {
    create("f", "g");
    table.put(put("a", "f:x@1=1"));
    table.put(put("b", "g:y@1=2", "f:z@1=3"));
    assertThat(scan(new Scan())).containsExactly("a f:x@1=1", "b f:z@1=3 g:y@1=2");
    assertThat(scan(new Scan().addColumn(F, bytes("x")))).containsExactly("a f:x@1=1");
  }

  @Test
  void f12_aColumnIsFamilyAndQualifier() throws IOException {
    create("contents", "anchor");
    write("contents:html@1=a", "anchor:html@1=b");
    Result result = table.get(get().addColumn(bytes("contents"), bytes("html")));
    assertThat(text(result)).isEqualTo("contents:html@1=a");
    assertThat(result.containsColumn(bytes("anchor"), bytes("html"))).isFalse();
  }

  @Test
  void f13_valuesAreOpaqueAndMayBeEmpty() throws IOException {
    create("f");
    byte[] value = new byte[100_000];
    new Random(SEED).nextBytes(value);
    table.put(new Put(ROW).addColumn(F, Q, value).addColumn(F, bytes("none"), new byte[0]));
    Result result = table.get(get());
    assertThat(result.getValue(F, Q)).isEqualTo(value);
    assertThat(result.getValue(F, bytes("none"))).isEmpty();
    assertThat(result.containsEmptyColumn(F, bytes("none"))).isTrue();
    assertThat(result.containsNonEmptyColumn(F, Q)).isTrue();
  }

  @Test
  void f14_timesMayBeAnyNumber() throws IOException {
    create(family("f", 10));
    long future = Long.MAX_VALUE - 1;
    write("f:q@555=a", "f:q@0=b", "f:q@" + future + "=c", "f:q@4102444800000=d");
    assertThat(read(allVersions()))
        .isEqualTo("f:q@" + future + "=c f:q@4102444800000=d f:q@555=a f:q@0=b");
  }

  @Test
  void f14_negativeTimesAreRefused() {
    assertThatThrownBy(() -> new Put(ROW).addColumn(F, Q, -1, Q))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Put(ROW, -1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void f14_theLatestTimestampIsReplacedByTheServersTime() throws IOException {
    create("f");
    long before = backend.clock().millis();
    table.put(new Put(ROW).addColumn(F, Q, HConstants.LATEST_TIMESTAMP, bytes("a")));
    long written = table.get(get()).rawCells()[0].getTimestamp();
    assertThat(written).isBetween(before, backend.clock().millis());
  }

  @Test
  void f15_versionsAreReadNewestFirst() throws IOException {
    create(family("f", 5));
    write("f:q@1=a", "f:q@2=b", "f:q@3=c", "f:q@4=d", "f:q@5=e");
    assertThat(read(allVersions())).isEqualTo("f:q@5=e f:q@4=d f:q@3=c f:q@2=b f:q@1=a");
  }

  @Test
  void f16_cellsAreSortedByRowFamilyQualifierAndTimeDescending() throws IOException {
    create(family("f", 100), family("g", 100), family("ff", 100));
    Random random = new Random(SEED);
    List<Put> puts = new ArrayList<>();
    List<byte[]> families = List.of(F, G, bytes("ff"));
    for (int i = 0; i < 500; i++) {
      puts.add(
          new Put(new byte[] {(byte) random.nextInt(256)})
              .addColumn(
                  families.get(random.nextInt(3)),
                  new byte[random.nextInt(3)],
                  random.nextInt(50),
                  Bytes.toBytes(i)));
    }
    table.put(puts);
    List<Cell> cells = new ArrayList<>();
    try (ResultScanner rows = table.getScanner(new Scan().readAllVersions())) {
      rows.forEach(row -> Collections.addAll(cells, row.rawCells()));
    }
    assertThat(cells).hasSizeGreaterThan(400).isSortedAccordingTo(CellComparator.getInstance());
  }

  @Test
  void f18_theWebtableExample() throws IOException {
    create(family("contents", 3), family("anchor", 3));
    table.put(put("com.cnn.www", "contents:html@3=v3", "contents:html@5=v5", "contents:html@6=v6"));
    table.put(put("com.cnn.www", "anchor:cnnsi.com@9=CNN", "anchor:my.look.ca@8=CNN.com"));
    Get at8 = new Get(bytes("com.cnn.www")).addColumn(bytes("contents"), bytes("html"));
    assertThat(read(at8.setTimestamp(8))).isEmpty();
    assertThat(read(new Get(bytes("com.cnn.www"))))
        .isEqualTo("anchor:cnnsi.com@9=CNN anchor:my.look.ca@8=CNN.com contents:html@6=v6");
  }

  @Test
  void f22_reversedDomainsSitTogether() throws IOException {
    create("f");
    for (String key : List.of("org.apache.www", "com.cnn.www", "org.apache.jira", "org.apachex")) {
      table.put(put(key, "f:q@1=v"));
    }
    assertThat(keys(new Scan().setStartStopRowForPrefixScan(bytes("org.apache."))))
        .isEqualTo("org.apache.jira org.apache.www");
  }

  @Test
  void f23_everyThreadReadsItsOwnWrites() throws Exception {
    create("f");
    int threads = 8;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        byte[] row = Bytes.toBytes(t);
        tasks.add(() -> lostOwnWrites(row));
      }
      for (Future<Integer> lost : pool.invokeAll(tasks)) {
        assertThat(lost.get()).isZero();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private int lostOwnWrites(byte[] row) throws IOException {
    int lost = 0;
    try (Table own = connection.getTable(name)) {
      for (int i = 0; i < 50; i++) {
        own.put(new Put(row).addColumn(F, Q, i, Bytes.toBytes(i)));
        lost += Bytes.toInt(own.get(new Get(row)).value()) == i ? 0 : 1;
      }
    }
    return lost;
  }

  @Test
  void f24_getThenPutLosesAnUpdateAndIncrementDoesNot() throws IOException {
    create("f");
    table.put(new Put(ROW).addColumn(F, Q, 1, Bytes.toBytes(0L)));
    long seenByOne = Bytes.toLong(table.get(get()).value());
    long seenByTheOther = Bytes.toLong(table.get(get()).value());
    table.put(new Put(ROW).addColumn(F, Q, 2, Bytes.toBytes(seenByOne + 1)));
    table.put(new Put(ROW).addColumn(F, Q, 3, Bytes.toBytes(seenByTheOther + 1)));
    assertThat(Bytes.toLong(table.get(get()).value())).isEqualTo(1);
    table.incrementColumnValue(ROW, F, Q, 1);
    assertThat(table.incrementColumnValue(ROW, F, Q, 1)).isEqualTo(3);
  }

  @Test
  void trap29_resultsAreSortedAndCarryNoSequenceIds() throws IOException {
    create("f", "a");
    write("f:z@1=1", "a:z@1=2", "f:a@1=3");
    Result result = table.get(get());
    assertThat(text(result)).isEqualTo("a:z@1=2 f:a@1=3 f:z@1=1");
    for (Cell cell : result.rawCells()) {
      assertThat(((ExtendedCell) cell).getSequenceId()).isZero();
      assertThat(((ExtendedCell) cell).getTagsLength()).isZero();
    }
    Map<String, Integer> sizes = new HashMap<>();
    result
        .getNoVersionMap()
        .forEach((family, columns) -> sizes.put(Bytes.toString(family), columns.size()));
    assertThat(sizes).isEqualTo(Map.of("a", 1, "f", 2));
  }
}
