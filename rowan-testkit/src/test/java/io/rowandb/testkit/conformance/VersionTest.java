package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** How many versions a family keeps, and for how long. */
class VersionTest extends ConformanceTest {
  @Test
  void f53_aFamilyKeepsOneVersionUnlessItIsTold() throws IOException {
    create("f");
    write("f:q@1=a", "f:q@2=b");
    assertThat(read(allVersions())).isEqualTo("f:q@2=b");
    assertThat(table.getDescriptor().getColumnFamily(F).getMaxVersions()).isEqualTo(1);
  }

  @Test
  void f53_flushAndCompactionPruneToTheFamilysVersions() throws IOException {
    create(family("f", 2));
    write("f:q@1=a", "f:q@2=b", "f:q@3=c");
    assertThat(readRaw()).isEqualTo("r f:q@3=c f:q@2=b f:q@1=a");
    flush();
    assertThat(readRaw()).isEqualTo("r f:q@3=c f:q@2=b");
    write("f:q@4=d");
    flush();
    assertThat(readRaw()).isEqualTo("r f:q@4=d f:q@3=c f:q@2=b");
    majorCompact();
    assertThat(readRaw()).isEqualTo("r f:q@4=d f:q@3=c");
  }

  @Test
  void f53_lessVersionsAfterChangingTheFamily() throws IOException {
    create(family("f", 3));
    write("f:q@1=a", "f:q@2=b", "f:q@3=c");
    admin.modifyColumnFamily(name, family("f", 2).build());
    assertThat(read(allVersions())).isEqualTo("f:q@3=c f:q@2=b");
  }

  @Test
  void trap4_aTimestampsFilterComesAfterTheCountOfVersions() throws IOException {
    create(family("f", 1));
    write("f:q@1=a", "f:q@2=b");
    assertThat(read(get().setFilter(new TimestampsFilter(List.of(1L))))).isEmpty();
    assertThat(read(get().setFilter(new TimestampsFilter(List.of(2L))))).isEqualTo("f:q@2=b");
  }

  @Test
  void trap4_aTimestampsFilterAmongTheFamilysVersions() throws IOException {
    create(family("f", 3));
    write("f:q@1=a", "f:q@2=b", "f:q@3=c", "f:q@4=d");
    TimestampsFilter filter = new TimestampsFilter(List.of(1L, 2L, 4L));
    assertThat(read(allVersions().setFilter(filter))).isEqualTo("f:q@4=d f:q@2=b");
    assertThat(read(get().setFilter(new TimestampsFilter(List.of(2L))))).isEqualTo("f:q@2=b");
  }

  @Test
  void trap5_anOlderMatchIsReturnedWhenTheNewestFails() throws IOException {
    create(family("f", 3));
    write("f:q@1=a", "f:q@2=b", "f:q@3=c");
    assertThat(read(get().setFilter(valueIs("b")))).isEqualTo("f:q@2=b");
    assertThat(scan(new Scan().setFilter(valueIs("a")))).containsExactly("r f:q@1=a");
  }

  @Test
  void trap5_oneVersionLeavesNoOlderMatch() throws IOException {
    create(family("f", 1));
    write("f:q@1=a", "f:q@2=b");
    assertThat(read(get().setFilter(valueIs("a")))).isEmpty();
  }

  private static ValueFilter valueIs(String value) {
    return new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(bytes(value)));
  }

  @Test
  void f54_minVersionsKeepsTheLastOnesBeyondTheTimeToLive() throws IOException {
    create(family("f", 5).setTimeToLive(60).setMinVersions(2));
    writeAged(300, 200, 100, 10);
    assertThat(values(table.get(allVersions()))).isEqualTo("f:q=10 f:q=100");
    majorCompact();
    backend.clock().advance(Duration.ofDays(365));
    assertThat(values(table.get(allVersions()))).isEqualTo("f:q=10 f:q=100");
    majorCompact();
    assertThat(values(table.get(allVersions()))).isEqualTo("f:q=10 f:q=100");
  }

  @Test
  void f55_expiredCellsAreHiddenAtOnceAndGoneAfterCompaction() throws IOException {
    create(family("f", 5).setTimeToLive(60));
    writeAged(100, 10);
    assertThat(values(table.get(allVersions()))).isEqualTo("f:q=10");
    backend.clock().advance(Duration.ofSeconds(55));
    assertThat(read(allVersions())).isEmpty();
    assertThat(scan(new Scan())).isEmpty();
    majorCompact();
    assertThat(readRaw()).isEmpty();
  }

  @Test
  void f55_withoutATimeToLiveNothingExpires() throws IOException {
    create("f");
    write("f:q@1=a");
    backend.clock().advance(Duration.ofDays(10));
    majorCompact();
    assertThat(read()).isEqualTo("f:q@1=a");
    assertThat(table.getDescriptor().getColumnFamily(F).getTimeToLive())
        .isEqualTo(ColumnFamilyDescriptorBuilder.DEFAULT_TTL);
  }

  @Test
  void f55_timesOfTheFutureDoNotExpireEarly() throws IOException {
    create(family("f").setTimeToLive(60));
    long future = backend.clock().millis() + 3_600_000;
    write("f:q@" + future + "=a");
    backend.clock().advance(Duration.ofMinutes(30));
    assertThat(values(table.get(get()))).isEqualTo("f:q=a");
  }

  @Test
  void trap8_aCellsOwnTimeToLiveHidesItAndRevealsTheOlder() throws IOException {
    create(family("f", 3));
    long now = backend.clock().millis();
    write("f:q@" + (now - 5_000) + "=old");
    table.put(put("r", "f:q@" + (now - 1_000) + "=short").setTTL(60_000));
    assertThat(value(table.get(get()))).isEqualTo("short");
    backend.clock().advance(Duration.ofMinutes(2));
    assertThat(value(table.get(get()))).isEqualTo("old");
    majorCompact();
    assertThat(value(table.get(get()))).isEqualTo("old");
  }

  @Test
  void trap8_minVersionsDoesNotProtectFromTheCellsOwnTimeToLive() throws IOException {
    create(family("f", 3).setTimeToLive(3_600).setMinVersions(1));
    table.put(put("r", "f:q=short").setTTL(1_000));
    assertThat(value(table.get(get()))).isEqualTo("short");
    backend.clock().advance(Duration.ofSeconds(5));
    assertThat(read(allVersions())).isEmpty();
  }

  @Test
  void trap8_aCellsTimeToLiveCannotExceedTheFamilys() throws IOException {
    create(family("f", 3).setTimeToLive(60));
    table.put(put("r", "f:q=long").setTTL(Duration.ofDays(1).toMillis()));
    backend.clock().advance(Duration.ofMinutes(2));
    assertThat(read(allVersions())).isEmpty();
  }

  @Test
  void trap8_incrementsAndAppendsCarryATimeToLive() throws IOException {
    create("f");
    Result sum = table.increment(new Increment(ROW).addColumn(F, Q, 3).setTTL(10_000));
    assertThat(Bytes.toLong(sum.value())).isEqualTo(3);
    table.append(new Append(ROW).addColumn(F, bytes("log"), bytes("x")).setTTL(10_000));
    backend.clock().advance(Duration.ofSeconds(20));
    assertThat(read()).isEmpty();
    assertThat(table.incrementColumnValue(ROW, F, Q, 1)).as("counts from nothing").isEqualTo(1);
  }

  @Test
  void trap8_anIncrementDoesNotTakeOverTheTimeToLiveOfWhatItCountsFrom() throws IOException {
    create("f");
    table.increment(new Increment(ROW).addColumn(F, Q, 3).setTTL(60_000));
    backend.clock().advance(Duration.ofSeconds(30));
    table.increment(new Increment(ROW).addColumn(F, Q, 4));
    backend.clock().advance(Duration.ofSeconds(40));
    assertThat(Bytes.toLong(table.get(get()).value())).isEqualTo(7);
  }

  @Test
  void f54_moreMinVersionsThanVersionsAreRefused() {
    assertThatThrownBy(
            () ->
                admin.createTable(
                    descriptor(name, family("f", 2).setTimeToLive(60).setMinVersions(3))))
        .isInstanceOf(DoNotRetryIOException.class);
  }

  @Test
  void f50_theThirdVersionShowsAgainAfterDeletingTheOtherTwo() throws IOException {
    create(family("f", 2));
    write("f:q@1=a", "f:q@2=b", "f:q@3=c");
    assertThat(read(allVersions())).isEqualTo("f:q@3=c f:q@2=b");
    table.delete(delete().addColumn(F, Q, 2).addColumn(F, Q, 3));
    assertThat(read(allVersions())).isEqualTo("f:q@1=a");
  }

  @Test
  void versionsAreCountedForEachColumn() throws IOException {
    create(family("f", 2));
    write("f:a@1=1", "f:a@2=2", "f:a@3=3", "f:b@1=4", "f:b@2=5");
    assertThat(read(allVersions())).isEqualTo("f:a@3=3 f:a@2=2 f:b@2=5 f:b@1=4");
    assertThat(read(new Get(ROW).addColumn(F, bytes("a")).readVersions(2)))
        .isEqualTo("f:a@3=3 f:a@2=2");
  }

  /** Writes cells that are as many seconds old as their values say. */
  private void writeAged(int... seconds) throws IOException {
    long now = backend.clock().millis();
    for (int age : seconds) {
      table.put(new Put(ROW).addColumn(F, Q, now - age * 1_000L, bytes("" + age)));
    }
  }
}
