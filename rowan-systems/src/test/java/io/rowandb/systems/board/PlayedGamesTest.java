package io.rowandb.systems.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlayedGamesTest {
  private static final LocalDate FIRST = LocalDate.of(2026, 11, 16);

  @Test
  void theSameNumbersGiveTheSameGames() {
    PlayedGames games = new PlayedGames(1, 50, FIRST, 14, 1_000);
    List<ScoreEvent> scores = games.scores().toList();
    assertThat(scores).hasSize(1_000).isEqualTo(games.scores().toList());
    assertThat(new PlayedGames(2, 50, FIRST, 14, 1_000).scores().toList()).isNotEqualTo(scores);
    assertThat(scores).isSortedAccordingTo((a, b) -> a.time().compareTo(b.time()));
    assertThat(scores.stream().map(ScoreEvent::player).distinct()).hasSize(50);
    assertThat(scores.get(0).time()).isEqualTo("2026-11-16T00:00:00Z");
    assertThat(scores.get(999).time()).isBetween("2026-11-29T00:00:00Z", "2026-11-30T00:00:00Z");
    assertThat(scores.stream().filter(each -> each.player().equals("player0")).count())
        .as("some play more")
        .isGreaterThan(50);
  }

  @Test
  void pointsAreOneToThreeEachWithItsId() {
    List<ScoreEvent> points = new PlayedGames(1, 50, FIRST, 14, 1_000).points().toList();
    assertThat(points.stream().map(ScoreEvent::id).distinct()).hasSize(1_000);
    assertThat(points.stream().map(ScoreEvent::points).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(1L, 2L, 3L);
  }

  @Test
  void wrongNumbersAreRefused() {
    assertThatThrownBy(() -> new PlayedGames(1, 0, FIRST, 1, 1))
        .hasMessage("players 0: 1 to 100000000");
    assertThatThrownBy(() -> new PlayedGames(1, 1, FIRST, 0, 1)).hasMessageContaining("days 0");
    assertThatThrownBy(() -> new PlayedGames(1, 1, FIRST, 1, -1))
        .hasMessage("games -1: not negative");
    assertThatThrownBy(() -> new PlayedGames(1, 1, LocalDate.of(1969, 12, 31), 1, 1))
        .hasMessageContaining("first 1969-12-31");
    assertThatThrownBy(() -> new PlayedGames(1, 1, LocalDate.of(9999, 12, 31), 2, 1))
        .hasMessageContaining("days 2");
  }
}
