package io.rowandb.design.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The test that design-checker.md shows compiles. */
class ShownCheckTest {
  private static final Path PAGE = Path.of("..", "docs", "design-checker.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\n(.*?)^```");

  private static final String FRAME =
      """
      import io.rowandb.design.check.FindingSeverity;
      import io.rowandb.design.junit.CheckDesign;
      import io.rowandb.schema.table.TableDesign;
      import org.junit.jupiter.api.Test;

      record Call(String phone) {}

      class Calls {
        static final TableDesign<Call> DESIGN = null;
      }

      """;

  @TempDir private Path directory;

  @Tag("slow")
  @Test
  void compiles() throws Exception {
    Matcher block = BLOCK.matcher(Files.readString(PAGE));
    assertThat(block.results()).hasSize(1);
    block.reset();
    assertThat(block.find()).isTrue();
    Path source =
        Files.writeString(directory.resolve("CallsDesignTest.java"), FRAME + block.group(1));
    String path = System.getProperty("java.class.path");
    String[] options = {"-proc:none", "-d", directory.toString(), "-cp", path, source.toString()};
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options)).isZero();
  }
}
