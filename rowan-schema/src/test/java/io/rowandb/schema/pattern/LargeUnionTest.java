package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.calls.WaitingCarrier;
import io.rowandb.schema.pattern.notes.ReadStates;
import io.rowandb.schema.pattern.plan.GivenOnce;
import io.rowandb.schema.pattern.plan.PlanUnion;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A union gives each record once, also when it has forgotten which it gave. */
@OnBackEnd
class LargeUnionTest {
  record Call(long id, String caller, String callee, int seconds) {}

  private static final int CALLS = 900;

  /** For so many rows of this test. */
  private static final int REMEMBERED = 40;

  private static final long BYTES = REMEMBERED * 108L;

  private final Connection connection;

  private WaitingCarrier carrier;
  private RecordTable<Call> table;
  private PlanReader<Call> reader;
  private List<Call> calls;

  LargeUnionTest(Connection connection) {
    this.connection = connection;
  }

  @BeforeEach
  void create() throws IOException {
    TableDesign<Call> design =
        TableDesign.of(BackEnd.newTableName("calls"), Call.class)
            .key(key -> key.part(Call::id))
            .family("f")
            .column(Call::caller, "f:a")
            .column(Call::callee, "f:b")
            .column(Call::seconds, "f:s")
            .index("byCaller", index -> index.on(key -> key.part(Call::caller)))
            .index("byCallee", index -> index.on(key -> key.part(Call::callee)))
            .build();
    table = RecordTable.create(connection, design);
    calls =
        IntStream.range(0, CALLS)
            .mapToObj(id -> new Call(id, id % 3 == 0 ? "ada" : "bob", id % 2 == 0 ? "ada" : "c", 1))
            .toList();
    table.putAll(calls);
    carrier = new WaitingCarrier(connection);
    TableParts<Call> parts = TableParts.of(carrier, design, IndexSettings.usual());
    reader = new PlanReader<>(carrier, parts.records(), parts.keeper());
  }

  @AfterEach
  void close() throws IOException {
    carrier.close();
    table.close();
  }

  private RecordQuery<Call> ofAda() {
    return table.all().where(Call::caller).or(Call::callee).is("ada");
  }

  private PlanUnion<Call> union() {
    return new Planner<>(table.design(), ReadStates.told()).plans(ofAda().spec());
  }

  private GivenOnce<Call> remembering(long bytes) {
    return new GivenOnce<>(union(), table.design().shape()::get, bytes);
  }

  private List<Call> expected() {
    return calls.stream()
        .filter(each -> each.caller().equals("ada") || each.callee().equals("ada"))
        .toList();
  }

  @Test
  void memoryIsBounded() throws IOException {
    GivenOnce<Call> given = remembering(BYTES);
    List<Call> read = new ArrayList<>();
    int most = 0;
    try (Stream<Call> all = reader.found(union(), given).map(each -> each.record())) {
      for (Iterator<Call> each = all.iterator(); each.hasNext(); ) {
        read.add(each.next());
        most = Math.max(most, given.remembered());
      }
    }
    assertThat(expected()).hasSize(600);
    assertThat(read).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected());
    assertThat(most).isBetween(REMEMBERED / 2, REMEMBERED);
  }

  /** While all is remembered, also of records that change their places. */
  @Test
  void aRecordThatMovesMeanwhileComesOnce() throws IOException {
    for (long bytes : List.of(GivenOnce.USUAL_BYTES, 1L)) {
      Call both = new Call(CALLS, "ada", "c", 1);
      table.put(both);
      List<Long> read = new ArrayList<>();
      try (Stream<Call> all =
          reader.found(union(), remembering(bytes)).map(each -> each.record())) {
        for (Iterator<Call> each = all.iterator(); each.hasNext(); ) {
          Call call = each.next();
          read.add(call.id());
          if (call.equals(both)) { // behind all others of the first plan
            table.put(new Call(CALLS, "bob", "ada", 1));
          }
        }
      }
      long times = read.stream().filter(id -> id == CALLS).count();
      assertThat(times).isEqualTo(bytes == 1 ? 2 : 1); // as GivenOnce says
      table.put(new Call(CALLS, "bob", "c", 1));
    }
  }

  @Test
  void aRecordThatMovesToWhatIsPassedIsNotMissed() throws IOException {
    Call moving = calls.get(4); // of the second plan alone
    List<Long> read = new ArrayList<>();
    try (Stream<Call> all = ofAda().stream()) {
      for (Iterator<Call> each = all.iterator(); each.hasNext(); ) {
        read.add(each.next().id());
        if (read.size() == 1) {
          assertThat(read).containsExactly(0L);
        }
        if (read.size() == 300) { // the first plan has ended
          table.put(new Call(moving.id(), "ada", "ada", 1));
        }
      }
    }
    assertThat(read).contains(moving.id()).doesNotHaveDuplicates();
  }

  @Test
  void limitsCountsAndSumsAreOfRecordsThatComeOnce() throws IOException {
    assertThat(ofAda().count()).isEqualTo(expected().size());
    assertThat(ofAda().sum(Call::seconds)).hasValue(expected().size());
    assertThat(ofAda().limit(451).count()).isEqualTo(451);
    assertThat(ofAda().limit(451).list()).hasSize(451).doesNotHaveDuplicates();
    assertThat(ofAda().groupBy(Call::callee).count()).containsEntry("ada", 450L);
  }
}
