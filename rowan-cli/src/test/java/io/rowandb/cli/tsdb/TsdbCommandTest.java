package io.rowandb.cli.tsdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./rowan tsdb}, as a user types it. */
class TsdbCommandTest extends TsdbCommandTrial {
  @Test
  void importsAFileTwiceAndAnswers() throws IOException {
    for (int i = 0; i < 2; i++) {
      assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
      assertThat(out.toString()).startsWith("Loaded 5 points of ").endsWith(" a second).\n");
    }
    assertThat(query("sum:requests")).isZero();
    assertThat(lines())
        .containsExactly(
            "requests 1309687200 11", "requests 1309687260 33.0", "requests 1309687320250 0.5");
    assertThat(query("max:requests{site=*}{host=web1}")).isZero();
    assertThat(lines())
        .containsExactly(
            "requests 1309687200 1 host=web1 site=north",
            "requests 1309687260 3 host=web1 site=north");
    assertThat(query("sum:2m-avg:rate:requests{host=web1|web2}")).isZero();
    assertThat(lines()).containsExactly("requests 1309687320 -0.1625 host=web2 site=south");
    assertThat(run("suggest", store(), "--type", "tagv", "--prefix", "w")).isZero();
    assertThat(lines()).containsExactly("web1", "web2");
  }

  @Test
  void madeUpPointsAreTheSameEachTime() throws IOException {
    assertThat(run("import", store(), "--create", "--points", "1000")).isZero();
    assertThat(out.toString()).startsWith("Loaded 1,000 points of made-up servers of seed 1 ");
    assertThat(query("count:sys.cpu")).isZero();
    assertThat(lines()).hasSize(50).startsWith("sys.cpu 1309687200 20");
    assertThat(query("sum:0all-count:sys.cpu{site=*}")).isZero();
    assertThat(lines())
        .containsExactly(
            "sys.cpu 1309651200 350.0 site=site0",
            "sys.cpu 1309651200 350.0 site=site1",
            "sys.cpu 1309651200 300.0 site=site2");
  }

  @Test
  void theNewestAndSeriesByPartsOfTheirNames() throws IOException {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    assertThat(run("last", store(), "--metric", "requests", "--end", "2011/07/03-11:30")).isZero();
    assertThat(lines())
        .containsExactly(
            "requests 1309687260 3 host=web1 site=north",
            "requests 1309687320250 0.5 host=web2 site=south");
    assertThat(run("lookup", store(), "--metric", "requests", "--tag", "=north")).isZero();
    assertThat(lines()).hasSize(1);
    String tsuid = lines().get(0).split(" ", -1)[0];
    assertThat(lines().get(0)).isEqualTo(tsuid + " requests host=web1 site=north");
    assertThat(run("last", store(), "--tsuid", tsuid, "--end", "1309687200", "--hours", "0"))
        .isZero();
    assertThat(lines()).containsExactly("requests 1309687200 1 host=web1 site=north");
    assertThat(run("lookup", store(), "--most", "1")).isZero();
    assertThat(lines()).hasSize(1);
    assertThat(err.toString()).isEqualTo("There are more; --most prints them.\n");
    assertThat(run("last", store(), "--tsuid", "zz")).isEqualTo(1);
    assertThat(err.toString()).contains("a TSUID has 6 hexadecimal digits");
    assertThat(run("last", store(), "--tsuid", "00000100000100000g")).isEqualTo(1);
    assertThat(err.toString())
        .contains("a TSUID has 6 hexadecimal digits", "\"00000100000100000g\"");
  }

  /** The last point is 250 ms behind a whole second. */
  @Tag("slow")
  @Test
  void anEndInMillisecondsIsExact() throws IOException {
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    for (String end : List.of("1309687320000", "2011-07-03T10:02:00Z")) {
      assertThat(run("scan", store(), "--metric", "requests", "--end", end)).isZero();
      assertThat(lines()).as(end).hasSize(4);
      assertThat(run("last", store(), "--metric", "requests", "--end", end)).isZero();
      assertThat(lines()).as(end).contains("requests 1309687260 30 host=web2 site=south");
      assertThat(queryUntil(end)).isZero();
      assertThat(lines()).as(end).hasSize(2);
    }
    for (String end : List.of("1309687320", "2011/07/03-10:02", "1309687320250")) {
      assertThat(run("scan", store(), "--metric", "requests", "--end", end)).isZero();
      assertThat(lines()).as(end).hasSize(5);
      assertThat(run("last", store(), "--metric", "requests", "--end", end)).isZero();
      assertThat(lines()).as(end).contains("requests 1309687320250 0.5 host=web2 site=south");
      assertThat(queryUntil(end)).isZero();
      assertThat(lines()).as(end).hasSize(3);
    }
    String[] deleting = {"scan", store(), "--metric", "requests", "--delete", "--end"};
    assertThat(run(append(deleting, "1309687320249"))).isZero();
    assertThat(err.toString()).isEqualTo("Removed 4 points.\n");
  }

  private int queryUntil(String end) {
    return run("query", store(), "-m", "sum:requests", "--start", "1309687200", "--end", end);
  }

  @Test
  @Tag("slow")
  void rollupsAnswerAsPointsDo() throws IOException {
    assertThat(run("import", store(), "--create", "--points", "5000")).isZero();
    assertThat(run("rollup", store(), "--metric", "sys.cpu", "--end", "2011/07/03-10:30")).isZero();
    assertThat(lines())
        .containsExactly(
            "Made 0 intervals; those of sys.cpu are whole until 2011-07-03T10:00:00Z.");
    assertThat(run("rollup", store(), "--metric", "sys.cpu", "--interval", "10m")).isZero();
    assertThat(out.toString()).startsWith("Made 100 intervals; ");
    assertThat(query("sum:20m-avg:sys.cpu{site=*}")).isZero();
    List<String> wanted = lines();
    assertThat(
            run(
                "query",
                store(),
                "-m",
                "sum:20m-avg:sys.cpu{site=*}",
                "--start",
                "2011/07/03",
                "--end",
                "2011-07-03T11:00:00Z",
                "--rollups",
                "10m"))
        .isZero();
    assertThat(lines()).isEqualTo(wanted).isNotEmpty();
    assertThat(run("rollup", store(), "--metric", "sys.cpu", "--start", "2011/07/03-10:00"))
        .isEqualTo(0);
  }

  @Test
  void aPackedFileIsReadToo() throws IOException {
    Path file = directory.resolve("points.gz");
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write(LINES.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(run("import", store(), "--create", "--file", file.toString())).isZero();
    assertThat(query("count:requests")).isZero();
    assertThat(lines()).hasSize(3);
  }

  @Test
  void aWrongLineIsNamedAndThoseBeforeItCanBeThere() throws IOException {
    String file = file(LINES + "requests 1309687200 many host=web1\n");
    assertThat(run("import", store(), "--create", "--file", file)).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "rowan: "
                + file
                + ", line 6: \"many\" is no number: requests 1309687200 many host=web1\n");
  }

  @Test
  void aWrongNameIsNamedWithItsLine() throws IOException {
    String file = file(LINES + "requests! 1309687200 1 host=web1\n");
    assertThat(run("import", store(), "--create", "--file", file)).isEqualTo(1);
    assertThat(err.toString()).contains(file + ", line 6: ", "'!'");
  }

  @Test
  void whatIsNotThereIsSaid() throws IOException {
    assertThat(query("sum:requests")).isEqualTo(1);
    assertThat(err.toString()).contains(store());
    assertThat(run("import", store(), "--create", "--file", file(LINES))).isZero();
    assertThat(query("sum:responses")).isEqualTo(1);
    assertThat(err.toString()).contains("responses");
    assertThat(run("suggest", store(), "--table", "other")).isEqualTo(1);
    assertThat(err.toString()).contains("there are no tables other and other-uid");
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          import PATH --hosts 0 | --hosts is 0, not 1 to 100000
          import PATH --step 0 | --step is 0
          import PATH --points -1 | --points is -1
          import PATH --start 4294967296 | --start is 4294967296
          import PATH --file none.txt | cannot read none.txt: no such file
          import PATH --file none.txt --seed 2 | --seed does not go with --file
          import PATH --table a/b | --table
          query PATH --start 0 | --query
          query PATH -m sum:x | --start
          query PATH -m sum:x --start yesterday | "yesterday" is no time
          query PATH -m sum:x --start 2 --end 1 | no range: from 2000 to 1999 ms
          query PATH -m sum --start 0 | is not AGGREGATOR:METRIC
          query PATH -m sum:x --start 0 --zone Mars | --zone is Mars
          last PATH | give --metric, or --tsuid
          last PATH --metric a --tsuid 00 | and not both
          last PATH --metric a --hours -1 | --hours is -1
          last PATH --metric a --tag b | --tag is b
          last PATH --tsuid 00 --tag a=b | --tag goes with --metric
          last PATH --metric a --end soon | "soon" is no time
          lookup PATH --tag a | "a"
          lookup PATH --most 0 | 1 to 100000 series: 0
          scan PATH | --metric
          scan PATH --metric a --tag b | --tag is b
          scan PATH --metric a --tag b=like(c) | "like"
          scan PATH --metric a --start 2 --end 1 | 2000 to 1999
          drop PATH | --metric
          rollup PATH --metric a --interval 7m | 420
          rollup PATH --metric a --interval 2h | divide an hour: "2h"
          rollup PATH --metric a --start soon | "soon" is no time
          query PATH -m sum:x --start 0 --rollups 1d | divide an hour: "1d"
          fsck PATH --delete | --delete goes with --fix
          fsck PATH --keep both | --keep is both
          fsck PATH --fix --force | --force goes with --delete
          scan PATH --metric a --salt-width 5 | 0 to 4 bytes: 5
          last PATH --metric a --salt-width 1 --salt-buckets 257 | 1 to 256 buckets: 257
          uid room PATH --uid-width 8 | 1 to 7 bytes: 8
          lookup PATH --uid-width 3,3 | --uid-width is one number, or three: [3, 3]
          scan PATH --metric a --tag b=regexp((a)\\1) | a back reference, "\\1"
          uid assign PATH | --name
          uid assign PATH --name a --type b | --type is b
          uid rename PATH --name a | --to
          suggest PATH --type names | --type is names
          suggest PATH --most 0 | --most is 0
          """)
  void aWrongCommandLineIsExplained(String line, String message) {
    assertThat(run(line.strip().replace("PATH", store()).split(" ", -1))).isEqualTo(2);
    assertThat(err.toString()).contains(message.strip());
    assertThat(Files.exists(Path.of(store()))).isFalse();
  }
}
