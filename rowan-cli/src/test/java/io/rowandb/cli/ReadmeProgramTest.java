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
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The program in the READMEs compiles, runs, and runs again on the store it made; with the file of
 * the page on configuration too.
 */
@Tag("slow")
class ReadmeProgramTest {
  private static final String CONFIGURATION = "docs/configuration.md";
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @TempDir private Path directory;

  @Test
  void programCompilesAndRuns() throws Exception {
    compile(program("README.md"));
    String store = directory.resolve("store").toString();
    assertThat(run(store)).contains("com.cnn.www/anchor:my.look.ca");
    assertThat(run(store)).contains("com.cnn.www/anchor:my.look.ca");
  }

  /** As the page has it: the fast door; with the other lines of its table: the complete one. */
  @ParameterizedTest
  @CsvSource({"fast, DirectConnection", "complete, ConnectionImplementation"})
  void sameProgramNeedsNoLineOfRowanWithTheConfigurationFile(String door, String connection)
      throws Exception {
    String program =
        program("README.md")
            .replace("import io.rowandb.client.Rowan;", "")
            .replace(
                "Rowan.configuration(args[0])",
                "org.apache.hadoop.hbase.HBaseConfiguration.create()")
            .replace("rows.forEach", "System.out.println(connection.getClass());rows.forEach");
    assertThat(program).doesNotContain("Rowan");
    compile(program);
    Path store = directory.resolve("store");
    String site = block(CONFIGURATION, "xml").replace("/data/shop", store.toString());
    if (door.equals("complete")) {
      site =
          site.replaceAll(
              "(?s)  <property>\\s*<name>hbase.client.(?!userprovider).*?</property>\n", "");
      site = site.replace("</configuration>", rows(CONFIGURATION) + "</configuration>");
    }
    Files.writeString(directory.resolve("hbase-site.xml"), site);
    assertThat(run()).contains("com.cnn.www/anchor:my.look.ca").contains("." + connection);
    assertThat(store).isDirectory();
  }

  /** The lines of the table that choose the complete door, as properties. */
  private static String rows(String readme) throws IOException {
    Matcher rows =
        Pattern.compile(
                "(?m)^\\| `(hbase\\.(?:rpc\\.)?client\\.(?:impl|registry\\.impl))` \\| `([^`]+)`")
            .matcher(text(readme));
    StringBuilder properties = new StringBuilder();
    while (rows.find()) {
      properties.append("<property><name>").append(rows.group(1)).append("</name>");
      properties.append("<value>").append(rows.group(2)).append("</value></property>\n");
    }
    assertThat(properties.toString().lines()).hasSize(2);
    return properties.toString();
  }

  private void compile(String program) throws IOException {
    Path source = Files.writeString(directory.resolve("Hello.java"), program);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int code =
        compiler.run(
            null, null, null, "-cp", CLASS_PATH, "-d", directory.toString(), source.toString());
    assertThat(code).isZero();
  }

  private String run(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            directory + File.pathSeparator + CLASS_PATH,
            "Hello");
    builder.command().addAll(List.of(arguments));
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  void bothLanguagesShowTheSameProgram() throws IOException {
    assertThat(program("README.zh.md")).isEqualTo(program("README.md"));
    assertThat(block("docs/zh/configuration.md", "xml")).isEqualTo(block(CONFIGURATION, "xml"));
    assertThat(program("README.md").lines().filter(line -> !line.isBlank()).count())
        .as("a short program")
        .isLessThanOrEqualTo(35);
  }

  @Test
  void bothLanguagesNameTheSameKeysAndCommands() throws IOException {
    assertThat(codeWords("README.zh.md"))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(codeWords("README.md"));
    Path chinese = Path.of("..", "docs", "zh");
    try (Stream<Path> pages = Files.walk(chinese)) {
      for (Path page : pages.filter(Files::isRegularFile).map(chinese::relativize).toList()) {
        assertThat(codeWords("docs/zh/" + page))
            .as("%s", page)
            .containsExactlyInAnyOrderElementsOf(codeWords("docs/" + page));
      }
    }
  }

  private static String program(String readme) throws IOException {
    return block(readme, "java");
  }

  private static String block(String readme, String language) throws IOException {
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(text(readme));
    assertThat(block.find()).isTrue();
    return block.group(1);
  }

  /** What stands in the first column of the tables, as code. */
  private static List<String> codeWords(String readme) throws IOException {
    return text(readme)
        .lines()
        .map(Pattern.compile("^\\| `([^`]+)`")::matcher)
        .filter(Matcher::find)
        .map(match -> match.group(1))
        .toList();
  }

  /** A file at the project's root; tests run in their module's directory. */
  private static String text(String readme) throws IOException {
    return Files.readString(Path.of("..", readme));
  }
}
