package io.rowandb.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.bench.peer.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChildLineTest {
  @Test
  void linesSurviveTheJourney() {
    List<ChildLine> lines =
        List.of(
            new ChildLine.Value(Metric.GET_2, 123456.789),
            new ChildLine.Value(Metric.DISK, 1e-9),
            new ChildLine.Reached(Metric.START),
            new ChildLine.Failed("java.io.IOException: no space left"),
            new ChildLine.Done(),
            new ChildLine.Chatter("SLF4J: something"));
    for (ChildLine line : lines) {
      assertThat(ChildLine.parse(line.format())).isEqualTo(line);
    }
  }

  @Test
  void messageOfSeveralLinesBecomesOne() {
    assertThat(new ChildLine.Failed("a\nb\r\nc").format()).isEqualTo("@failed a | b | c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"@value get-2", "@value nothing 1", "@value get-2 fast", "@reached"})
  void malformedLinesAreRefused(String line) {
    assertThatThrownBy(() -> ChildLine.parse(line)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tasksSurviveTheJourney() {
    ChildTask task =
        new ChildTask(
            Peer.HREGION,
            Phase.START,
            Set.of(Metric.START, Metric.IDLE_RSS),
            Path.of("with space", "dir"),
            12,
            0.25,
            1L << 30,
            1L << 32,
            -1);
    assertThat(ChildTask.fromArguments(task.toArguments().toArray(String[]::new))).isEqualTo(task);
    assertThatThrownBy(() -> ChildTask.fromArguments(new String[] {"rocksdb"}))
        .hasMessageContaining("9 arguments, not 1");
  }

  @Test
  void failureIsTheLastLine() {
    List<ChildLine> lines = new ArrayList<>();
    assertThat(ChildMain.run(new String[0], lines::add)).isFalse();
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0)).isInstanceOf(ChildLine.Failed.class);
  }
}
