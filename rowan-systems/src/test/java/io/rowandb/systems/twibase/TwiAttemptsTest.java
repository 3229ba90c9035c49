package io.rowandb.systems.twibase;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.systems.twibase.TwiEvent.Followed;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What each design is worth, by figures that can be counted. */
@OnBackEnd
class TwiAttemptsTest {
  private static final TwiTraffic TRAFFIC = new TwiTraffic(3, 30, 5, 40);

  private static Stream<Followed> pairs() {
    return TRAFFIC.followed().map(each -> (Followed) each);
  }

  @Test
  void onlyDesignsWithBothSidesFindFollowersWithoutReadingAll(Connection connection)
      throws IOException {
    List<Followed> all = pairs().toList();
    List<Followed> asked = all.subList(0, 10);
    Map<String, FollowAttempts.Outcome> designs =
        new FollowAttempts(connection, TwiAttemptsTest::pairs, asked, () -> false)
            .measure().stream()
                .collect(Collectors.toMap(FollowAttempts.Outcome::name, Function.identity()));
    assertThat(designs)
        .containsOnlyKeys("numbered", "wide", "tall", "two kinds", "hashed", "in use");
    double follows =
        mean(
            asked,
            each -> all.stream().filter(one -> one.follower().equals(each.follower())).count());
    double followers =
        mean(
            asked,
            each -> all.stream().filter(one -> one.followed().equals(each.followed())).count());
    designs.forEach(
        (name, outcome) -> {
          assertThat(outcome.pairs()).isEqualTo(all.size());
          assertThat(outcome.whom().found()).as(name).isEqualTo(follows);
          assertThat(outcome.whom().cells()).as(name).isEqualTo(follows);
          assertThat(outcome.who().found()).as(name).isEqualTo(followers);
          boolean both = List.of("two kinds", "hashed", "in use").contains(name);
          assertThat(outcome.who().cells()).as(name).isEqualTo(both ? followers : all.size());
          assertThat(outcome.does().found()).as(name).isEqualTo(1);
          assertThat(outcome.does().cells())
              .as(name)
              .isEqualTo(name.equals("numbered") ? follows : 1);
        });
    assertThat(tables(connection)).noneMatch(name -> name.contains("compare"));
  }

  private static double mean(List<Followed> asked, Function<Followed, Long> count) {
    return asked.stream().mapToLong(count::apply).average().orElseThrow();
  }

  private static List<String> tables(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return Stream.of(admin.listTableNames()).map(Object::toString).toList();
    }
  }

  /** Both of two writers see the same last number. */
  @Test
  void numberedColumnsLoseWhatTwoWriteAtOnce(Connection connection) throws IOException {
    FollowAttempts attempts =
        new FollowAttempts(
            connection, TwiAttemptsTest::pairs, pairs().limit(1).toList(), () -> false);
    assertThat(attempts.lostByNumbers(20)).isEqualTo(20);
  }

  @Test
  @Tag("slow")
  void allPlansShowTheSameAndThatOfPairsCostsLeast(Connection connection) throws IOException {
    Map<String, FanOutComparison.Outcome> plans =
        new FanOutComparison(connection, TRAFFIC, 120, () -> false).measure();
    assertThat(plans).containsOnlyKeys("all written", "all read", "per pair");
    FanOutComparison.Outcome written = plans.get("all written");
    FanOutComparison.Outcome read = plans.get("all read");
    FanOutComparison.Outcome perPair = plans.get("per pair");
    assertThat(List.of(read.shown(), perPair.shown())).containsOnly(written.shown());
    assertThat(written.shown()).isPositive();
    assertThat(written.authorsRead()).isZero();
    assertThat(read.rowsWritten()).isZero();
    assertThat(perPair.rowsWritten() + 2 * perPair.authorsRead())
        .isLessThan(Math.min(written.rowsWritten(), 2 * read.authorsRead()));
    assertThat(tables(connection)).noneMatch(name -> name.contains("compare"));
    assertThat(connection.getAdmin().listNamespaces()).noneMatch(name -> name.contains("compare"));
  }

  @Test
  void madeUpUsersAreTheSameForTheSameNumbers() {
    assertThat(TRAFFIC.events())
        .containsExactlyElementsOf(new TwiTraffic(3, 30, 5, 40).events().toList());
    assertThat(new TwiTraffic(4, 30, 5, 40).followed().toList())
        .isNotEqualTo(TRAFFIC.followed().toList());
    assertThat(pairs())
        .doesNotHaveDuplicates()
        .noneMatch(each -> each.follower().equals(each.followed()));
    assertThat(TRAFFIC.posted()).hasSize(40);
  }
}
