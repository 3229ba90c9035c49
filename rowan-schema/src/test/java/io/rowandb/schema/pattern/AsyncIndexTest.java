package io.rowandb.schema.pattern;

import static io.rowandb.schema.pattern.ItemClient.Async.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.AsyncServerCall;
import io.rowandb.schema.backend.WatchedAsyncConnection;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads through indexes without waiting, of more entries than one call looks up. */
@OnBackEnd
class AsyncIndexTest {
  record Call(int id, String caller, String callee, int seconds) {}

  private static final int CALLS = 1_200;

  private AsyncConnection connection;
  private RecordTable<Call> waiting;
  private AsyncRecordTable<Call> table;
  private final List<Call> calls =
      IntStream.range(0, CALLS).mapToObj(i -> call(i, i % 3, i % 7)).toList();

  private static Call call(int id, int caller, int callee) {
    return new Call(id, "n" + caller, callee == 6 ? null : "n" + callee, id / 2);
  }

  @BeforeEach
  void create(Connection waitingConnection, Configuration configuration) throws IOException {
    connection = ConnectionFactory.createAsyncConnection(configuration).join();
    waiting =
        RecordTable.create(
            waitingConnection,
            TableDesign.of(BackEnd.newTableName("calls"), Call.class)
                .key(key -> key.part(Call::id, Parts.unsignedInt(4)))
                .family("f")
                .column(Call::caller, "f:a")
                .column(Call::callee, "f:b")
                .column(Call::seconds, "f:s")
                .index(
                    "byCaller",
                    index -> index.on(key -> key.part(Call::caller).part(Call::seconds)))
                .index("byCallee", index -> index.on(key -> key.part(Call::callee)))
                .index(
                    "byAny",
                    index ->
                        index
                            .on(key -> key.salt(4).part(Call::caller))
                            .anyOf(Call::caller, Call::callee))
                .build());
    table =
        AsyncRecordTable.open(
            WatchedAsyncConnection.of(connection, AsyncServerCall::make), waiting.design());
  }

  @AfterEach
  void close() throws IOException {
    waiting.close();
    connection.close();
  }

  private void check(RecordQuery<Call> query, List<Call> expected) throws IOException {
    assertThat(query.list()).isEqualTo(expected);
    assertThat(await(table.list(query))).isEqualTo(expected);
    for (int limit : new int[] {1, 16, 17, 300}) {
      assertThat(await(table.list(query.limit(limit))))
          .isEqualTo(expected.subList(0, Math.min(limit, expected.size())));
    }
  }

  @Test
  @Tag("slow")
  void entriesOfSeveralBatchesAreLookedUp() throws IOException {
    await(table.putAll(calls));
    List<Call> ofOne = calls.stream().filter(each -> each.caller().equals("n1")).toList();
    check(waiting.where(Call::caller).is("n1"), ofOne);
    check(
        waiting.where(Call::caller).is("n1").greatestFirst(),
        ofOne.stream().sorted(Comparator.comparing(Call::id).reversed()).toList());
    check(
        waiting
            .all()
            .where(Call::caller)
            .in(List.of("n2", "n9", "n1"))
            .filter(c -> c.id() % 3 == 2),
        calls.stream().filter(each -> each.caller().equals("n2")).toList());
  }

  @Tag("slow")
  @Test
  void aRecordThatSeveralRangesLeadToIsReadOnce() throws IOException {
    await(table.putAll(calls));
    RecordQuery<Call> query = table.all().allowFullScan().through("byAny");
    List<Call> all = waiting.all().allowFullScan().through("byAny").list();
    assertThat(all).containsExactlyInAnyOrderElementsOf(calls);
    assertThat(await(table.list(query))).isEqualTo(all);
    assertThat(await(table.list(query.limit(500)))).isEqualTo(all.subList(0, 500));
    assertThat(pages(query, 450)).isEqualTo(waitingPages(450));
    RecordQuery<Call> any = table.all().where(Call::caller).or(Call::callee).is("n1");
    assertThat(await(table.list(any)))
        .containsExactlyInAnyOrderElementsOf(
            calls.stream()
                .filter(c -> c.caller().equals("n1") || "n1".equals(c.callee()))
                .toList());
  }

  private List<Page<Call>> pages(RecordQuery<Call> query, int size) throws IOException {
    List<Page<Call>> pages = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      pages.add(
          await(next.isEmpty() ? table.page(query, size) : table.page(query, size, next.get())));
      next = pages.get(pages.size() - 1).next();
    } while (next.isPresent());
    return pages;
  }

  private List<Page<Call>> waitingPages(int size) throws IOException {
    RecordQuery<Call> query = waiting.all().allowFullScan().through("byAny");
    List<Page<Call>> pages = new ArrayList<>(List.of(query.page(size)));
    for (Optional<String> next = pages.get(0).next(); next.isPresent(); ) {
      pages.add(query.page(size, next.get()));
      next = pages.get(pages.size() - 1).next();
    }
    return pages;
  }

  /** Those that were passed over are counted by none of the limits. */
  @Tag("slow")
  @Test
  void entriesOfNoRecordArePassedOverAndGo() throws IOException {
    await(table.putAll(calls));
    Milliseconds.pass();
    List<Call> changed =
        calls.stream().map(c -> call(c.id(), c.id() < 700 ? 5 : c.id() % 3, 6)).toList();
    // by another program, which did not write the entries and leaves them
    await(
        AsyncRecordTable.open(
                WatchedAsyncConnection.of(connection, AsyncServerCall::make), waiting.design())
            .putAll(changed));
    List<Call> ofOne = changed.stream().filter(each -> each.caller().equals("n1")).toList();
    check(waiting.where(Call::caller).is("n1"), ofOne);
    assertThat(waiting.verifyIndex("byCaller").stale()).isEqualTo(700);
    AsyncRecordTable<Call> later = AsyncRecordTable.open(connection, table.design(), Items.later());
    assertThat(await(later.list(later.where(Call::caller).is("n1")))).isEqualTo(ofOne);
    assertThat(waiting.verifyIndex("byCaller").stale()).isEqualTo(700 - 233);
    await(later.list(later.all().where(Call::caller).in(List.of("n0", "n2"))));
    assertThat(waiting.verifyIndex("byCaller"))
        .isEqualTo(new IndexReport(CALLS, CALLS, 0, 0, 0, 0, 0, 0, IndexReport.Copies.RIGHT));
  }

  @Test
  @Tag("slow")
  void refusalsArriveInTheFuture() {
    RecordQuery<Call> none = table.all().through("none");
    assertThatThrownBy(() -> await(table.list(none)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no index none");
    RecordQuery<Call> union =
        table.all().where(Call::caller).or(Call::callee).is("n1").greatestFirst();
    assertThat(table.list(union)).isCompletedExceptionally();
    assertThat(table.page(union, 3)).isCompletedExceptionally();
    assertThat(table.putAll(null)).isCompletedExceptionally();
  }
}
