package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a read by groups, or one of many values, keeps in memory has a bound. */
@ExtendWith(BackEnd.class)
class GroupBoundTest {
  record Visit(String page, int number, String user, Integer seconds) {}

  private static final int PAGES = 20;

  private final Connection connection;

  private RecordTable<Visit> visits;

  GroupBoundTest(Connection connection) {
    this.connection = connection;
  }

  /** Users 0 to 8, and a visit of none in each page. */
  @BeforeEach
  void create() throws IOException {
    visits =
        RecordTable.create(
            connection,
            TableDesign.of(BackEnd.newTableName("visits"), Visit.class)
                .key(
                    key ->
                        key.hash(Digest.murmur3(1), Visit::page, Visit::number)
                            .part(Visit::page)
                            .part(Visit::number))
                .family("v")
                .column(Visit::user, "v:u")
                .column(Visit::seconds, "v:s")
                .build());
    visits.putAll(
        IntStream.range(0, 10 * PAGES)
            .mapToObj(
                i -> new Visit("p" + i / 10, i % 10, i % 10 == 9 ? null : "u" + i % 10, i % 10))
            .toList());
  }

  @AfterEach
  void close() throws IOException {
    visits.close();
  }

  private RecordQuery<Visit> all() {
    return visits.all().allowFullScan();
  }

  @Test
  void asManyAsAllowedAreAnswered() throws IOException {
    Groups<Visit, String> ten = all().groupBy(Visit::user).atMost(10);
    assertThat(ten.count()).hasSize(10).isEqualTo(all().groupBy(Visit::user).count());
    assertThat(ten.sum(Visit::seconds)).hasSize(10).containsEntry("u3", 3L * PAGES);
    assertThat(ten.atMost(11).average(Visit::seconds)).hasSize(10);
  }

  /** The bound does not go away with another, and the next read is as if nothing were. */
  @Test
  void oneMoreIsRefusedWithAWayOut() throws IOException {
    Groups<Visit, String> nine = all().groupBy(Visit::user).atMost(10).atMost(9);
    List<ThrowingCallable> calls =
        List.of(
            nine::count,
            () -> nine.min(Visit::seconds),
            () -> nine.max(Visit::seconds),
            () -> nine.sum(Visit::seconds),
            () -> nine.sumDecimal(Visit::seconds),
            () -> nine.average(Visit::seconds));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call)
          .isInstanceOf(TooManyGroupsException.class)
          .hasMessage(
              "a read by groups keeps them in memory, at most 9, and Visit.user has more values"
                  + " than that: restrict the read, for example to a range of the field, read the"
                  + " records in the order of the field and add them up as they come, or allow more"
                  + " with atMost");
    }
    assertThat(all().filter(visit -> visit.user() != null).groupBy(Visit::user).atMost(9).count())
        .hasSize(9);
    assertThat(all().count()).isEqualTo(10 * PAGES);
  }

  /** A record of which the other field is null is in no group. */
  @Test
  void groupsWithoutValuesDoNotCount() throws IOException {
    visits.put(new Visit("q", 1, "another", null));
    assertThat(all().groupBy(Visit::user).atMost(10).sum(Visit::seconds)).hasSize(10);
    assertThatThrownBy(() -> all().groupBy(Visit::user).atMost(10).count())
        .isInstanceOf(TooManyGroupsException.class);
  }

  @Test
  void soItIsWithoutWaiting(Configuration configuration) throws IOException {
    try (AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).join()) {
      AsyncRecordTable<Visit> table = AsyncRecordTable.open(async, visits.design());
      AsyncGroups<Visit, String> groups = table.groupBy(all(), Visit::user);
      assertThat(groups.atMost(10).count().join()).isEqualTo(groups.count().join()).hasSize(10);
      assertThatThrownBy(() -> groups.atMost(9).sum(Visit::seconds).join())
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(TooManyGroupsException.class)
          .hasMessageContaining("at most 9, and Visit.user");
      assertThatThrownBy(() -> groups.atMost(0)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aBoundIsAtLeastOne() throws IOException {
    for (int bound : new int[] {0, -1, Integer.MIN_VALUE}) {
      assertThatThrownBy(() -> all().groupBy(Visit::user).atMost(bound))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a read has at least 1 group, not at most " + bound);
    }
    visits.close();
    assertThat(GroupField.USUAL_MOST).isEqualTo(100_000);
    GroupField usual = new GroupField(null, "Visit.user", GroupField.USUAL_MOST);
    usual.check(100_000);
    assertThatThrownBy(() -> usual.check(100_001)).hasMessageContaining("at most 100000, and");
  }

  /** Their combinations would be 36 million. */
  @Test
  void valuesOfAHashAreRefusedBeforeTheyFillTheMemory() {
    List<String> pages = IntStream.range(0, 6_000).mapToObj(i -> "p" + i).toList();
    List<Integer> numbers = IntStream.range(0, 6_000).boxed().toList();
    RecordQuery<Visit> query =
        visits.all().where(Visit::page).in(pages).where(Visit::number).in(numbers);
    assertThatThrownBy(query::list)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the conditions leave more than 10000 ranges of rows");
  }
}
