package io.rowandb.systems.forum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;

/** What each design reads and loses, and what accidents do to it. */
@OnBackEnd
class ForumAttemptsTest {
  private static final MadeUpForum MADE_UP = new MadeUpForum(3, 12, 800);
  private static final int ACCIDENTS = 2;

  @Test
  void onlyTheDesignsInUseLoseNothing(Connection connection) throws IOException {
    Map<String, ForumMeasurement> measured = new LinkedHashMap<>();
    new ForumAttempts(connection, ForumAttemptsTest::events, List.of("post0", "post1"), ACCIDENTS)
        .measure(() -> false)
        .forEach(each -> measured.put(each.name(), each));
    assertThat(measured)
        .containsOnlyKeys(
            "article",
            "five families",
            "milliseconds",
            "one family",
            "in use, wide",
            "in use, tall");
    ForumMeasurement article = measured.get("article");
    assertThat(article.lost()).as("of one second").isEqualTo(800 - distinct(1_000));
    assertThat(article.families()).isEqualTo(5);
    ForumMeasurement millis = measured.get("milliseconds");
    assertThat(millis.lost()).as("of one millisecond").isEqualTo(800 - distinct(1)).isPositive();
    for (ForumMeasurement each : List.of(article, millis, measured.get("one family"))) {
      assertThat(List.of(each.race(), each.death(), each.repeat())).containsOnly(ACCIDENTS);
      assertThat(each.newest().cells()).as("all").isEqualTo(each.whole().cells());
    }
    ForumMeasurement wide = measured.get("in use, wide");
    ForumMeasurement tall = measured.get("in use, tall");
    for (ForumMeasurement each : List.of(wide, tall)) {
      assertThat(List.of(each.lost(), (long) each.race(), (long) each.death()))
          .as(each.name())
          .containsOnly(0L);
      assertThat(each.repeat()).isZero();
      assertThat(each.newest().cells()).isLessThan(article.newest().cells() / 2);
    }
    ForumMeasurement families = measured.get("five families");
    ForumMeasurement one = measured.get("one family");
    assertThat(List.of(families.lost(), one.lost())).containsOnly(0L);
    assertThat(families.whole().cells()).as("the same").isEqualTo(one.whole().cells());
    assertThat(wide.whole().cells()).isLessThan(one.whole().cells() / 2);
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).noneMatch(name -> name.toString().contains("compare"));
    }
  }

  /** As the article says: three versions of the text, and the families of comments in memory. */
  @Test
  void theArticlesFamiliesHaveItsAttributes(Connection connection) throws IOException {
    for (NaiveForum.Kind kind : List.of(NaiveForum.Kind.ARTICLE, NaiveForum.Kind.FAMILIES)) {
      try (NaiveForum forum = new NaiveForum(connection, kind);
          Admin admin = connection.getAdmin()) {
        Map<String, String> families = new LinkedHashMap<>();
        for (ColumnFamilyDescriptor each :
            admin.getDescriptor(forum.tables().get(0)).getColumnFamilies()) {
          families.put(
              each.getNameAsString(),
              each.getMaxVersions() + (each.isInMemory() ? ", in memory" : ""));
        }
        assertThat(families)
            .as(forum.name())
            .containsExactlyInAnyOrderEntriesOf(
                Map.ofEntries(
                    Map.entry("i", "1"),
                    Map.entry("x", "3"),
                    Map.entry("t", "1, in memory"),
                    Map.entry("a", "1, in memory"),
                    Map.entry("w", "1, in memory")));
      }
    }
  }

  private static Stream<PlacedEvent> events() {
    return MADE_UP.events().map(event -> PlacedEvent.of(event, "made up"));
  }

  /** Files that overlap have lines twice, and those of a dump comments on what is no post. */
  @Test
  void repeatedLinesAreNotLostNorAreThoseOfNoPost(Connection connection) throws IOException {
    Comment lost = ModelForum.comment("a", null, 0);
    List<PlacedEvent> all = new ArrayList<>(events().toList());
    all.addAll(events().limit(300).toList());
    all.add(new PlacedEvent(new ForumEvent.Commented("no post", lost), "here", true));
    ForumAttempts attempts =
        new ForumAttempts(connection, all::stream, List.of("post0"), ACCIDENTS);
    for (ForumMeasurement each : attempts.measure(() -> false)) {
      long expected =
          switch (each.name()) {
            case "article" -> 800 - distinct(1_000);
            case "milliseconds" -> 800 - distinct(1);
            default -> 0;
          };
      assertThat(each.lost()).as(each.name()).isEqualTo(expected);
    }
    assertThat(attempts.passedOver()).isEqualTo(1);
  }

  @Test
  void textsAreSeenOnce() {
    SeenTexts seen = new SeenTexts();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 10_000; i++) {
        assertThat(seen.contains("text" + i)).isEqualTo(round == 1);
        assertThat(seen.add("text" + i)).isEqualTo(round == 0);
      }
    }
    assertThat(seen.contains("text")).isFalse();
  }

  /** Posts and times, as far as a design tells them apart. */
  private static int distinct(long millis) {
    Set<String> distinct =
        MADE_UP
            .events()
            .filter(ForumEvent.Commented.class::isInstance)
            .map(ForumEvent.Commented.class::cast)
            .map(each -> each.post() + " " + each.comment().time().toEpochMilli() / millis)
            .collect(Collectors.toSet());
    return distinct.size();
  }

  @Test
  void aStopLeavesNoTable(Connection connection) throws IOException {
    int[] asked = {0};
    assertThat(
            new ForumAttempts(connection, ForumAttemptsTest::events, List.of("post0"), 1)
                .measure(() -> asked[0]++ > 20))
        .isEmpty();
    try (Admin admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).noneMatch(name -> name.toString().contains("compare"));
    }
  }

  @Test
  void wrongNumbersAreRefused(Connection connection) {
    assertThatThrownBy(() -> new ForumAttempts(connection, ForumAttemptsTest::events, List.of(), 1))
        .hasMessage("no post to ask about");
    assertThatThrownBy(
            () -> new ForumAttempts(connection, ForumAttemptsTest::events, List.of("a"), 0))
        .hasMessage("accidents 0: 1 to 1000");
    assertThatThrownBy(() -> new MadeUpForum(1, 0, 1)).hasMessage("posts 0: 1 to 10000000");
    assertThatThrownBy(() -> new MadeUpForum(1, 1, -1)).hasMessageContaining("comments -1: 0 to");
  }

  @Test
  void aMadeUpForumIsTheSameForTheSameNumbers() {
    assertThat(MADE_UP.events().toList())
        .isEqualTo(MADE_UP.events().toList())
        .hasSize(812)
        .isNotEqualTo(new MadeUpForum(4, 12, 800).events().toList());
  }
}
