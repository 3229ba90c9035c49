package io.rowandb.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rowandb.bench.workload.Metric;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The whole benchmark, children included, with few rows. */
@Tag("slow")
class BenchCommandTest {
  /** Far below the smallest object: blocks and chunks spread over their cells stay below it. */
  private static final double GARBAGE_BYTES = 8;

  @TempDir private Path directory;

  private final StringWriter errors = new StringWriter();

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rowan-engine", "rowan-fast"})
  void everyFigureComesAndNothingStays(String peer) throws IOException {
    Path csv = directory.resolve("figures.csv");
    Path svg = directory.resolve("figures.svg");
    Path data = directory.resolve("data");
    int code =
        run(
            "--rows=20000",
            "--runs=1",
            "--seconds=0.05",
            "--heap=512",
            "--cache=64",
            "--only=" + peer,
            "--path=" + data,
            "--csv=" + csv,
            "--svg=" + svg);
    assertThat(code).as(errors.toString()).isZero();
    assertThat(svg).content().contains("YCSB F").endsWith("</svg>\n");
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines.get(0)).isEqualTo("peer,workload,unit,run,value");
    for (Metric metric : Metric.workloads()) {
      if (peer.equals("rocksdb") && metric == Metric.MIXED_FILES) {
        continue; // it does not count the files that its reads open
      }
      String start = peer + "," + metric.id() + ",";
      assertThat(lines).anySatisfy(line -> assertThat(line).startsWith(start));
    }
    assertNothingLeftIn(data);
  }

  /** What an operation allocates once is its request and its cursors; a cell more costs nothing. */
  @Test
  void engineMakesNoGarbagePerCell() throws IOException {
    Path csv = directory.resolve("bytes.csv");
    int code = run("allocation", "--only=rowan-engine", "--path=" + directory, "--csv=" + csv);
    assertThat(code).as(errors.toString()).isZero();
    for (Metric metric :
        List.of(
            Metric.ALLOCATED_GET_CELL,
            Metric.ALLOCATED_SCAN_ROW,
            Metric.ALLOCATED_MEMSTORE_SCAN_ROW)) {
      assertThat(figure(csv, metric)).as(metric.label()).isLessThan(GARBAGE_BYTES);
    }
    double kept = figure(csv, Metric.ALLOCATED_PUT_CELL_KEPT);
    assertThat(figure(csv, Metric.ALLOCATED_PUT_CELL))
        .as("a further cell of a put is kept, not garbage")
        .isLessThan(kept + GARBAGE_BYTES);
  }

  @Test
  void memstoreIsMeasuredAndNothingStays() throws IOException {
    assertThat(printedBy("memstore", "--rows=50000", "--seconds=0.05"))
        .contains("waits for update lock", "ms of pauses", "bytes beside the cell", "800,000");
  }

  @Test
  void edgesAreMeasuredAndNothingStays() throws IOException {
    assertThat(printedBy("edges", "--rows=1000"))
        .contains(
            "after 1000 updates", "view of a loaded table", "3000 regions", "16 MB", "TABLES");
  }

  @Test
  void aCacheOutsideOfTheHeapIsMeasuredAndNothingStays() throws IOException {
    assertThat(printedBy("offheap", "--rows=5000", "--reads=1000", "--cache=1", "--runs=1"))
        .contains("on the heap", "outside, for victims", "longest ms");
  }

  @Test
  void figuresThatCannotBePrintedAreAFailure() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "Linux's file that is always full");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                BenchCommand.class.getName(),
                "offheap",
                "--rows=500",
                "--reads=100",
                "--cache=1",
                "--runs=1",
                "--path=" + directory.resolve("data"))
            .redirectOutput(full.toFile());
    builder.environment().put("LC_ALL", "C"); // the system's message is compared
    Process bench = builder.start();
    assertThat(bench.errorReader(StandardCharsets.UTF_8).lines())
        .contains("rowan: standard output: No space left on device");
    assertThat(bench.waitFor()).isEqualTo(1);
  }

  private String printedBy(String... command) throws IOException {
    Path data = directory.resolve("data");
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.add("--path=" + data);
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      int code = run(arguments.toArray(String[]::new));
      assertThat(code).as(errors.toString()).isZero();
    } finally {
      System.setOut(out);
    }
    assertNothingLeftIn(data);
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static double figure(Path csv, Metric metric) throws IOException {
    return Files.readAllLines(csv).stream()
        .filter(line -> line.contains("," + metric.id() + ","))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(',') + 1)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void peerThatFailsIsReportedAndTheCodeIsOne() throws IOException {
    Path data = directory.resolve("data");
    int code =
        run(
            "--rows=1000",
            "--runs=1",
            "--seconds=0.05",
            "--heap=3",
            "--cache=1",
            "--only=hregion,new",
            "--path=" + data);
    assertThat(code).isEqualTo(1);
    assertNothingLeftIn(data);
  }

  @Test
  void wrongCommandLineIsCodeTwo() {
    assertThat(run("--only=nobody")).isEqualTo(2);
    assertThat(errors.toString()).contains("\"nobody\" is no peer");
    assertThat(run("--rows=0")).isEqualTo(2);
    assertThat(errors.toString()).contains("--rows must be at least 1: 0");
    assertThat(run("--csv=" + directory.resolve("missing/figures.csv"))).isEqualTo(2);
    assertThat(errors.toString()).contains("--csv cannot be written").doesNotContain("Usage");
  }

  /** Neither an argument nor a name of a file steers the terminal. */
  @Test
  void whatMovesTheCursorIsSpelledOut() {
    assertThat(run("--only=\u001b[31mx")).isEqualTo(2);
    assertThat(run("--against=" + directory.resolve("a\u001b[2Jb"))).isEqualTo(2);
    assertThat(run("--\u001b[1m")).isEqualTo(2);
    assertThat(errors.toString())
        .contains("\\x1b[31mx", "a\\x1b[2Jb does not exist", "--\\x1b[1m")
        .doesNotContain("\u001b");
  }

  /** The store is loaded for it all the same. */
  @Test
  void aWorkloadMayBeMeasuredAlone() throws IOException {
    Path csv = directory.resolve("figures.csv");
    int code =
        run(
            "--rows=1000",
            "--runs=1",
            "--seconds=0.05",
            "--heap=512",
            "--cache=64",
            "--only=rowan-engine,ycsb-d",
            "--path=" + directory.resolve("data"),
            "--csv=" + csv);
    assertThat(code).as(errors.toString()).isZero();
    assertThat(figure(csv, Metric.YCSB_D)).isPositive();
  }

  @Test
  void earlierFiguresAreComparedAndMayFailTheRun() throws IOException {
    Path earlier = directory.resolve("earlier.csv");
    Files.writeString(earlier, "peer,workload,unit,run,value\nrowan-engine,new,s,1,0.000001\n");
    String[] measured = {
      "--rows=1000",
      "--runs=1",
      "--heap=512",
      "--cache=64",
      "--only=rowan-engine,new",
      "--path=" + directory.resolve("data"),
      "--against=" + earlier,
      "--fail-worse"
    };
    assertThat(run(Arrays.copyOf(measured, measured.length - 1))).as(errors.toString()).isZero();
    assertThat(run(measured)).as("no start is that fast").isEqualTo(1);
    assertThat(run("--fail-worse")).isEqualTo(2);
    assertThat(errors.toString()).contains("--fail-worse needs --against");
    assertThat(run("--against=" + directory.resolve("none"))).isEqualTo(2);
    assertThat(errors.toString()).contains("none does not exist");
    assertThat(run("--against=" + earlier, "growth")).isEqualTo(2);
    assertThat(errors.toString()).contains("growth measures some paces and takes no --against");
  }

  @Test
  void growthMeasuresEachStep() throws IOException {
    Path csv = directory.resolve("growth.csv");
    Path svg = directory.resolve("growth.svg");
    Path data = directory.resolve("data");
    int code =
        run(
            "growth",
            "--steps=1000,2000",
            "--seconds=0.05",
            "--heap=512",
            "--cache=64",
            "--only=rowan-engine,get",
            "--path=" + data,
            "--csv=" + csv,
            "--svg=" + svg);
    assertThat(code).as(errors.toString()).isZero();
    assertNothingLeftIn(data);
    assertThat(csv).content().contains("\n1000,rowan-engine,get-1,", "\n2000,rowan-engine,get-1,");
    assertThat(svg).content().contains("<polyline").endsWith("</svg>\n");
    assertThat(run("growth", "--rows=5")).isEqualTo(2);
    assertThat(errors.toString()).contains("--steps in place of --rows");
    assertThat(run("growth", "--steps=1000,0")).isEqualTo(2);
    assertThat(errors.toString()).contains("--rows must be at least 1: 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cache --rows=0 | --rows must be from 1000 to 2147483647: 0",
        "cache --rows=-1 | --rows must be from 1000 to 2147483647: -1",
        "cache --rows=2147483648 | --rows must be from 1000 to 2147483647: 2147483648",
        "cache --requests=1 | --requests must be at least 1000: 1",
        "cache --quick | cache replays traces and takes no --quick",
        "--heap=100 cache | cache replays traces and takes no --heap",
        "timing --turns=0 | --turns must be at least 1: 0",
        "timing --rows=10 | --rows must be from 1000 to 2147483647: 10",
        "timing --quick | timing measures a store in memory and takes no --quick",
        "reads --turns=0 | --turns must be at least 1: 0",
        "reads --megabytes=2048 | --megabytes must be from 1 to 2047: 2048",
        "reads --rows=5 | reads measures a file that it makes and takes no --rows",
        "bulk --rows=0 | --rows must be at least 1: 0",
        "bulk --cache=5 | bulk loads lines that it makes and takes no --cache",
        "memstore --heap=100 | memstore measures one store in this JVM and takes no --heap",
        "systems --rate=-1 | --rate must be from 0 to 1000000: -1",
        "systems --rows=999 | --rows must be from 1000 to 2147483647: 999",
        "systems --runs=2 | systems measures stores in this JVM and takes no --runs",
        "cache --rows=1000 --only=TinyLFU | cache replays traces and takes no --only",
      })
  void refusesWhatItDoesNotFollow(String arguments, String fault) {
    assertThat(run(arguments.split(" "))).isEqualTo(2);
    assertThat(errors.toString()).contains(fault).doesNotContain("Exception");
  }

  @Test
  void cacheTakesRowsSeedAndRequests() {
    assertThat(run("cache", "--rows=1000", "--seed=7", "--requests=1000"))
        .as(errors.toString())
        .isZero();
    assertThat(run("--rows=1000", "cache", "--requests=1000")).as(errors.toString()).isZero();
  }

  @Test
  void readsLeaveNothing() throws IOException {
    Path data = directory.resolve("data");
    assertThat(run("reads", "--megabytes=2", "--seed=7", "--turns=1", "--path=" + data))
        .as(errors.toString())
        .isZero();
    assertNothingLeftIn(data);
  }

  @Test
  void timingTakesRowsSeedAndTurns() {
    assertThat(run("timing", "--rows=1000", "--seed=7", "--turns=1"))
        .as(errors.toString())
        .isZero();
  }

  private int run(String... arguments) {
    CommandLine command = BenchCommand.commandLine();
    command.setErr(new PrintWriter(errors, true));
    return command.execute(arguments);
  }

  private static void assertNothingLeftIn(Path data) throws IOException {
    try (Stream<Path> left = Files.list(data)) {
      assertThat(left).isEmpty();
    }
  }
}
