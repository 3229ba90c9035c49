package io.rowandb.cli.tsdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.systems.SystemCommandTrial;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code ./rowan tsdb import --csv}: each row of a file is points by what the options say. */
class CsvImportTest extends SystemCommandTrial {
  /** As a file of the Numenta Anomaly Benchmark. */
  private static final String NAB =
      """
      timestamp,value
      2014-02-14 14:30:00,0.132
      2014-02-14 14:35:00,134
      """;

  /** As a file of the air of Beijing. */
  private static final String BEIJING =
      """
      "No","year","month","day","hour","PM2.5","TEMP","wd","station"
      1,2013,3,1,0,4,-0.7,"NNW","Dongsi"
      2,2013,3,1,1,NA,-1.1,"N","Dongsi"
      3,2013,3,1,2,7,NA,NA,"Dongsi"
      """;

  private static final String[] AIR = {
    "--time", "year,month,day,hour", "--zone", "Asia/Shanghai",
    "--metric", "pm=PM2.5,TEMP", "--tags", "station"
  };

  CsvImportTest() {
    super(TsdbCommand::new);
  }

  private int csv(String file, String... options) {
    List<String> all = new ArrayList<>(List.of("import", store(), "--create", "--csv"));
    all.addAll(List.of("--file", file));
    all.addAll(Arrays.asList(options));
    return run(all.toArray(String[]::new));
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  private List<String> scanned(String metric) {
    assertThat(run("scan", store(), "--metric", metric)).isZero();
    return lines();
  }

  @Test
  void aSeriesOfAFile() throws IOException {
    String file = file("ec2_cpu_24ae8d.csv", NAB);
    for (int i = 0; i < 2; i++) {
      assertThat(csv(file, "--metric", "cpu=value")).isZero();
      assertThat(out.toString()).startsWith("Loaded 2 points of " + file);
    }
    assertThat(scanned("cpu"))
        .containsExactly(
            "cpu 1392388200 0.132 file=ec2_cpu_24ae8d", "cpu 1392388500 134 file=ec2_cpu_24ae8d");
  }

  @Test
  void severalMetricsALineAndNoneThatIsMissing() throws IOException {
    Path file = directory.resolve("air.csv.gz");
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write(BEIJING.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
    }
    assertThat(csv(file.toString(), AIR)).isZero();
    assertThat(out.toString()).startsWith("Loaded 4 points of ");
    assertThat(scanned("pm"))
        .containsExactly("pm 1362067200 4 station=Dongsi", "pm 1362074400 7 station=Dongsi");
    assertThat(scanned("TEMP"))
        .containsExactly(
            "TEMP 1362067200 -0.7 station=Dongsi", "TEMP 1362070800 -1.1 station=Dongsi");
  }

  @Test
  void timesOfAllKinds() throws IOException {
    String times =
        """
        t,v
        1392388200,1
        1392388200250,2
        2014-02-14 14:30:01,3
        2014/02/14 14:31,4
        2014-02-14T14:32:00.5,5
        2014-02-14T14:33:00Z,6
        2014-02-14T14:33:00+01:00,7
        2014-02-15,8
        """;
    assertThat(csv(file("t.csv", times), "--time", "t", "--metric", "v", "--zone", "UTC")).isZero();
    assertThat(scanned("v"))
        .containsExactlyInAnyOrder(
            "v 1392384780 7 file=t",
            "v 1392388200 1 file=t",
            "v 1392388200250 2 file=t",
            "v 1392388201 3 file=t",
            "v 1392388260 4 file=t",
            "v 1392388320500 5 file=t",
            "v 1392388380 6 file=t",
            "v 1392422400 8 file=t");
  }

  @Test
  void aClockThatIsPutBackShowsAnHourTwiceAndOneThatIsPutForwardSkipsOne() throws IOException {
    String berlin = "timestamp,v\n2014-10-26 02:30:00,1\n";
    assertThat(csv(file("b.csv", berlin), "--metric", "v", "--zone", "Europe/Berlin")).isZero();
    assertThat(scanned("v")).containsExactly("v 1414283400 1 file=b");
    String skipped = file("s.csv", "timestamp,v\n2014-03-30 02:30:00,1\n");
    assertThat(csv(skipped, "--metric", "v", "--zone", "Europe/Berlin")).isEqualTo(1);
    assertThat(err.toString())
        .contains("s.csv, line 2: \"2014-03-30 02:30:00\" is no time: the clocks of Europe/Berlin");
  }

  @Test
  void aFractionIsOfTheSecondsBeforeIt() throws IOException {
    String text = "timestamp,v\n2014-02-14T14:30:00.5,1\n2014-02-14 14:31,2\n2014-02-15+01:00,3\n";
    assertThat(csv(file("f.csv", text), "--metric", "v")).isZero();
    assertThat(scanned("v"))
        .containsExactly(
            "v 1392388200500 1 file=f", "v 1392388260 2 file=f", "v 1392418800 3 file=f");
  }

  private void assertLineIsWrong(String text, int line, String reason) throws IOException {
    assertThat(csv(file("w.csv", text), "--metric", "value", "--tags", "host")).isEqualTo(1);
    assertThat(err.toString()).contains("w.csv, line " + line + ": ", reason);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  @Tag("slow")
  void wrongLinesAreNamed() throws IOException {
    String head = "timestamp,value,host\n";
    assertLineIsWrong("", 1, "there is no column \"timestamp\"");
    assertLineIsWrong("timestamp,host\n", 1, "there is no column \"value\"");
    assertLineIsWrong("timestamp,value,host,value\n", 1, "there are two columns \"value\"");
    assertLineIsWrong(head + "1,2,a\n1,2\n", 3, "there are 3 columns, but here are 2 values");
    assertLineIsWrong(head + "1,many,a\n", 2, "\"many\" is no number");
    assertLineIsWrong(head + "1,1e999,a\n", 2, "beyond the doubles");
    assertLineIsWrong(head + "soon,1,a\n", 2, "\"soon\" is no time");
    assertLineIsWrong(head + "2014-02-30,1,a\n", 2, "\"2014-02-30\" is no time");
    assertLineIsWrong(head + "2014-02-14 14:30.5,1,a\n", 2, "\"2014-02-14 14:30.5\" is no time");
    assertLineIsWrong(head + "2014-02-14.5,1,a\n", 2, "\"2014-02-14.5\" is no time");
    assertLineIsWrong(head + "-1,1,a\n", 2, "\"-1\" is no time");
    assertLineIsWrong(head + "1969-12-31,1,a\n", 2, "a time must be");
    assertLineIsWrong(head + "1,1,\n", 2, "tag value");
    assertLineIsWrong(head + "1,1,a b\n", 2, "a b");
    assertLineIsWrong(head + "1,1,\"a\n", 2, "is not closed");
  }

  @Test
  void aFileThatEndsTooEarlyIsNoSuccess() throws IOException {
    Path file = directory.resolve("cut.csv.gz");
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write(NAB.getBytes(StandardCharsets.UTF_8));
    }
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 4));
    assertThat(csv(file.toString(), "--metric", "value")).isEqualTo(1);
    assertThat(err.toString()).contains("cut.csv.gz");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void optionsThatDoNotGoTogether() {
    assertRefused("import STORE --csv --metric v", "--csv needs --file");
    assertRefused("import STORE --metric v", "--metric goes with --csv alone");
    assertRefused("import STORE --tags host", "--tags goes with --csv alone");
    assertRefused("import STORE --csv --file pom.xml", "--csv needs --metric");
    assertRefused("import STORE --csv --file pom.xml --metric a=", "\"a=\"");
    assertRefused("import STORE --csv --file pom.xml --metric v,v", "\"v\" twice");
    assertRefused("import STORE --csv --file pom.xml --metric v --time a,b", "--time is one");
    assertRefused("import STORE --csv --file pom.xml --metric v --zone Mars", "--zone: ");
  }
}
