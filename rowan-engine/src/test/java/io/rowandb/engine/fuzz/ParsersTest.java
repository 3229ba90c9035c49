package io.rowandb.engine.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each parser on its seeds, its corpus, and random mutations of both: it answers, or says what is
 * wrong where. A search that watches the code is {@link JazzerTest}.
 */
class ParsersTest {
  private static final long SEED = Long.getLong("rowan.seed", 1);

  /** How many mutations of each parser's inputs are tried. */
  private static final int MUTATIONS = Integer.getInteger("rowan.fuzz.mutations", 4_000);

  private static final int MAX_CHANGES = 6;

  @ParameterizedTest
  @EnumSource
  void seedsAreWhole(Parser parser) throws IOException {
    for (byte[] seed : parser.target().seeds()) {
      assertThat(Trial.run(parser.target(), seed)).as("a seed is taken for whole").isTrue();
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void answersOrRefuses(Parser parser) throws IOException {
    List<byte[]> inputs = new ArrayList<>(parser.target().seeds());
    inputs.addAll(corpus(parser));
    int whole = 0;
    int tried = 0;
    for (byte[] input : inputs) {
      tried++;
      whole += run(parser, input) ? 1 : 0;
    }
    Random random = new Random(SEED);
    for (int i = 0; i < MUTATIONS; i++) {
      tried++;
      whole += run(parser, mutated(inputs, random)) ? 1 : 0;
    }
    System.out.printf(
        "parsers: %s, %,d inputs, %,d taken for whole, undeclared failures 0 (seed %d)%n",
        parser.directory(), tried, whole, SEED);
    assertThat(whole).as("taken for whole").isGreaterThan(tried / 1000);
  }

  private static boolean run(Parser parser, byte[] input) throws IOException {
    try {
      return Trial.run(parser.target(), input);
    } catch (AssertionError | OutOfMemoryError | StackOverflowError e) {
      Path file = Files.write(Files.createTempFile("rowan-" + parser.directory(), ".input"), input);
      throw new AssertionError("seed " + SEED + ", input is in " + file + ": " + e.getMessage(), e);
    }
  }

  static List<byte[]> corpus(Parser parser) throws IOException {
    Path directory = corpusDirectory(parser);
    List<byte[]> inputs = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.sorted().toList()) {
        inputs.add(Files.readAllBytes(file));
      }
    }
    assertThat(inputs).as("inputs in %s", directory.toAbsolutePath()).isNotEmpty();
    return inputs;
  }

  /** Where Maven runs the tests: the module's folder. */
  static Path corpusDirectory(Parser parser) {
    return Path.of("src", "test", "resources", "fuzz", parser.directory());
  }

  private static byte[] mutated(List<byte[]> inputs, Random random) {
    byte[] input = inputs.get(random.nextInt(inputs.size())).clone();
    for (int left = 1 + random.nextInt(MAX_CHANGES); left > 0 && input.length > 0; left--) {
      int at = random.nextInt(input.length);
      switch (random.nextInt(8)) {
        case 0 -> input[at] = (byte) random.nextInt(256);
        case 1 -> input[at] = (byte) (random.nextBoolean() ? 0x7f : 0x80);
        case 2 -> input[at] = (byte) -random.nextInt(2);
        case 3 -> input[at] += (byte) (random.nextInt(9) - 4);
        case 4 -> Arrays.fill(input, at, Math.min(input.length, at + 4), (byte) -random.nextInt(2));
        case 5 -> {
          byte[] other = inputs.get(random.nextInt(inputs.size()));
          int length = Math.min(random.nextInt(64), Math.min(input.length - at, other.length));
          int from = random.nextInt(other.length - length + 1);
          System.arraycopy(other, from, input, at, length);
        }
        case 6 -> input = random.nextInt(4) == 0 ? Arrays.copyOf(input, at) : input;
        default -> input[at] ^= (byte) (1 << random.nextInt(8));
      }
    }
    return input;
  }
}
