package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.pattern.chain.Mark;
import io.rowandb.schema.table.Column;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counting, collecting, and deleting by key and by a read. */
@OnBackEnd
class DailyCallsTest {
  record Call(String phone, int number, String cell, int seconds) {}

  /** Whose key holds the month of its time alone. */
  record Report(Instant time, String text) {}

  private final Connection connection;

  private RecordTable<Call> calls;

  DailyCallsTest(Connection connection) {
    this.connection = connection;
  }

  @BeforeEach
  void create() throws IOException {
    calls =
        RecordTable.create(
            connection,
            TableDesign.of(BackEnd.newTableName("calls"), Call.class)
                .key(key -> key.part(Call::phone).part(Call::number))
                .family("c")
                .column(Call::cell, "c:c")
                .column(Call::seconds, "c:s")
                .index("byCell", index -> index.on(key -> key.part(Call::cell)))
                .build());
    List<Call> all = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      all.add(new Call(i < 20 ? "ada" : "bob", i, "cell" + i % 3, i));
    }
    calls.putAll(all);
  }

  @AfterEach
  void close() throws IOException {
    calls.close();
  }

  @Test
  void countsByKeyByIndexAndByFilter() throws IOException {
    assertThat(calls.where(Call::phone).is("ada").count()).isEqualTo(20);
    assertThat(calls.where(Call::phone).is("ada").limit(7).count()).isEqualTo(7);
    assertThat(calls.where(Call::phone).is("ada").where(Call::number).is(3).count()).isEqualTo(1);
    assertThat(calls.where(Call::phone).is("ada").where(Call::number).in(List.of(3, 4, 25)).count())
        .isEqualTo(2);
    assertThat(calls.where(Call::cell).is("cell1").count()).isEqualTo(10);
    assertThat(calls.where(Call::phone).is("ada").filter(call -> call.seconds() > 15).count())
        .isEqualTo(4);
    assertThat(calls.all().allowFullScan().count()).isEqualTo(30);
    assertThat(calls.where(Call::phone).is("eve").count()).isZero();
    assertThat(calls.where(Call::phone).is("eve").exists()).isFalse();
    assertThat(calls.where(Call::phone).is("bob").exists()).isTrue();
    assertThatThrownBy(() -> calls.all().count()).isInstanceOf(UnservedReadException.class);
  }

  /** Whether the first call fails or a later one. */
  @Test
  void failuresAreOfOneKind() throws IOException {
    Connection failing =
        WatchedConnection.of(
            connection,
            call -> {
              if (call.name().equals("next") || call.name().equals("get")) {
                throw new IOException("no answer");
              }
              return call.make();
            });
    try (RecordTable<Call> table = RecordTable.open(failing, calls.design())) {
      for (RecordQuery<Call> query :
          List.of(
              table.where(Call::phone).is("ada"),
              table.where(Call::cell).is("cell1"),
              table.where(Call::phone).is("ada").filter(call -> true))) {
        List<ThrowingCallable> reads =
            List.of(
                query::list,
                query::count,
                query::first,
                query::exists,
                () -> query.page(3),
                () -> query.collect(Collectors.counting()),
                () -> query.max(Call::seconds),
                () -> query.sum(Call::seconds),
                () -> query.groupBy(Call::cell).count());
        for (ThrowingCallable read : reads) {
          assertThatThrownBy(read)
              .isInstanceOf(IOException.class)
              .hasStackTraceContaining("no answer");
        }
      }
    }
  }

  @Test
  void collectsAsItReads() throws IOException {
    assertThat(calls.where(Call::phone).is("bob").collect(Collectors.summingLong(Call::seconds)))
        .isEqualTo(245);
    Map<String, Long> byCell =
        calls
            .where(Call::phone)
            .is("ada")
            .collect(Collectors.groupingBy(Call::cell, Collectors.counting()));
    assertThat(byCell).isEqualTo(Map.of("cell0", 7L, "cell1", 7L, "cell2", 6L));
    assertThatThrownBy(() -> calls.where(Call::phone).is("bob").collect(null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void deletesByKey() throws IOException {
    calls.deleteKey("ada", 3);
    calls.deleteKey("ada", 99);
    assertThat(calls.get("ada", 3)).isEmpty();
    assertThat(calls.where(Call::phone).is("ada").count()).isEqualTo(19);
    assertThat(calls.where(Call::cell).is("cell0").count()).isEqualTo(9);
    assertThatThrownBy(() -> calls.deleteKey("ada")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void deletesWhatAReadFinds() throws IOException {
    assertThat(calls.deleteAll(calls.where(Call::cell).is("cell1").limit(4))).isEqualTo(4);
    assertThat(calls.deleteAll(calls.where(Call::cell).is("cell1"))).isEqualTo(6);
    assertThat(calls.deleteAll(calls.where(Call::cell).is("cell1"))).isZero();
    assertThat(calls.all().allowFullScan().count()).isEqualTo(20);
    try (RecordTable<Call> other = RecordTable.open(connection, calls.design())) {
      assertThat(calls.deleteAll(other.where(Call::phone).is("bob"))).isEqualTo(7);
    }
  }

  @Test
  void aKeyWithALossDeletesItsOwnRecordAlone() throws IOException {
    TableDesign<Report> design =
        TableDesign.of(BackEnd.newTableName("reports"), Report.class)
            .key(
                key ->
                    key.part(Report::time, Parts.calendar("yyyyMM").truncated())
                        .lossy(Report::time))
            .family("r")
            .column(Report::time, "r:t")
            .column(Report::text, "r:x")
            .build();
    Instant second = Instant.parse("2011-07-02T00:00:00Z");
    Instant third = Instant.parse("2011-07-03T00:00:00Z");
    try (RecordTable<Report> table = RecordTable.create(connection, design)) {
      table.put(new Report(second, "x"));
      table.deleteKey(third);
      assertThat(table.get(second)).isPresent();
      table.deleteKey(second);
      assertThat(table.get(second)).isEmpty();
    }
  }

  /** A writer that died, or whose columns have expired, may leave the mark of a row alone. */
  @Test
  void rowsWithAMarkAloneAreNotCounted() throws IOException {
    TableDesign<Call> design =
        TableDesign.of(BackEnd.newTableName("marked"), Call.class)
            .key(key -> key.part(Call::phone).part(Call::number))
            .family("c")
            .column(Call::cell, "c:c")
            .column(Call::seconds, "c:s")
            .marked()
            .build();
    Call call = new Call("ada", 5, "cell1", 60);
    try (RecordTable<Call> table = RecordTable.create(connection, design);
        Table rows = connection.getTable(design.name())) {
      table.put(call);
      byte[] bare = design.key().encode(new Call("ada", 1, null, 0));
      Column mark = design.mark();
      rows.put(
          new Put(bare).addColumn(mark.family(), mark.qualifier(), Mark.settledAt(1).toBytes()));
      RecordQuery<Call> ofAda = table.where(Call::phone).is("ada");
      assertThat(ofAda.list()).containsExactly(call);
      assertThat(ofAda.limit(1).list()).containsExactly(call);
      assertThat(ofAda.first()).contains(call);
      assertThat(ofAda.exists()).isTrue();
      assertThat(ofAda.count()).isEqualTo(1);
      assertThat(ofAda.limit(1).count()).isEqualTo(1);
      assertThat(ofAda.page(1).records()).containsExactly(call);
    }
  }

  @Test
  void deletesWhatCopiesTellWithoutAllFieldsOfTheKey() throws IOException {
    TableDesign<Call> design =
        TableDesign.of(BackEnd.newTableName("hashed"), Call.class)
            .key(key -> key.hash(Digest.md5(16), Call::number).lossy(Call::number))
            .family("c")
            .column(Call::phone, "c:p")
            .column(Call::number, "c:n")
            .column(Call::cell, "c:c")
            .column(Call::seconds, "c:s")
            .index("byCell", index -> index.on(key -> key.part(Call::cell)).covering(Call::seconds))
            .build();
    try (RecordTable<Call> table = RecordTable.create(connection, design)) {
      table.put(new Call("ada", 0, "cell0", 1));
      table.put(new Call("ada", 7, "cell7", 1));
      assertThat(table.deleteAll(table.where(Call::cell).is("cell7").copied("byCell")))
          .isEqualTo(1);
      assertThat(table.get(0)).isPresent();
      assertThat(table.get(7)).isEmpty();
    }
  }

  @Test
  void refusesToDeleteWhatWasThereOnce() {
    assertThatThrownBy(
            () -> calls.deleteAll(calls.where(Call::phone).is("ada").asOf(Instant.EPOCH)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("as of a past time");
    assertThatThrownBy(() -> calls.deleteAll(null)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void recordsOfKeysAreDeletedOrNoneIfOneIsRefused() throws IOException {
    assertThatThrownBy(() -> calls.deleteKeys(List.of(List.of("ada", 0), List.of("ada"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not 1 values");
    assertThat(calls.all().allowFullScan().count()).isEqualTo(30);
    calls.deleteKeys(List.of(List.of("ada", 0), List.of("eve", 1), List.of("bob", 21)));
    assertThat(calls.all().allowFullScan().count()).isEqualTo(28);
    assertThat(calls.getAll(List.of(List.of("ada", 0), List.of("ada", 1))))
        .extracting(Optional::isPresent)
        .containsExactly(false, true);
    assertThatThrownBy(() -> calls.deleteKeys(null)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void callsThatDoNotWaitDeleteByKey(Configuration configuration) throws IOException {
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      AsyncRecordTable<Call> table = AsyncRecordTable.open(async, calls.design());
      table.deleteKey("bob", 25).join();
      assertThat(calls.get("bob", 25)).isEmpty();
      assertThat(calls.where(Call::phone).is("bob").count()).isEqualTo(9);
    }
  }
}
