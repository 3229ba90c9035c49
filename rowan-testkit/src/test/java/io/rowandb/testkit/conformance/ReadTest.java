package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Puts and gets: versions, times, and what a get can ask for. */
class ReadTest extends ConformanceTest {
  @Test
  void f27_putGetDeleteAndScanOnATable() throws IOException {
    create("f");
    table.put(put("r", "f:q@1=v"));
    assertThat(read()).isEqualTo("f:q@1=v");
    assertThat(scan(new Scan())).containsExactly("r f:q@1=v");
    table.delete(delete());
    assertThat(read()).isEmpty();
    assertThat(scan(new Scan())).isEmpty();
  }

  @Test
  void f28_aGetIsAScanOfOneRow() throws IOException {
    create(family("f", 20), family("g", 1));
    Random random = new Random(28);
    for (int i = 0; i < 300; i++) {
      table.put(
          put(
              "r" + random.nextInt(10),
              (random.nextBoolean() ? "f:" : "g:")
                  + random.nextInt(5)
                  + "@"
                  + random.nextInt(20)
                  + "="
                  + i));
    }
    // A server may flush by itself between the two reads, and a flush drops what is more than the
    // family's versions; a range whose end hides newer versions shows that. So f keeps every
    // version, and the range of g has no end within its times.
    for (int i = 0; i < 10; i++) {
      Get get = new Get(bytes("r" + i)).readVersions(2).setTimeRange(3, 20);
      get.setColumnFamilyTimeRange(F, 3, 17);
      List<String> scanned = scan(new Scan(get));
      assertThat(scanned).containsExactly("r" + i + " " + read(get));
    }
  }

  @Test
  void f29_theNewestVersionIsTheOneWithTheGreatestTime() throws IOException {
    create("f");
    write("f:q@20=a", "f:q@10=b");
    assertThat(read()).isEqualTo("f:q@20=a");
  }

  @Test
  void f30_readVersionsGivesTheNewestOnes() throws IOException {
    create(family("f", 5));
    write("f:q@1=a", "f:q@2=b", "f:q@3=c", "f:q@4=d", "f:q@5=e");
    Result result = table.get(get().readVersions(3));
    assertThat(text(result)).isEqualTo("f:q@5=e f:q@4=d f:q@3=c");
    assertThat(result.getColumnCells(F, Q)).hasSize(3);
    assertThat(result.getColumnLatestCell(F, Q).getTimestamp()).isEqualTo(5);
    assertThatThrownBy(() -> get().readVersions(0)).isInstanceOf(IOException.class);
  }

  @Test
  void f30_moreVersionsThanTheFamilyKeepsAreNotThere() throws IOException {
    create(family("f", 2));
    write("f:q@1=a", "f:q@2=b", "f:q@3=c");
    assertThat(read(get().readVersions(10))).isEqualTo("f:q@3=c f:q@2=b");
  }

  @Test
  void f31_aTimeRangeIsHalfOpen() throws IOException {
    create(family("f", 5));
    write("f:q@1=a", "f:q@2=b", "f:q@3=c", "f:q@4=d");
    assertThat(read(allVersions().setTimeRange(2, 4))).isEqualTo("f:q@3=c f:q@2=b");
    assertThat(read(allVersions().setTimeRange(4, 5))).isEqualTo("f:q@4=d");
    assertThat(read(allVersions().setTimeRange(2, 2))).isEmpty();
    assertThat(read(allVersions().setTimestamp(3))).isEqualTo("f:q@3=c");
    assertThatThrownBy(() -> get().setTimeRange(4, 3)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> get().setTimeRange(-1, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void f31_aFamilyMayHaveATimeRangeOfItsOwn() throws IOException {
    create(family("f", 5), family("g", 5));
    write("f:q@1=a", "f:q@2=b", "g:q@1=c", "g:q@2=d");
    assertThat(read(allVersions().setColumnFamilyTimeRange(F, 0, 2)))
        .isEqualTo("f:q@1=a g:q@2=d g:q@1=c");
    assertThat(read(allVersions().setTimeRange(2, 3).setColumnFamilyTimeRange(F, 0, 2)))
        .isEqualTo("f:q@1=a g:q@2=d");
    assertThat(scan(new Scan().readAllVersions().setColumnFamilyTimeRange(G, 2, 9)))
        .containsExactly("r f:q@2=b f:q@1=a g:q@2=d");
  }

  @Test
  void f32_theNewestVersionAtOrBeforeATime() throws IOException {
    create(family("f", 5));
    write("f:q@10=a", "f:q@20=b", "f:q@30=c");
    assertThat(read(get().setTimeRange(0, 26))).isEqualTo("f:q@20=b");
    assertThat(read(get().setTimeRange(0, 21))).isEqualTo("f:q@20=b");
    assertThat(read(get().setTimeRange(0, 20))).isEqualTo("f:q@10=a");
  }

  @Test
  void f33_aPutWithoutATimeGetsTheServers() throws IOException {
    create(family("f", 3));
    long before = backend.clock().millis();
    write("f:q=a");
    backend.tick();
    write("f:q=b");
    Result result = table.get(allVersions());
    assertThat(values(result)).isEqualTo("f:q=b f:q=a");
    assertThat(result.rawCells()[1].getTimestamp()).isBetween(before, backend.clock().millis());
  }

  @Test
  void f34_aPutsOwnTimeIsForItsColumnsWithoutOne() throws IOException {
    create("f");
    table.put(
        new Put(ROW, 7)
            .addColumn(F, bytes("a"), bytes("1"))
            .addColumn(F, bytes("b"), 9, bytes("2")));
    assertThat(read()).isEqualTo("f:a@7=1 f:b@9=2");
  }

  @Test
  void f35_toOverwriteAllMustBeEqual() throws IOException {
    create(family("f", 5));
    write("f:q@1=a", "f:q@1=b", "f:q@2=c");
    assertThat(read(allVersions())).isEqualTo("f:q@2=c f:q@1=b");
  }

  @Test
  void f36_ofSeveralWritesOfOneVersionTheLastIsKept() throws IOException {
    create(family("f", 5));
    write("f:q@1=a");
    flush();
    write("f:q@1=b");
    flush();
    write("f:q@1=c");
    assertThat(read(allVersions())).isEqualTo("f:q@1=c");
    flush();
    assertThat(read(allVersions())).isEqualTo("f:q@1=c");
    backend.compact(name);
    assertThat(read(allVersions())).isEqualTo("f:q@1=c");
    majorCompact();
    assertThat(read(allVersions())).isEqualTo("f:q@1=c");
    assertThat(readRaw()).isEqualTo("r f:q@1=c");
  }

  @Test
  void f37_versionsMayBeWrittenInAnyOrder() throws IOException {
    create(family("f", 5));
    write("f:q@3=c", "f:q@1=a", "f:q@5=e", "f:q@2=b", "f:q@4=d");
    assertThat(read(allVersions())).isEqualTo("f:q@5=e f:q@4=d f:q@3=c f:q@2=b f:q@1=a");
    flush();
    assertThat(read(allVersions())).isEqualTo("f:q@5=e f:q@4=d f:q@3=c f:q@2=b f:q@1=a");
  }

  @Test
  void trap10_insideOnePutTheLaterColumnWins() throws IOException {
    create(family("f", 5));
    table.put(put("r", "f:q@1=a", "f:q@1=b"));
    assertThat(read(allVersions())).isEqualTo("f:q@1=b");
    assertThat(readRaw()).isEqualTo("r f:q@1=b");
    flush();
    assertThat(readRaw()).isEqualTo("r f:q@1=b");
  }

  @Test
  void trap10_anOverwriteAcrossAFlushIsOneVersionInARawScan() throws IOException {
    create(family("f", 5));
    write("f:q@1=a");
    flush();
    write("f:q@1=b");
    assertThat(readRaw()).isEqualTo("r f:q@1=b");
  }

  @Test
  void trap4_theTimeRangeComesBeforeTheCountOfVersions() throws IOException {
    create(family("f", 1));
    write("f:q@1=a", "f:q@2=b");
    assertThat(read(get().setTimeRange(0, 2))).isEqualTo("f:q@1=a");
    assertThat(read(get().setTimestamp(1))).isEqualTo("f:q@1=a");
    flush();
    assertThat(read(get().setTimeRange(0, 2))).isEmpty();
    assertThat(read(get().setTimestamp(1))).isEmpty();
  }

  @Test
  void trap27_hintsChangeNoAnswer() throws IOException {
    create("f");
    write("f:q@1=a");
    Get get =
        get()
            .setCacheBlocks(false)
            .setConsistency(Consistency.TIMELINE)
            .setIsolationLevel(IsolationLevel.READ_UNCOMMITTED)
            .setPriority(200);
    Result result = table.get(get);
    assertThat(text(result)).isEqualTo("f:q@1=a");
    assertThat(result.isStale()).isFalse();
    for (Scan.ReadType type : Scan.ReadType.values()) {
      Scan scan =
          new Scan()
              .setReadType(type)
              .setCacheBlocks(false)
              .setIsolationLevel(IsolationLevel.READ_UNCOMMITTED)
              .setConsistency(Consistency.TIMELINE)
              .setAsyncPrefetch(true);
      assertThat(scan(scan)).containsExactly("r f:q@1=a");
    }
  }

  @Test
  void trap28_existenceOnlyTellsWithoutCells() throws IOException {
    create("f");
    write("f:q@1=a");
    Result there = table.get(get().setCheckExistenceOnly(true));
    assertThat(there.getExists()).isTrue();
    assertThat(there.isEmpty()).isTrue();
    Result absent = table.get(new Get(bytes("none")).setCheckExistenceOnly(true));
    assertThat(absent.getExists()).isFalse();
    assertThat(table.exists(get())).isTrue();
    assertThat(table.exists(get().addColumn(F, bytes("none")))).isFalse();
    assertThat(table.exists(List.of(get(), new Get(bytes("none"))))).containsExactly(true, false);
  }

  @Test
  void anAbsentRowIsAnEmptyResult() throws IOException {
    create("f");
    Result result = table.get(get());
    assertThat(result.isEmpty()).isTrue();
    assertThat(result.getRow()).isNull();
    assertThat(result.value()).isNull();
    assertThat(result.getExists()).isNull();
    assertThat(result.rawCells()).isEmpty();
    assertThat(table.exists(get())).isFalse();
  }

  @Test
  void severalGetsAreAnsweredInTheirOrder() throws IOException {
    createSplit(List.of("m"), family("f"));
    table.put(List.of(put("a", "f:q@1=1"), put("z", "f:q@1=2")));
    List<Get> gets = new ArrayList<>();
    for (String row : List.of("z", "none", "a", "z")) {
      gets.add(new Get(bytes(row)));
    }
    Result[] results = table.get(gets);
    assertThat(results).hasSize(4);
    assertThat(text(results[0])).isEqualTo("f:q@1=2");
    assertThat(results[1].isEmpty()).isTrue();
    assertThat(text(results[2])).isEqualTo("f:q@1=1");
    assertThat(text(results[3])).isEqualTo("f:q@1=2");
    assertThat(table.get(List.<Get>of())).isEmpty();
  }

  @Test
  void aGetTakesColumnsOfSeveralFamilies() throws IOException {
    create("f", "g");
    write("f:a@1=1", "f:b@1=2", "f:c@1=3", "g:a@1=4", "g:b@1=5");
    assertThat(read(get().addColumn(F, bytes("a")).addColumn(F, bytes("c")).addFamily(G)))
        .isEqualTo("f:a@1=1 f:c@1=3 g:a@1=4 g:b@1=5");
    assertThat(read(get().addColumn(F, bytes("a")).addFamily(F)))
        .as("the whole family after a column of it")
        .isEqualTo("f:a@1=1 f:b@1=2 f:c@1=3");
    assertThat(read(get().addColumn(F, bytes("absent")))).isEmpty();
  }

  @Test
  void trap21_limitAndOffsetCountTheCellsOfEachFamily() throws IOException {
    create("f", "g");
    write("f:a@1=1", "f:b@1=2", "f:c@1=3", "g:a@1=4", "g:b@1=5", "g:c@1=6");
    assertThat(read(get().setMaxResultsPerColumnFamily(2)))
        .isEqualTo("f:a@1=1 f:b@1=2 g:a@1=4 g:b@1=5");
    assertThat(read(get().setMaxResultsPerColumnFamily(1).setRowOffsetPerColumnFamily(1)))
        .isEqualTo("f:b@1=2 g:b@1=5");
    assertThat(read(get().setRowOffsetPerColumnFamily(2))).isEqualTo("f:c@1=3 g:c@1=6");
  }

  @Test
  void valuesBehindAnOffsetAreCutOut() throws IOException {
    create("f");
    byte[] buffer = bytes("xxrowxx");
    table.put(new Put(buffer, 2, 3).addColumn(F, Q, 1, bytes("v")));
    assertThat(read(new Get(bytes("row")))).isEqualTo("f:q@1=v");
    assertThat(Bytes.toString(table.get(new Get(buffer, 2, 3)).getRow())).isEqualTo("row");
  }
}
