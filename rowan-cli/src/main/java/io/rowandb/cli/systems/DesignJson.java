package io.rowandb.cli.systems;

import io.rowandb.cli.terminal.JsonText;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * What a comparison measured, as JSON: an object for each design, with all its figures, named as
 * the components of their records. Shares go from 0 to 1, sizes are bytes, times microseconds. Used
 * by one thread.
 */
public final class DesignJson {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--json",
      description = "For programs: a line of JSON for each design, with all its figures.")
  private boolean given;

  /** For picocli. */
  public DesignJson() {}

  /** Whether the figures are to be JSON. */
  public boolean isGiven() {
    return given;
  }

  /** Prints designs, a line each. */
  public void print(List<? extends Record> designs) {
    designs.forEach(each -> print(Map.of(), each));
  }

  /**
   * Prints a design.
   *
   * @param first members before those of its figures
   */
  public void print(Map<String, ?> first, Record figures) {
    Map<String, Object> members = new LinkedHashMap<>(first);
    members.putAll(members(figures));
    spec.commandLine().getOut().println(JsonText.line(members));
  }

  private static Map<String, Object> members(Record figures) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (RecordComponent each : figures.getClass().getRecordComponents()) {
      members.put(each.getName(), value(each, figures));
    }
    return members;
  }

  private static Object value(RecordComponent component, Record figures) {
    try {
      return json(component.getAccessor().invoke(figures));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + component + " of " + figures, e);
    }
  }

  private static Object json(Object value) {
    if (value instanceof Record figures) {
      return members(figures);
    }
    return value instanceof List<?> list ? list.stream().map(DesignJson::json).toList() : value;
  }
}
