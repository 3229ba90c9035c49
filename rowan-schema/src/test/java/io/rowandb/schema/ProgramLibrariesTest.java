package io.rowandb.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that depends on Rowan gets other people's libraries in the versions that Rowan is built
 * and tested with, though it has none of Rowan's {@code dependencyManagement}. So it can also be
 * built without a network where Rowan was built. Maven says which these are, of the project's own
 * {@code pom.xml} files and of programs beside them.
 */
@Tag("slow")
class ProgramLibrariesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern LIBRARY =
      Pattern.compile(
          "([\\w.-]+:[\\w.-]+):jar:(?:[\\w.-]+:)?([\\w.-]+):(?:compile|runtime)(?= |$)",
          Pattern.MULTILINE);

  @TempDir private Path directory;

  @Test
  void theyHaveTheVersionsOfRowansOwnBuild() throws Exception {
    String example = Files.readString(ROOT.resolve("examples/maven/pom.xml"));
    List<String> programs = new ArrayList<>(List.of("example"));
    program("example", example.replace("<artifactId>guestbook<", "<artifactId>example<"));
    for (String library : List.of("rowan-client", "rowan-schema", "rowan-tsdb")) {
      String name = "of-" + library;
      programs.add(name);
      program(name, programOf(name, library));
    }
    copyPoms(programs);
    maven(programs);
    Set<String> built = new TreeSet<>();
    for (String module : List.of("rowan-client", "rowan-schema", "rowan-tsdb")) {
      built.addAll(libraries(module));
    }
    for (String program : programs) {
      Set<String> resolved = libraries(program);
      resolved.removeIf(library -> library.startsWith("io.rowandb:"));
      assertThat(resolved).as(program).hasSizeGreaterThan(50);
      assertThat(built).as(program).containsAll(resolved);
    }
  }

  /** A program with one dependency, on a module of Rowan, and without its bill of materials. */
  private static String programOf(String name, String library) throws IOException {
    return """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>example</groupId>
          <artifactId>%s</artifactId>
          <version>1</version>
          <dependencies>
            <dependency>
              <groupId>io.rowandb</groupId>
              <artifactId>%s</artifactId>
              <version>%s</version>
            </dependency>
          </dependencies>
        </project>
        """
        .formatted(name, library, version());
  }

  private static String version() throws IOException {
    Matcher version =
        Pattern.compile("<version>([^<]*)</version>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }

  private void program(String name, String pom) throws IOException {
    Files.writeString(Files.createDirectory(directory.resolve(name)).resolve("pom.xml"), pom);
  }

  /** Those of the project, and the programs as modules beside its own. */
  private void copyPoms(List<String> programs) throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.filter(each -> Files.exists(each.resolve("pom.xml"))).toList()) {
        Path copy = Files.createDirectory(directory.resolve(module.getFileName().toString()));
        Files.copy(module.resolve("pom.xml"), copy.resolve("pom.xml"));
      }
    }
    StringBuilder modules = new StringBuilder("<modules>");
    programs.forEach(each -> modules.append("<module>").append(each).append("</module>"));
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    Files.writeString(
        directory.resolve("pom.xml"), pom.replaceFirst("<modules>", modules.toString()));
  }

  private void maven(List<String> programs) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "mvn",
                "-B",
                "-o",
                "-Dmaven.test.skip=true",
                "-DoutputFile=target/tree.txt",
                "-pl",
                String.join(",", programs),
                "-am",
                "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:tree"));
    String repository = System.getProperty("localRepository"); // Surefire tells it
    if (repository != null) {
      command.add("-Dmaven.repo.local=" + repository);
    }
    Process maven =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    maven.getOutputStream().close();
    String output = new String(maven.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(maven.waitFor()).as(output).isZero();
  }

  /** Group, name and version of what is on the class path when the module runs. */
  private Set<String> libraries(String module) throws IOException {
    Set<String> libraries = new TreeSet<>();
    Matcher library =
        LIBRARY.matcher(Files.readString(directory.resolve(module).resolve("target/tree.txt")));
    while (library.find()) {
      libraries.add(library.group(1) + ":" + library.group(2));
    }
    return libraries;
  }
}
