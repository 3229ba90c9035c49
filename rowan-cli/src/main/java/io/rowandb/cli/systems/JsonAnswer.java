package io.rowandb.cli.systems;

import io.rowandb.cli.terminal.JsonText;
import io.rowandb.schema.pattern.Page;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Answers of all systems as JSON, instead of text for people. The names of members are those of the
 * HTTP API. Used by one thread.
 */
public final class JsonAnswer {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--json",
      description = "For programs: a line of JSON for each record; a last line with next for more.")
  private boolean given;

  /** For picocli. */
  public JsonAnswer() {}

  /** Whether the answer is to be JSON. */
  public boolean isGiven() {
    return given;
  }

  /** Prints a record. */
  public void print(Map<String, ?> members) {
    spec.commandLine().getOut().println(JsonText.line(members));
  }

  /** Prints records. */
  public <T> void print(List<T> records, Function<T, Map<String, ?>> members) {
    records.forEach(each -> print(members.apply(each)));
  }

  /** Prints the records of a page; then what asks for those behind it, if there are any. */
  public <T> void print(Page<T> page, Function<T, Map<String, ?>> members) {
    print(page.records(), members);
    page.next().ifPresent(next -> print(Map.of("next", next)));
  }
}
