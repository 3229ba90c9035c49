package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The classes that Java 17 compiles, on the newest Java that Rowan names, without a flag of the
 * JVM; where that Java is. {@code ./rowan test --java 25} runs everything else there.
 */
@Tag("slow")
class LaterJavaTest {
  private static final int VERSION = 25;

  /** The JVM names whoever does what it will refuse one day. */
  private static final Pattern WARNED_OF =
      Pattern.compile("WARNING: .* has been called by (?:\\w+\\.)*(\\w+) ");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"fast", "complete"})
  void firstStepsAreTheSame(String door) throws Exception {
    Path errors = directory.resolve("errors");
    Process process = start(door, errors, List.of());
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
    assertThat(output.lines())
        .containsExactly(
            "tables [t]",
            "cells 100",
            "get v7",
            "records [City[country=de, name=Ulm, people=126000]]",
            "asynchronously v8",
            "java " + VERSION);
    assertThat(warnedOf(errors)).isSubsetOf("NativeCodeLoader", "HBaseUnsafeInternal");
  }

  @Test
  void withTheFlagsOfTheScriptNothingIsWarnedOf() throws Exception {
    Path errors = directory.resolve("errors");
    List<String> flags =
        List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    assertThat(Files.readString(Path.of("..", "rowan"))).contains(String.join(" ", flags));
    Process process = start("complete", errors, flags);
    process.getInputStream().readAllBytes();
    assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
    assertThat(warnedOf(errors)).isEmpty();
  }

  private static List<String> warnedOf(Path errors) throws IOException {
    return WARNED_OF.matcher(Files.readString(errors)).results().map(r -> r.group(1)).toList();
  }

  private Process start(String door, Path errors, List<String> flags) throws IOException {
    Optional<Path> java = LaterJava.find(VERSION);
    assumeTrue(
        java.isPresent(),
        "no JDK "
            + VERSION
            + " here: name its home in ROWAN_JAVA_"
            + VERSION
            + " or put it into /usr/lib/jvm");
    ProcessBuilder builder = new ProcessBuilder(java.orElseThrow().toString());
    builder.command().addAll(flags);
    builder.command().addAll(List.of("-cp", System.getProperty("java.class.path")));
    builder
        .command()
        .addAll(List.of(FirstSteps.class.getName(), directory.resolve("s").toString()));
    builder.command().add(door);
    builder.environment().remove("JDK_JAVA_OPTIONS");
    return builder.redirectError(errors.toFile()).start();
  }
}
