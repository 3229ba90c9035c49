package io.rowandb.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lines of the files, quirks included, into rows. */
class DataSetTest {
  private static final byte[] ANCHOR = Bytes.toBytes("anchor");

  static List<DataSet> all() {
    return List.of(
        new WebTableExample(),
        new WebPages(),
        new HostNames(),
        new HiggsActivity(),
        new WindowsEvents(),
        new BeijingAir());
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
    HiggsActivity set = new HiggsActivity();
    CollectedRows mention = CollectedRows.of(set, 0, 0, "223789 213163 1341100972 MT");
    CollectedRows reply = CollectedRows.of(set, 0, 1, "223789 213163 1341100972 RE");
    byte[] earlier = mention.puts.get(0).getRow();
    byte[] later = reply.puts.get(0).getRow();
    assertThat(earlier).hasSize(16);
    assertThat(Arrays.compareUnsigned(later, earlier)).as("later lines come first").isNegative();
    Result row = reply.row(0);
    assertThat(Bytes.toString(row.getValue(HiggsActivity.FAMILY, HiggsActivity.KIND)))
        .isEqualTo("RE");
    assertThat(Bytes.toInt(row.getValue(HiggsActivity.FAMILY, HiggsActivity.ON))).isEqualTo(213163);
    assertThat(row.rawCells()[0].getTimestamp()).isEqualTo(1341100972000L);
  }

  @Test
  void eventLeavesOutEmptyFieldsAndIndexesGuidsOfAnyForm() {
    String line =
        event("2020-06-10T02:50:56.537Z", "WORKSTATION6.mordor.local")
            .formatted(
                "{6a910b9d-498a-5ee0-c903-000000000400}", "6A910B9D-498A-5EE0-C903-000000000400");
    CollectedRows rows = CollectedRows.of(new WindowsEvents(), 0, 41, line);
    assertThat(rows.tables).containsExactly("events", "events_by_guid");
    Result event = rows.row(0);
    assertThat(event.containsColumn(WindowsEvents.FAMILY, Bytes.toBytes("event_time"))).isFalse();
    assertThat(Bytes.toString(event.getValue(WindowsEvents.FAMILY, Bytes.toBytes("hostname"))))
        .isEqualTo("WORKSTATION6.mordor.local");
    ByteBuffer key = ByteBuffer.wrap(event.getRow());
    assertThat(KeyBytes.readTerminated(key)).isEqualTo("workstation6.mordor.local");
    assertThat(Instant.ofEpochMilli(KeyBytes.readNewestFirst(key)))
        .isEqualTo("2020-06-10T02:50:56.537Z");
    assertThat(KeyBytes.readHighestFirst(key)).isEqualTo(41);
    Result entry = rows.row(1);
    assertThat(entry.getRow()).hasSize(28);
    assertThat(entry.size()).as("both forms of one GUID are one row, a cell a role").isEqualTo(2);
    assertThat(entry.value()).isEqualTo(event.getRow());
  }

  @Test
  void eventWithAnUnreadableGuidIsStoredWithoutIndex() {
    String line = event("2020-06-10T02:50:56Z", "dc").formatted("{not a guid}", "");
    assertThat(CollectedRows.of(new WindowsEvents(), 0, 0, line).tables).containsExactly("events");
  }

  @Test
  void eventWithAWrongTimeIsRefused() {
    String line = event("yesterday", "dc").formatted("", "");
    assertThatThrownBy(() -> CollectedRows.of(new WindowsEvents(), 0, 0, line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("yesterday");
  }

  @Test
  void readingLeavesOutWhatWasNotMeasured() {
    String line = "617,2013,3,26,16,NA,NA,NA,7,400,4.0,-0.7,1005.3,-2.5,0,\"WSW\",4.2,\"Dongsi\"";
    Result row = CollectedRows.of(new BeijingAir(), 0, 616, line).row(0);
    assertThat(row.containsColumn(BeijingAir.FAMILY, Bytes.toBytes("PM2.5"))).isFalse();
    assertThat(Bytes.toDouble(row.getValue(BeijingAir.FAMILY, Bytes.toBytes("O3")))).isEqualTo(4.0);
    assertThat(Bytes.toDouble(row.getValue(BeijingAir.FAMILY, Bytes.toBytes("TEMP"))))
        .isEqualTo(-0.7);
    assertThat(Bytes.toString(row.getValue(BeijingAir.FAMILY, Bytes.toBytes("wd"))))
        .isEqualTo("WSW");
    assertThat(Bytes.toInt(row.getValue(BeijingAir.FAMILY, BeijingAir.NUMBER))).isEqualTo(617);
    ByteBuffer key = ByteBuffer.wrap(row.getRow());
    assertThat(KeyBytes.readTerminated(key)).isEqualTo("Dongsi");
    assertThat(Instant.ofEpochMilli(key.getLong())).isEqualTo("2013-03-26T08:00:00Z");
  }

  @Test
  void readingOfAnImpossibleHourIsRefused() {
    String line = "1,2013,2,30,0,4,4,4,7,300,77,-0.7,1023,-18.8,0,\"NNW\",4.4,\"Dongsi\"";
    assertThatThrownBy(() -> CollectedRows.of(new BeijingAir(), 0, 0, line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2013-2-30-0");
  }

  @Test
  void severalLinksBetweenTwoPagesAreSeveralCells() {
    WebPages set = new WebPages();
    String target = "https://Example.com/Page#top";
    CollectedRows first = CollectedRows.of(set, 1, 0, "https://a.org/x\t3\t" + target + "\tA\t\tS");
    CollectedRows second = CollectedRows.of(set, 1, 1, "https://a.org/x\t9\t" + target + "\t\t7\t");
    assertThat(Bytes.toString(first.puts.get(0).getRow())).isEqualTo("com.example/Page");
    assertThat(second.puts.get(0).getRow()).isEqualTo(first.puts.get(0).getRow());
    assertThat(Bytes.toString(first.row(0).getValue(ANCHOR, Bytes.toBytes("org.a/x#3"))))
        .isEqualTo("A");
    assertThat(second.row(0).getValue(ANCHOR, Bytes.toBytes("org.a/x#9"))).isEmpty();
  }

  @Test
  void hostWithTwoFeedsIsOneRow() {
    HostNames set = new HostNames();
    CollectedRows one = CollectedRows.of(set, 0, 0, "https://ayende.com:443/blog/rss/");
    CollectedRows two = CollectedRows.of(set, 0, 1, "https://ayende.com:443/blog/rss/bugs");
    assertThat(Bytes.toString(one.puts.get(0).getRow())).isEqualTo("com.ayende:443");
    assertThat(two.puts.get(0).getRow()).isEqualTo(one.puts.get(0).getRow());
    assertThat(two.row(0).rawCells()[0].toString())
        .isNotEqualTo(one.row(0).rawCells()[0].toString());
  }

  /** An event with places for the process's and its parent's GUID. */
  private static String event(String time, String host) {
    return time + "\t\t" + host + "\tSysmon\t13\t7\t%s\t%s\t\t\t\t\t\tINFO\tSetValue\t\ta.exe\tx/y";
  }
}
