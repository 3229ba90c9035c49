package io.rowandb.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lines of the files, quirks included, into rows. */
class DataSetTest {
  static List<DataSet> all() {
    return List.of(
        new WebTableExample("test"),
        new WebPages("test"),
        new HostNames("test"),
        new HiggsActivity("test"),
        new WindowsEvents("test"),
        new BeijingAir("test"));
  }

  @ParameterizedTest
  @MethodSource("all")
  void makesTheSameRowsOfALineEachTime(DataSet set) {
    for (int file = 0; file < set.files().size(); file++) {
      SourceFile source = set.files().get(file);
      List<String> lines = source.sample().get();
      assertThat(source.sample().get()).isEqualTo(lines);
      for (int i = source.headingLines(); i < Math.min(20, lines.size()); i++) {
        CollectedRows first = CollectedRows.of(set, file, i, lines.get(i));
        CollectedRows again = CollectedRows.of(set, file, i, lines.get(i));
        assertThat(first.puts).isNotEmpty();
        assertThat(again.tables).isEqualTo(first.tables);
        for (int row = 0; row < first.puts.size(); row++) {
          assertThat(again.puts.get(row).getRow()).isEqualTo(first.puts.get(row).getRow());
        }
        assertThat(set.tables().stream().map(TableLayout::name)).containsAll(first.tables);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void saysWhatIsWrongWithALine(DataSet set) {
    if (set instanceof WebTableExample) {
      return; // its lines are in the program
    }
    assertThatThrownBy(() -> CollectedRows.of(set, 0, 0, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("(?s).+");
  }

  @Test
  void activityKeepsEqualSecondsApart() {
    HiggsActivity set = new HiggsActivity("test");
    CollectedRows mention = CollectedRows.of(set, 0, 0, "223789 213163 1341100972 MT");
    CollectedRows reply = CollectedRows.of(set, 0, 1, "223789 213163 1341100972 RE");
    byte[] earlier = mention.puts.get(0).getRow();
    byte[] later = reply.puts.get(0).getRow();
    assertThat(earlier).hasSize(16);
    assertThat(Arrays.compareUnsigned(later, earlier)).as("later lines come first").isNegative();
    assertThat(set.design().read(reply.row(0)))
        .isEqualTo(
            new HiggsActivity.Activity(
                223789, Instant.ofEpochSecond(1341100972), 2, HiggsActivity.Kind.RE, 213163));
  }

  @Test
  void activityBeginsInFiveRegionsByUser() {
    TableLayout table = new HiggsActivity("test").tables().get(0);
    assertThat(table.splitKeys())
        .containsExactly(
            Bytes.toBytes(100_000),
            Bytes.toBytes(200_000),
            Bytes.toBytes(300_000),
            Bytes.toBytes(400_000));
  }

  @Test
  void eventLeavesOutEmptyFieldsAndIndexesGuidsOfAnyForm() {
    String line =
        event("2020-06-10T02:50:56.537Z", "WORKSTATION6.mordor.local")
            .formatted(
                "{6a910b9d-498a-5ee0-c903-000000000400}", "6A910B9D-498A-5EE0-C903-000000000400");
    WindowsEvents set = new WindowsEvents("test");
    CollectedRows rows = CollectedRows.of(set, 0, 41, line);
    assertThat(rows.tableNames())
        .as("both forms of one GUID are one entry, which comes first")
        .containsExactly("windows_events_by_process", "windows_events");
    WindowsEvents.Event event = set.design().read(rows.row(1));
    UUID process = UUID.fromString("6a910b9d-498a-5ee0-c903-000000000400");
    assertThat(event.host()).isEqualTo("workstation6.mordor.local");
    assertThat(event.computer()).isEqualTo("WORKSTATION6.mordor.local");
    assertThat(event.time()).isEqualTo("2020-06-10T02:50:56.537Z");
    assertThat(event.line()).isEqualTo(42);
    assertThat(event.localTime()).isNull();
    assertThat(List.of(event.process(), event.parent())).containsOnly(process);
    assertThat(event.image()).isEqualTo("a.exe");
    assertThat(rows.row(1).size()).as("a cell for each field that is not empty").isEqualTo(10);
    assertThat(set.design().indexes().get(0).row(rows.row(0))).contains(rows.row(1).getRow());
  }

  @Test
  void eventThatNamesNoProcessHasNoEntry() {
    String line = event("2020-06-10T02:50:56Z", "dc").formatted("", "");
    assertThat(CollectedRows.of(new WindowsEvents("test"), 0, 0, line).tableNames())
        .containsExactly("windows_events");
  }

  @Test
  void eventWithAnUnreadableGuidIsRefused() {
    String line = event("2020-06-10T02:50:56Z", "dc").formatted("{not a guid}", "");
    assertThatThrownBy(() -> CollectedRows.of(new WindowsEvents("test"), 0, 0, line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"{not a guid}\" is no GUID");
  }

  @Test
  void eventWithAWrongTimeIsRefused() {
    String line = event("yesterday", "dc").formatted("", "");
    assertThatThrownBy(() -> CollectedRows.of(new WindowsEvents("test"), 0, 0, line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("yesterday");
  }

  @Test
  void readingLeavesOutWhatWasNotMeasured() {
    String line = "617,2013,3,26,16,NA,NA,NA,7,400,4.0,-0.7,1005.3,-2.5,0,\"WSW\",4.2,\"Dongsi\"";
    BeijingAir set = new BeijingAir("test");
    CollectedRows rows = CollectedRows.of(set, 0, 616, line);
    BeijingAir.Reading reading = set.design().read(rows.row(0));
    assertThat(rows.row(0).size()).as("a cell for each value").isEqualTo(10);
    assertThat(reading.pm25()).isNull();
    assertThat(reading.o3()).isEqualTo(4.0);
    assertThat(reading.temperature()).isEqualTo(-0.7);
    assertThat(reading.wind()).isEqualTo("WSW");
    assertThat(reading.windSpeed()).isEqualTo(4.2);
    assertThat(reading.number()).isEqualTo(617);
    assertThat(reading.station()).isEqualTo("Dongsi");
    assertThat(reading.time()).isEqualTo("2013-03-26T08:00:00Z");
  }

  @Test
  void onlyVeryBadAirIsIndexed() {
    String line = "1,2013,3,1,0,%s,4,4,7,300,77,-0.7,1023,-18.8,0,\"NNW\",4.4,\"Dongsi\"";
    BeijingAir set = new BeijingAir("test");
    assertThat(CollectedRows.of(set, 0, 0, line.formatted("499")).tableNames())
        .containsExactly("readings");
    assertThat(CollectedRows.of(set, 0, 0, line.formatted("500")).tableNames())
        .containsExactly("readings_bad_air", "readings");
  }

  @Test
  void readingOfAnImpossibleHourIsRefused() {
    String line = "1,2013,2,30,0,4,4,4,7,300,77,-0.7,1023,-18.8,0,\"NNW\",4.4,\"Dongsi\"";
    assertThatThrownBy(() -> CollectedRows.of(new BeijingAir("test"), 0, 0, line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2013-2-30-0");
  }

  @Test
  void severalLinksBetweenTwoPagesAreSeveralCells() {
    WebPages set = new WebPages("test");
    String target = "https://Example.com/Page#top";
    CollectedRows first = CollectedRows.of(set, 1, 0, "https://a.org/x\t3\t" + target + "\tA\t\tS");
    CollectedRows second = CollectedRows.of(set, 1, 1, "https://a.org/x\t9\t" + target + "\t\t7\t");
    assertThat(second.puts.get(0).getRow()).isEqualTo(first.puts.get(0).getRow());
    assertThat(set.design().read(first.row(0)))
        .isEqualTo(
            new WebPages.Page(
                "example.com",
                0,
                "/Page",
                null,
                null,
                null,
                List.of(new WebPages.Anchor("https://a.org/x", 3, "A"))));
    assertThat(set.design().read(second.row(0)).anchors())
        .containsExactly(new WebPages.Anchor("https://a.org/x", 9, ""));
  }

  @Test
  void hostWithTwoFeedsIsOneRow() {
    HostNames set = new HostNames("test");
    CollectedRows one = CollectedRows.of(set, 0, 0, "https://ayende.com:443/blog/rss/");
    CollectedRows two = CollectedRows.of(set, 0, 1, "https://ayende.com:443/blog/rss/bugs");
    assertThat(two.puts.get(0).getRow()).isEqualTo(one.puts.get(0).getRow());
    assertThat(set.design().read(two.row(0)))
        .isEqualTo(
            new HostNames.Host(
                "ayende.com",
                443,
                null,
                List.of(new HostNames.Feed("https://ayende.com:443/blog/rss/bugs"))));
  }

  /** An event with places for the process's and its parent's GUID. */
  private static String event(String time, String host) {
    return time + "\t\t" + host + "\tSysmon\t13\t7\t%s\t%s\t\t\t\t\t\tINFO\tSetValue\t\ta.exe\tx/y";
  }
}
