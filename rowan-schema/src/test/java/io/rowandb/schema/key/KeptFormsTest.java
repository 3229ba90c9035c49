package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tables keep what a part says of itself, and a design is refused when that has changed: so the
 * words stay. Another part is a line more; {@code -Drewrite=true} writes the file anew.
 */
class KeptFormsTest {
  private static final Path KEPT = Path.of("src/test/resources/schema/kept-forms.txt");

  @Test
  void partsSayWhatTheyAlwaysSaid() throws IOException {
    List<String> forms =
        PartCases.all().stream().map(each -> each.part().describe()).distinct().sorted().toList();
    if (Boolean.getBoolean("rewrite")) {
      Files.writeString(KEPT, forms.stream().collect(Collectors.joining("\n", "", "\n")));
    }
    assertThat(Files.readAllLines(KEPT, StandardCharsets.UTF_8))
        .isNotEmpty()
        .containsExactlyElementsOf(forms);
  }
}
