package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in the READMEs compiles, runs, and runs again on the store it made. */
class ReadmeProgramTest {
  @TempDir private Path directory;

  @Test
  void programCompilesAndRuns() throws Exception {
    Path source = Files.writeString(directory.resolve("Hello.java"), program("README.md"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String classPath = System.getProperty("java.class.path");
    int code =
        compiler.run(
            null, null, null, "-cp", classPath, "-d", directory.toString(), source.toString());
    assertThat(code).isZero();
    for (int run = 1; run <= 2; run++) {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  directory + File.pathSeparator + classPath,
                  "Hello",
                  directory.resolve("store").toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("run %d: %s", run, output).isZero();
      assertThat(output).contains("com.cnn.www/anchor:my.look.ca");
    }
  }

  @Test
  void bothLanguagesShowTheSameProgram() throws IOException {
    assertThat(program("README.zh.md")).isEqualTo(program("README.md"));
    assertThat(program("README.md").lines().filter(line -> !line.isBlank()).count())
        .as("a short program")
        .isLessThanOrEqualTo(35);
  }

  @Test
  void bothLanguagesNameTheSameKeysAndCommands() throws IOException {
    assertThat(codeWords("README.zh.md"))
        .containsExactlyInAnyOrderElementsOf(codeWords("README.md"));
  }

  private static String program(String readme) throws IOException {
    Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(text(readme));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }

  /** What stands in the first column of the tables, as code. */
  private static List<String> codeWords(String readme) throws IOException {
    return text(readme)
        .lines()
        .map(Pattern.compile("^\\| `([a-z.]+)` \\|")::matcher)
        .filter(Matcher::find)
        .map(match -> match.group(1))
        .toList();
  }

  /** A file at the project's root; tests run in their module's directory. */
  private static String text(String readme) throws IOException {
    return Files.readString(Path.of("..", readme));
  }
}
