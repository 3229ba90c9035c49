package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./rowan dist}: what it makes of a fresh copy of the sources runs with a JRE alone. */
@Tag("slow")
class DistTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Not copied: what is made of the sources, and tests. */
  private static final Set<String> LEFT_OUT = Set.of("target", ".git", "test", "rowan-demo-data");

  @TempDir private Path directory;

  @Test
  void whatItMakesRunsWithoutCompilerAndMaven() throws Exception {
    Path sources = directory.resolve("the sources");
    copy(ROOT, sources);
    Run built = run(sources, Map.of(), "./rowan", "dist");
    assertThat(built.code).as(built.output).isZero();
    List<String> lines = built.output.lines().toList();
    Path packed = Path.of(lines.get(lines.size() - 1));
    assertThat(packed).hasFileName("rowan-" + version() + ".tar.gz").isRegularFile();

    assertThat(Files.size(packed) / 1_000_000).isBetween(saidMegabytes() - 5, saidMegabytes() + 5);

    Path there = Files.createDirectory(directory.resolve("一个 directory"));
    assertThat(run(there, Map.of(), "tar", "-xzf", packed.toString()).code).isZero();
    Path unpacked = there.resolve("rowan-" + version());
    Map<String, String> jre = jre();

    Run first = run(unpacked, jre, "./rowan", "version");
    assertThat(first.code).as(first.output).isZero();
    assertThat(first.output).contains("Preparing Rowan to start fast", "Rowan", version());
    assertThat(archives(unpacked)).singleElement().satisfies(DistTest::hasContent);

    Run query =
        run(
            unpacked,
            jre,
            "./rowan",
            "shell",
            "--create",
            "a store",
            "-e",
            "create 't', 'f'",
            "-e",
            "put 't', 'r', 'f:q', 'v'",
            "-e",
            "scan 't'");
    assertThat(query.code).as(query.output).isZero();
    assertThat(query.output).contains("value=v", "1 row(s)").doesNotContain("Preparing");
    assertThat(run(unpacked, jre, "./rowan", "rest", "--help").output).contains("--port");
    assertThat(run(unpacked, jre, "./rowan", "help").output).doesNotContain("bench", "Maven");
    assertThat(unpacked.resolve("completion").resolve("rowan.bash"))
        .content()
        .contains("_rowan_commands=\"demo dump load ", " check rest thrift version help\"");

    for (String command : List.of("test", "bench", "dist")) {
      Run refused = run(unpacked, jre, "./rowan", command);
      assertThat(refused.code).isEqualTo(2);
      assertThat(refused.output).isEqualTo("rowan: " + needsSources(command) + "\n");
    }
    assertThat(directory.resolve("mvn-ran")).doesNotExist();
  }

  /** How large the page says that it is. */
  private static long saidMegabytes() throws IOException {
    Matcher said =
        Pattern.compile("tar\\.gz` \\((\\d+) MB\\)")
            .matcher(Files.readString(ROOT.resolve("docs/getting-started.md")));
    assertThat(said.find()).isTrue();
    return Long.parseLong(said.group(1));
  }

  private static void hasContent(Path archive) throws IOException {
    assertThat(Files.size(archive)).isGreaterThan(1 << 20);
  }

  private static String needsSources(String command) {
    return command + " needs Rowan's sources, and this is a distribution";
  }

  private static List<Path> archives(Path unpacked) throws IOException {
    try (Stream<Path> files = Files.list(unpacked.resolve("lib"))) {
      return files.filter(file -> file.toString().contains(".jsa")).toList();
    }
  }

  private static String version() throws IOException {
    return new VersionText().getVersion()[0].split(" +", -1)[1];
  }

  /** A Java without a compiler, where Maven must not be run. */
  private Map<String, String> jre() throws IOException {
    Path home = Path.of(System.getProperty("java.home"));
    Path jre = Files.createDirectory(directory.resolve("jre"));
    Files.createSymbolicLink(
        Files.createDirectory(jre.resolve("bin")).resolve("java"), home.resolve("bin/java"));
    Files.copy(home.resolve("release"), jre.resolve("release"));
    Path bin = Files.createDirectory(directory.resolve("bin"));
    Path mvn = bin.resolve("mvn");
    Files.writeString(mvn, "#!/bin/sh\ntouch '" + directory.resolve("mvn-ran") + "'\nexit 1\n");
    assertThat(mvn.toFile().setExecutable(true)).isTrue();
    return Map.of("JAVA_HOME", jre.toString(), "PATH", bin + ":" + System.getenv("PATH"));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes)
              throws IOException {
            if (LEFT_OUT.contains(each.getFileName().toString()) && !each.equals(from)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(each).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path each, BasicFileAttributes attributes)
              throws IOException {
            Path copy = to.resolve(from.relativize(each).toString());
            Files.copy(each, copy);
            if (Files.isExecutable(each)) {
              assertThat(copy.toFile().setExecutable(true)).isTrue();
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static Run run(Path where, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(command)));
    builder.directory(where.toFile()).redirectErrorStream(true);
    builder.environment().remove("ROWAN_CONF_DIR");
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), output);
  }

  private record Run(int code, String output) {}
}
