package io.rowandb.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The source that the demonstration prints. */
class ShownSourceTest {
  @TempDir private Path directory;

  static Stream<DataSet> sets() {
    return DataSetTest.all().stream();
  }

  /** All that is printed of a data set, in a class of its own, with the page's imports alone. */
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("sets")
  void compilesWithTheImportsOfTheDocument(DataSet set) throws IOException {
    StringBuilder program = new StringBuilder(imports()).append("class Printed {\n");
    set.declaration().forEach(line -> program.append(line).append('\n'));
    for (DemoQuestion question : set.questions()) {
      question.source().forEach(line -> program.append(line).append('\n'));
    }
    program.append("}\n");
    Path source = Files.writeString(directory.resolve("Printed.java"), program);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-proc:none",
              "-cp",
              System.getProperty("java.class.path"),
              "-d",
              directory.toString());
      boolean compiled =
          compiler
              .getTask(errors, files, null, options, null, files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as("%s", errors).isTrue();
    }
  }

  private static String imports() throws IOException {
    Matcher block =
        Pattern.compile("```java\n(import .*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("..", "docs", "demo.md")));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }

  @Test
  void isThatOfTheMethodThatRuns() {
    DemoQuestion last = new HiggsActivity("test").questions().get(0);
    assertThat(last.source())
        .containsExactly(
            "static List<Activity> last(RecordTable<Activity> activities) throws IOException {",
            "  return activities.where(Activity::user).is(89805).newestFirst().limit(8).list();",
            "}");
  }

  @Test
  void namesAMemberThatIsMissing() {
    assertThatThrownBy(() -> ShownSource.of(HiggsActivity.class, "nothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("HiggsActivity has no member nothing");
  }
}
