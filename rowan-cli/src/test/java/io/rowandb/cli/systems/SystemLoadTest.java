package io.rowandb.cli.systems;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.CommandProcess;
import io.rowandb.cli.CreateOption;
import io.rowandb.load.LoadReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A load that is told to end ends; one of all records or none leaves none. */
class SystemLoadTest {
  private static final String READY = "ready";
  private static final String HANDED_OVER = "handed over";

  /** Loads records without end. */
  @Command(name = "endless")
  static final class Endless implements Callable<Integer> {
    @Mixin private SystemStore store;
    @Mixin private CreateOption create;

    @Override
    public Integer call() throws IOException {
      new SystemLoad<>("number", "all numbers", () -> Stream.iterate(1L, number -> number + 1))
          .runWhole(
              store,
              create,
              Endless::load,
              new PrintWriter(System.out, true, StandardCharsets.UTF_8));
      return 0;
    }

    /** As a load by sorted files: it says at which record reading failed. */
    private static LoadReport load(Connection connection, Stream<Long> numbers) throws IOException {
      System.out.println(READY);
      long count;
      try {
        count = numbers.mapToLong(number -> number).filter(number -> number > 0).sum();
      } catch (RuntimeException e) {
        throw new IOException("a record could not be read", e);
      }
      System.out.println(HANDED_OVER);
      return new LoadReport(
          "numbers",
          count,
          /* wasLoaded= */ false,
          0,
          0,
          0,
          Duration.ZERO,
          Duration.ZERO,
          Duration.ZERO);
    }
  }

  /** In a process of its own. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Endless()).execute(arguments));
  }

  @Tag("slow")
  @Test
  void allOrNoneIsNoneWhenItIsToldToEnd() throws Exception {
    try (CommandProcess process =
        CommandProcess.start(SystemLoadTest.class, List.of("mem:endless"))) {
      process.readTo(READY::equals);
      process.signal("TERM");
      assertThat(process.readToEnd())
          .contains("Stopped: nothing of it is in the tables. Begin it again.")
          .doesNotContain(HANDED_OVER);
      assertThat(process.code()).isEqualTo(CommandProcess.SIGTERM_CODE);
    }
  }
}
