package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Any of several fields, each of which has an index of its own. */
@OnBackEnd
class AnyOfUnionTest {
  record Call(long id, String caller, String callee, String cell) {}

  private RecordTable<Call> table;
  private List<Call> calls;

  @BeforeEach
  void create(Connection connection) throws IOException {
    TableDesign<Call> design =
        TableDesign.of(BackEnd.newTableName("calls"), Call.class)
            .key(key -> key.part(Call::id))
            .family("f")
            .column(Call::caller, "f:a")
            .column(Call::callee, "f:b")
            .column(Call::cell, "f:c")
            .index("byCaller", index -> index.on(key -> key.part(Call::caller)))
            .index(
                "byCallee",
                index ->
                    index.on(
                        key ->
                            key.part(Call::callee).part(Call::cell, Parts.optional(Parts.text()))))
            .build();
    table = RecordTable.create(connection, design);
    calls = IntStream.range(0, 200).mapToObj(AnyOfUnionTest::call).toList();
    table.putAll(calls);
  }

  @AfterEach
  void close() throws IOException {
    table.close();
  }

  private static Call call(int id) {
    return new Call(id, "n" + id % 7, id % 3 == 0 ? null : "n" + id % 5, "cell" + id % 2);
  }

  private RecordQuery<Call> of(String number) {
    return table.all().where(Call::caller).or(Call::callee).is(number);
  }

  private List<Call> expected(String number) {
    return calls.stream()
        .filter(each -> number.equals(each.caller()) || number.equals(each.callee()))
        .toList();
  }

  @Test
  void aFieldThatIsNamedTwiceIsReadAsOne() throws IOException {
    assertThat(table.all().where(Call::caller).or(Call::caller).is("n3").list())
        .containsExactlyInAnyOrderElementsOf(table.where(Call::caller).is("n3").list())
        .hasSizeGreaterThan(20);
  }

  @Test
  void conditionsThatAreBegunTakeSeveralValues() throws IOException {
    FieldCondition<Call, String> caller = table.where(Call::caller);
    AnyFieldCondition<Call, String> either = caller.or(Call::callee);
    assertThat(caller.is("n2").list()).allMatch(each -> each.caller().equals("n2")).isNotEmpty();
    assertThat(caller.in(List.of("n1", "n3")).list())
        .extracting(Call::caller)
        .containsOnly("n1", "n3");
    assertThat(either.is("n3").list()).containsExactlyInAnyOrderElementsOf(expected("n3"));
    assertThat(either.is("n4").list()).containsExactlyInAnyOrderElementsOf(expected("n4"));
    assertThat(either.or(Call::cell).is("n4").spec().conditions().asked()).hasSize(3);
    assertThat(either.is("n4").spec().conditions().asked()).hasSize(2);
  }

  @Test
  void eachRecordComesOnce() throws IOException {
    for (int i = 0; i < 8; i++) {
      assertThat(of("n" + i).list())
          .containsExactlyInAnyOrderElementsOf(expected("n" + i))
          .doesNotHaveDuplicates();
    }
    assertThat(expected("n3")).anyMatch(each -> each.caller().equals(each.callee()));
    assertThat(expected("n7")).isEmpty();
  }

  @Test
  void otherConditionsHoldToo() throws IOException {
    assertThat(of("n3").where(Call::cell).is("cell1").filter(each -> each.id() > 50).list())
        .containsExactlyInAnyOrderElementsOf(
            expected("n3").stream()
                .filter(each -> each.cell().equals("cell1") && each.id() > 50)
                .toList())
        .isNotEmpty();
  }

  @Test
  void aLimitIsOfAllTogether() throws IOException {
    int all = expected("n3").size();
    for (int limit = 1; limit <= all + 1; limit++) {
      assertThat(of("n3").limit(limit).list())
          .hasSize(Math.min(limit, all))
          .doesNotHaveDuplicates()
          .isSubsetOf(expected("n3"));
    }
  }

  @Test
  void whatNeedsOneOrderIsRefused() {
    assertThatThrownBy(() -> of("n3").greatestFirst().list())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("union of [index byCaller, index byCallee]");
    assertThatThrownBy(() -> of("n3").page(10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a page needs one order");
  }

  @Test
  void itIsExplained() throws IOException {
    Explanation explanation = of("n3").where(Call::cell).is("cell1").explain();
    assertThat(explanation.refusal()).isEmpty();
    assertThat(explanation.servedBy()).isEqualTo("index byCaller, then index byCallee");
    assertThat(explanation.keyParts()).isEqualTo(3);
    assertThat(explanation.determinedParts()).isEqualTo(3);
    assertThat(explanation.ranges()).hasSize(2);
    assertThat(explanation.regions()).isEqualTo(2);
    long entries =
        calls.stream().filter(each -> each.caller().equals("n3")).count()
            + calls.stream()
                .filter(each -> "n3".equals(each.callee()) && each.cell().equals("cell1"))
                .count();
    assertThat(explanation.rows()).isEqualTo(new Explanation.Rows(entries, /* all= */ true));
    assertThat(explanation.checks()).hasSize(2).contains("cell is cell1");
    assertThat(of("n3").greatestFirst().explain().refusal()).isPresent();
  }

  @Test
  void aFieldWithoutAnIndexIsRefused() {
    RecordQuery<Call> query = table.all().where(Call::caller).or(Call::cell).is("n3");
    assertThatThrownBy(query::list)
        .isInstanceOf(UnservedReadException.class)
        .hasMessageContaining("the conditions are on caller, cell");
  }
}
