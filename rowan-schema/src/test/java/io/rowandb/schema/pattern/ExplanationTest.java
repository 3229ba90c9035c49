package io.rowandb.schema.pattern;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.Splits;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;

/** What reads of a hashed and of a salted table say of themselves. */
@OnBackEnd
class ExplanationTest {
  record Call(String caller, long second, String callee) {}

  private static RecordTable<Call> hashed(Connection connection) throws IOException {
    return RecordTable.create(
        connection,
        TableDesign.of(BackEnd.newTableName("hashed"), Call.class)
            .key(
                key ->
                    key.hash(Digest.md5(1), Call::caller)
                        .part(Call::second, Parts.unsigned(2))
                        .part(Call::caller))
            .family("c")
            .column(Call::callee, "c:e")
            .splits(Splits.even(4))
            .build());
  }

  private static RecordTable<Call> salted(Connection connection) throws IOException {
    return RecordTable.create(
        connection,
        TableDesign.of(BackEnd.newTableName("salted"), Call.class)
            .key(
                key ->
                    key.salt(16)
                        .part(Call::second, Parts.unsigned(2))
                        .part(Call::caller, Parts.textToEnd()))
            .family("c")
            .column(Call::callee, "c:e")
            .splits(Splits.even(8))
            .build());
  }

  private static void load(RecordTable<Call> table, int seconds) throws IOException {
    table.putAll(
        IntStream.range(0, seconds)
            .mapToObj(second -> new Call("ada", second, "callee" + second % 2))
            .toList());
  }

  @Test
  void aRangeOfAHashedKeyIsInOneRegion(Connection connection) throws IOException {
    try (RecordTable<Call> table = hashed(connection)) {
      load(table, 37);
      assertThat(
              table
                  .where(Call::caller)
                  .is("ada")
                  .from(Call::second, 7L)
                  .filter(call -> true)
                  .greatestFirst()
                  .explain()
                  .toString())
          .isEqualTo(
              """
              served by: the row key
              parts determined: 1 of 3
              ranges: 1, reversed
                ["\\x8C\\x00\\x07", "\\x8D")
              regions: 1 of 4
              rows: 30
              sent of each row: all of it
              checked of each row: caller is ada
              checked of each row: a filter of the program""");
    }
  }

  @Test
  void severalRangesOfAHashedKeyAreReadInTurn(Connection connection) throws IOException {
    try (RecordTable<Call> table = hashed(connection)) {
      load(table, 5);
      Explanation explained =
          table
              .all()
              .where(Call::caller)
              .in(List.of("ada", "bob", "cy"))
              .before(Call::callee, "callee1")
              .explain();
      assertThat(explained.ranges()).hasSize(3);
      assertThat(explained.merged()).isFalse();
      assertThat(explained.reversed()).isFalse();
      assertThat(explained.regionsTouched()).isEqualTo(2);
      assertThat(explained.rows()).isEqualTo(new Explanation.Rows(5, true));
      assertThat(explained.checks())
          .containsExactly("caller is one of [ada, bob, cy]", "callee before callee1");
      assertThat(explained.refusal()).isEmpty();
    }
  }

  @Test
  void aRowIsLookedUpInOneRegion(Connection connection) throws IOException {
    try (RecordTable<Call> table = hashed(connection)) {
      load(table, 5);
      RecordQuery<Call> query = table.where(Call::caller).is("ada").where(Call::second).is(4L);
      assertThat(query.explain().toString())
          .isEqualTo(
              """
              served by: the row key
              parts determined: 3 of 3
              ranges: 1, forward
                "\\x8C\\x00\\x04ada\\x00\\x00"
              regions: 1 of 4
              rows: 1
              sent of each row: all of it""");
      assertThat(
              table
                  .where(Call::caller)
                  .is("ada")
                  .where(Call::second)
                  .in(IntStream.range(0, 999).mapToObj(Long::valueOf).toList())
                  .explain()
                  .rows())
          .isEqualTo(new Explanation.Rows(5, true));
    }
  }

  @Test
  void theBucketsOfASaltAreMerged(Connection connection) throws IOException {
    try (RecordTable<Call> table = salted(connection)) {
      load(table, 40);
      Explanation explained = table.all().between(Call::second, 10L, 20L).explain();
      assertThat(explained.toString())
          .startsWith(
              """
              served by: the row key
              parts determined: 1 of 3
              ranges: 16, merged into one order, forward
                ["\\x00\\x00\\x0A", "\\x00\\x00\\x14")
                ["\\x01\\x00\\x0A", "\\x01\\x00\\x14")
              """)
          .endsWith(
              """
                ["\\x0F\\x00\\x0A", "\\x0F\\x00\\x14")
              regions: 8 of 8
              rows: 10
              sent of each row: all of it""");
    }
  }

  @Test
  void aRowOfASaltedKeyIsInOneBucket(Connection connection) throws IOException {
    try (RecordTable<Call> table = salted(connection)) {
      load(table, 3);
      Explanation explained =
          table.where(Call::caller).is("ada").where(Call::second).is(2L).explain();
      assertThat(explained.ranges()).hasSize(1);
      assertThat(explained.regionsTouched()).isEqualTo(1);
      assertThat(explained.determinedParts()).isEqualTo(3);
      assertThat(explained.rows()).hasToString("1");
    }
  }

  /** More of them than scanners may be open. */
  @Test
  void rowsOfASaltedKeyAreLookedUpInTheOrderOfTheRest(Connection connection) throws IOException {
    try (RecordTable<Call> table = salted(connection)) {
      load(table, 1_500);
      List<Long> seconds = LongStream.rangeClosed(0, 1_499).map(i -> 1_499 - i).boxed().toList();
      RecordQuery<Call> query = table.where(Call::caller).is("ada").where(Call::second).in(seconds);
      Explanation explained = query.explain();
      assertThat(explained.refusal()).isEmpty();
      assertThat(explained.merged()).isFalse();
      assertThat(explained.ranges()).hasSize(1_500);
      assertThat(explained.rows()).hasToString("more than 1,000");
      assertThat(query.list()).hasSize(1_500).isSortedAccordingTo(comparing(Call::second));
      assertThat(query.limit(3).list()).extracting(Call::second).containsExactly(0L, 1L, 2L);
    }
  }

  @Test
  void aFullScanSaysThatItIsRefused(Connection connection) throws IOException {
    try (RecordTable<Call> table = hashed(connection)) {
      load(table, 1_001);
      RecordQuery<Call> query = table.where(Call::callee).is("callee1");
      Explanation refused = query.explain();
      assertThat(refused.refusal().orElseThrow()).contains("the conditions are on callee");
      assertThat(refused.toString())
          .startsWith(
              """
              served by: nothing, so that all rows are read
              parts determined: 0 of 3
              ranges: 1, forward
                [, )
              regions: 4 of 4
              rows: more than 1,000
              sent of each row: all of it
              checked of each row: callee is callee1
              refused: all rows of hashed""");
      Explanation allowed = query.allowFullScan().explain();
      assertThat(allowed.refusal()).isEmpty();
      assertThat(allowed.rows()).isEqualTo(new Explanation.Rows(1_000, false));
    }
  }

  @Test
  void aThousandRowsAreStillCounted(Connection connection) throws IOException {
    try (RecordTable<Call> table = salted(connection)) {
      load(table, 1_000);
      assertThat(table.all().allowFullScan().explain().rows()).hasToString("1,000");
    }
  }

  @Test
  void aCountThatWasEndedSaysSo() {
    assertThat(new Explanation.Rows(1_000, true)).hasToString("1,000");
    assertThat(new Explanation.Rows(1_000, false)).hasToString("more than 1,000");
    assertThat(new Explanation.Rows(37, false)).hasToString("at least 37");
  }

  @Test
  void moreRangesThanAreShown(Connection connection) throws IOException {
    try (RecordTable<Call> table = hashed(connection)) {
      List<String> callers = IntStream.range(0, 5_000).mapToObj(i -> "caller" + i).toList();
      Explanation explained = table.all().where(Call::caller).in(callers).explain();
      assertThat(explained.ranges()).hasSize(256); // as many as the hash has values
      assertThat(explained.toString()).contains("\n  and 240 more\n");
      assertThat(explained.regionsTouched()).isEqualTo(4);
    }
  }

  @Test
  void conditionsWithoutRangesAreRefused(Connection connection) throws IOException {
    try (RecordTable<Call> table = hashed(connection)) {
      assertThat(
              table.where(Call::caller).is("ada").where(Call::second).is(-1L).explain().toString())
          .startsWith(
              """
              served by: nothing
              parts determined: 0 of 3
              ranges: 0
              regions: 0 of 4
              rows: 0
              sent of each row: nothing
              refused: Call.second: -1 has no form""");
    }
  }

  @Test
  void anOrderThatThereIsNotIsRefused(Connection connection) throws IOException {
    try (RecordTable<Call> table = salted(connection)) {
      List<Long> seconds = IntStream.range(0, 200).mapToObj(Long::valueOf).toList();
      assertThat(table.all().where(Call::second).in(seconds).explain().refusal().orElseThrow())
          .contains("3200 ranges");
    }
    try (RecordTable<Call> table = hashed(connection)) {
      assertThat(table.all().allowFullScan().leastFirst().explain().refusal().orElseThrow())
          .contains("not sorted by a field");
    }
  }
}
