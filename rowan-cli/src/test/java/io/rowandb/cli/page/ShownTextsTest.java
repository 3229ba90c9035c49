package io.rowandb.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowandb.cli.program.RowanCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What pages show of files is in those files, and settings that they show are taken. */
@Tag("slow")
class ShownTextsTest {
  private static final String CHECKER = "docs/design-checker.md";
  private static final Path DESIGNS = PageBlock.ROOT.resolve("examples/designs");

  @TempDir private Path directory;

  private static String text(String page, PageBlock.Kind kind, int number) throws IOException {
    return PageBlock.of(page, kind).get(number).text();
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/clients.md"})
  void aDependencyIsAModuleOfThisVersion(String page) throws IOException {
    String shown = text(page, PageBlock.Kind.XML, 0);
    String pom = Files.readString(PageBlock.ROOT.resolve("pom.xml"));
    assertThat(element(shown, "groupId")).isEqualTo(element(pom, "groupId"));
    assertThat(element(shown, "version")).isEqualTo(element(pom, "version"));
    assertThat(pom).contains("<module>" + element(shown, "artifactId") + "</module>");
  }

  /** The first of this name. */
  private static String element(String xml, String name) {
    return Pattern.compile("<%s>([^<]*)</%s>".formatted(name, name))
        .matcher(xml)
        .results()
        .map(each -> each.group(1))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theSampleAndTheDesignAreThoseOfTheExamples() throws IOException {
    assertThat(DESIGNS.resolve("calls.csv"))
        .content()
        .startsWith(text(CHECKER, PageBlock.Kind.TEXT, 0));
    List<String> shown = text(CHECKER, PageBlock.Kind.YAML, 0).lines().toList();
    assertThat(Files.readAllLines(DESIGNS.resolve("calls-month-first.yaml")))
        .containsSubsequence(shown);
  }

  @Test
  void needsAreTaken() throws IOException {
    String needs = text(CHECKER, PageBlock.Kind.YAML, 1);
    String design = Files.readString(DESIGNS.resolve("calls.yaml"));
    assertThat(needs).startsWith("needs:\n");
    assertThat(design).doesNotContain("needs:");
    Path file = Files.writeString(directory.resolve("calls.yaml"), design + "\n" + needs);
    assertThat(execute("design", "fit", file.toString(), DESIGNS + "/calls.csv")).isZero();
  }

  /** In a process, whose input is empty, as the server closes what it prints to. */
  @Test
  void theServerOfAnAgentStarts() throws Exception {
    JsonNode server =
        new ObjectMapper().readTree(text(CHECKER, PageBlock.Kind.JSON, 0)).at("/mcpServers/rowan");
    assertThat(server.at("/command").textValue()).isEqualTo("/path/to/rowan");
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.add(RowanCommand.class.getName());
    for (JsonNode word : server.at("/args")) {
      words.add(word.textValue().replace("/path/to/designs", DESIGNS.toString()));
    }
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    assertThat(process.getInputStream().readAllBytes()).asString().isEmpty();
    assertThat(process.waitFor()).isZero();
  }

  private static int execute(String... words) {
    return RowanCommand.newCommandLine().execute(words);
  }
}
