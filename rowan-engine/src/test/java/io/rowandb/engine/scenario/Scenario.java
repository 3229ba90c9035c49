package io.rowandb.engine.scenario;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * A case of a {@link ScenarioFile}.
 *
 * @param file where it stands
 * @param line the number of the line with its command, from 1 on
 * @param command that line
 * @param input the lines behind it
 * @param expected what it is to print, without a line break at the end
 */
public record Scenario(Path file, int line, Command command, List<String> input, String expected) {
  /** The place to look at when it fails. */
  public String place() {
    return file.getFileName() + ":" + line;
  }

  /** The same for tools that open files. */
  URI uri() {
    return URI.create(file.toUri() + "?line=" + line);
  }
}
