package io.rowandb.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rows in examples/designs are those of the seed; -Drewrite=true writes them. */
class ExampleRowsTest {
  private static final Path DESIGNS = Path.of("..", "examples", "designs");

  @Test
  void filesAreThoseOfTheSeed() throws IOException {
    for (Map.Entry<String, List<String>> each : ExampleRows.files().entrySet()) {
      Path file = DESIGNS.resolve(each.getKey());
      if (Boolean.getBoolean("rewrite")) {
        Files.write(file, each.getValue());
      }
      assertThat(file).hasContent(String.join("\n", each.getValue()));
    }
  }
}
