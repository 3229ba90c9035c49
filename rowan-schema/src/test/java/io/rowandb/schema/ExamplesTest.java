package io.rowandb.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** What newcomers copy, {@code examples}, compiles, runs, and passes its own test. */
class ExamplesTest {
  private static final Path ROOT = Path.of("..");
  private static final Path EXAMPLES = ROOT.resolve("examples");
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  private static final Pattern SERVERS_AND_TESTS =
      Pattern.compile("test-classes$|-tests\\.jar$|hadoop-(yarn|mini|mapreduce)");

  @TempDir private Path directory;

  @Tag("slow")
  @Test
  void theProgramRunsAndFindsWhatItWrote() throws Exception {
    Path classes = compile();
    String store = directory.resolve("store").toString();
    assertThat(run(classes, store)).contains("A quiet room.", "1 entry by ada");
    assertThat(run(classes, store)).contains("A quiet room.", "2 entries by ada");
  }

  /** Though its first statement is a design, and with that a class of HBase that logs. */
  @Tag("slow")
  @Test
  void itPrintsNoWarningOfALogThatNobodyConfigured() throws Exception {
    Path classes = compile();
    String store = directory.resolve("store").toString();
    // Tests, and the servers of a cluster, have a configuration of the log among their classes.
    String libraries =
        Stream.of(CLASS_PATH.split(File.pathSeparator, -1))
            .filter(each -> !SERVERS_AND_TESTS.matcher(each).find())
            .collect(Collectors.joining(File.pathSeparator));
    List<String> lines = run(classes, libraries, store).lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).isEqualTo("1 entry by ada");
  }

  @Test
  @Tag("slow")
  void itsTestPasses() throws Exception {
    URL[] classes = {compile().toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader())) {
      LauncherDiscoveryRequest request =
          LauncherDiscoveryRequestBuilder.request()
              .selectors(selectClass(loader.loadClass("example.GuestbookTest")))
              .build();
      SummaryGeneratingListener summary = new SummaryGeneratingListener();
      LauncherFactory.create().execute(request, summary);
      assertThat(summary.getSummary().getFailures())
          .extracting(failure -> failure.getException().toString())
          .isEmpty();
      assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(2);
    }
  }

  /** No version of the libraries is forgotten when the project's changes. */
  @Test
  void theirVersionsAreTheProjects() throws IOException {
    String version = first("pom.xml", "<version>([^<]*)</version>");
    assertThat(first("rowan-bom/pom.xml", "<version>([^<]*)</version>")).isEqualTo(version);
    assertThat(first("examples/maven/pom.xml", "rowan-bom</artifactId>\\s*<version>([^<]*)<"))
        .isEqualTo(version);
    assertThat(first("examples/gradle/build.gradle", "rowan-bom:([^']*)'")).isEqualTo(version);
  }

  private static String first(String file, String pattern) throws IOException {
    Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(ROOT.resolve(file)));
    assertThat(matcher.find()).as("%s has %s", file, pattern).isTrue();
    return matcher.group(1);
  }

  private Path compile() throws IOException {
    Path classes = Files.createDirectories(directory.resolve("classes"));
    List<String> arguments =
        new ArrayList<>(List.of("-proc:none", "-cp", CLASS_PATH, "-d", classes.toString()));
    try (Stream<Path> sources = Files.walk(EXAMPLES)) {
      sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(code).isZero();
    return classes;
  }

  private static String run(Path classes, String store) throws Exception {
    return run(classes, CLASS_PATH, store);
  }

  private static String run(Path classes, String libraries, String store) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes + File.pathSeparator + libraries,
                "example.Guestbook",
                store)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
