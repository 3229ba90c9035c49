package io.rowandb.engine.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Lets Jazzer look for inputs that a parser fails at, {@code -Drowan.fuzz.seconds} for each parser,
 * in a process of its own. What it finds stays in {@code target/fuzz}, from where another search
 * goes on: inputs that reach new code in the folder of the parser, and one that fails beside them.
 */
@Tag("slow")
@EnabledIfSystemProperty(named = "rowan.fuzz.seconds", matches = "\\d+")
class JazzerTest {
  /** An input takes a millisecond; one that takes so long does not end. */
  private static final int TIMEOUT_SECONDS = 20;

  private static final int MAX_INPUT_BYTES = 8_000;

  private static final Pattern RUNS = Pattern.compile("stat::number_of_executed_units:\\s*(\\d+)");

  @ParameterizedTest
  @EnumSource
  void findsNothing(Parser parser) throws Exception {
    Path work = Path.of("target", "fuzz");
    Path found = Files.createDirectories(work.resolve(parser.directory()));
    int number = 0;
    for (byte[] seed : parser.target().seeds()) {
      Files.write(found.resolve("seed-" + number++), seed);
    }
    Path output = work.resolve(parser.directory() + ".txt");
    int code = search(parser, work, found, output);
    String said = Files.readString(output);
    assertThat(code).as("%s", said).isZero();
    Matcher runs = RUNS.matcher(said);
    assertThat(runs.find()).as("%s", said).isTrue();
    System.out.printf(
        "fuzzing: %s, %,d inputs in %s s, findings 0%n",
        parser.directory(),
        Long.parseLong(runs.group(1)),
        System.getProperty("rowan.fuzz.seconds"));
  }

  private static int search(Parser parser, Path work, Path found, Path output)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    command.add("-ea");
    command.add("-D" + JazzerEntry.PARSER + "=" + parser.name());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("com.code_intelligence.jazzer.Jazzer");
    command.add("--target_class=" + JazzerEntry.class.getName());
    command.add("--instrumentation_includes=io.rowandb.engine.**:io.airlift.compress.**");
    command.add("--reproducer_path=" + work);
    command.add("-artifact_prefix=" + work + "/" + parser.directory() + "-");
    command.add("-max_total_time=" + System.getProperty("rowan.fuzz.seconds"));
    command.add("-max_len=" + MAX_INPUT_BYTES);
    command.add("-timeout=" + TIMEOUT_SECONDS);
    command.add("-rss_limit_mb=3000");
    command.add("-print_final_stats=1");
    command.add(found.toString());
    Path corpus = ParsersTest.corpusDirectory(parser);
    if (Files.isDirectory(corpus)) {
      command.add(corpus.toString());
    }
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start()
        .waitFor();
  }
}
