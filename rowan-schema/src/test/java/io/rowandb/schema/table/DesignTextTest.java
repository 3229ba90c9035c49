package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.key.Parts;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Designs as people read them, and as HBase's shell does. */
class DesignTextTest {
  record Tweet(String user, Instant time, long id, String text, long likes) {}

  record Entry(String host, String path, int port, boolean secure, byte[] body) {}

  private static final TableDesign<Tweet> TWEETS =
      TableDesign.of("twits", Tweet.class)
          .key(
              key ->
                  key.hash(Digest.md5(16), Tweet::user)
                      .part(Tweet::time, Parts.descending(Parts.millis()))
                      .part(Tweet::id, Parts.int64())
                      .lossy(Tweet::user))
          .family("t", family -> family.setMaxVersions(3).setTimeToLive(86_400))
          .family("s")
          .column(Tweet::user, "t:u")
          .column(Tweet::text, "t:x", ColumnTypes.text(), "none")
          .counter(Tweet::likes, "s:n")
          .splits(Splits.even(4))
          .build();

  private static final TableDesign<Entry> ENTRIES =
      TableDesign.of("logs:entries", Entry.class)
          .key(
              key ->
                  key.salt(16)
                      .literal("E\u0000")
                      .part(Entry::host)
                      .part(Entry::port)
                      .part(Entry::secure)
                      .part(Entry::path, Parts.textToEnd()))
          .family("f'", DesignTextTest::unusual)
          .column(Entry::body, "f':b")
          .splits(key -> List.of(new byte[] {4, '\'', '#'}, Bytes.toBytes("\\\"a-Z")))
          .build();

  private static ColumnFamilyDescriptorBuilder unusual(ColumnFamilyDescriptorBuilder family) {
    return family
        .setCompressionType(Compression.Algorithm.GZ)
        .setNewVersionBehavior(true)
        .setValue("owner", "o'\\x")
        .setConfiguration("hbase.hstore.blockingStoreFiles", "20");
  }

  @Test
  void theKeyIsDescribedByteByByte() {
    assertThat(TWEETS.describe())
        .isEqualTo(
            """
            table twits
            row key, 32 bytes
              bytes 0 to 15: MD5, first 16 bytes of user
              bytes 16 to 23: time: milliseconds since 1970, signed, 8 bytes, descending
              bytes 24 to 31: id: signed, 8 bytes
              records may share a key that differ only in user
            columns
              t:u is user: UTF-8 text
              t:x is text: UTF-8 text, none where it is missing
              s:n is likes: counter
            families
              t: TTL 86400, VERSIONS 3
              s: HBase's defaults
            regions at first: 4
              from "@\\x00\\x00\\x00\\x00\\x00\\x00\\x00"
              from "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00"
              from "\\xC0\\x00\\x00\\x00\\x00\\x00\\x00\\x00\"\
            """);
  }

  @Test
  void behindAPartOfAnyLengthWidthsAreGiven() {
    assertThat(ENTRIES.describe())
        .isEqualTo(
            """
            table logs:entries
            row key, 8 bytes and more
              byte 0: 1 of 16 buckets by what follows
              bytes 1 to 2: "E\\x00"
              from byte 3: host: text with 0x00 as 0x00 0xFF, ended by 0x00 0x00
              then 4 bytes: port: signed, 4 bytes
              then 1 byte: secure: boolean, 1 byte
              then: path: text to the end
            columns
              f':b is body: bytes
            families
              f': COMPRESSION GZ, NEW_VERSION_BEHAVIOR true, hbase.hstore.blockingStoreFiles 20,\
             owner o'\\x
            regions at first: 3
              from "\\x04'#"
              from "\\x5C"a-Z\"\
            """);
  }

  @Test
  void theShellsCommandHasWhatIsNotUsual() {
    assertThat(TWEETS.toShell())
        .isEqualTo(
            "create 'twits', {NAME => 's'}, {NAME => 't', TTL => '86400', VERSIONS => '3'}, "
                + "METADATA => {'rowan.design' => '1;key|user,time,id|"
                + "MD5, first 16 bytes of text to the end"
                + " + milliseconds since 1970, signed, 8 bytes, descending + signed, 8 bytes;"
                + "column t:u|user|UTF-8 text;column t:x|text|UTF-8 text;"
                + "column s:n|likes|counter', 'rowan.fingerprint' => '942b318136a236ae'}, "
                + "SPLITS => ['\\x40\\x00\\x00\\x00\\x00\\x00\\x00\\x00', "
                + "'\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00', "
                + "'\\xC0\\x00\\x00\\x00\\x00\\x00\\x00\\x00']");
  }

  @Test
  void textOfTheShellIsQuoted() {
    assertThat(ENTRIES.toShell())
        .isEqualTo(
            "create 'logs:entries', {NAME => 'f\\'', COMPRESSION => 'GZ', "
                + "METADATA => {'NEW_VERSION_BEHAVIOR' => 'true', 'owner' => 'o\\'\\\\x'}, "
                + "CONFIGURATION => {'hbase.hstore.blockingStoreFiles' => '20'}}, "
                + "METADATA => {'rowan.design' => '1;key|host,port,secure,path|"
                + "1 of 16 buckets by what follows + \"E\\\\\\\\x00\""
                + " + text with 0x00 as 0x00 0xFF, ended by 0x00 0x00 + signed, 4 bytes"
                + " + boolean, 1 byte + text to the end;column f\\':b|body|bytes', "
                + "'rowan.fingerprint' => '32100d3873ec8530'}, "
                + "SPLITS => ['\\x04\\x27\\x23', '\\x5C\\x22a-Z']");
  }

  @Test
  void theShellReadsSplitKeysAsTheyAre() {
    String command = ENTRIES.toShell();
    String keys = command.substring(command.indexOf("SPLITS => ['") + 12, command.length() - 2);
    assertThat(Arrays.stream(keys.split("', '")).map(Bytes::toBytesBinary))
        .containsExactlyElementsOf(ENTRIES.splitKeys());
  }

  record Line(String host, UUID process, int code, List<Note> notes) {}

  record Note(int number, String text) {}

  private static final TableDesign<Line> LINES =
      TableDesign.of("lines", Line.class)
          .key(key -> key.literal("D-").part(Line::host).part(Line::process).part(Line::code))
          .family("e")
          .details(
              Line::notes,
              DetailLayout.tall("notes"),
              DetailDesign.of(Note.class)
                  .key(key -> key.part(Note::number))
                  .cell(Note::text, "x")
                  .build())
          .index(
              "byCode",
              index -> index.on(k -> k.part(Line::code)).splits(key -> List.of(new byte[] {-128})))
          .index(
              "byHost",
              index -> index.on(k -> k.part(Line::host)).inTableOfRecords("I-", "e").unique())
          .required(Line::host)
          .exclusive(Line::process, Line::code)
          .build();

  @Test
  void indexesDetailsAndRulesOfReadsAreDescribed() {
    assertThat(LINES.describe())
        .contains(
            """
            indexes
              index byCode in lines_byCode on code: signed, 4 bytes
              unique index byHost in lines on "I-" | host: text with 0x00 as 0x00 0xFF, ended by 0x00 0x00
            reads
              always with a condition on host
              with a condition on one at most of code, process
            """);
  }

  @Test
  void theShellMakesTheTablesOfIndexesAndDetailsToo() {
    assertThat(LINES.toShell())
        .isEqualTo(
            """
            create 'lines', {NAME => 'e', CONFIGURATION => {\
            'hbase.hstore.time.to.purge.deletes' => '14400000'}}, METADATA => {'rowan.design' => '1;key|host,process,code|\
            "D-" + text with 0x00 as 0x00 0xFF, ended by 0x00 0x00 + UUID, 16 bytes + signed, 4 bytes;\
            details in table notes|notes|details;\
            details in table notes, key|notes.number|signed, 4 bytes;\
            details in table notes, cell x|notes.text|UTF-8 text', \
            'rowan.fingerprint' => '16b14fd635346d1c', \
            'rowan.index.byCode.state' => 'ready', 'rowan.index.byCode.table' => 'lines_byCode', \
            'rowan.index.byHost.design' => '1;index byHost|host|\
            unique "I-" + text with 0x00 as 0x00 0xFF, ended by 0x00 0x00', \
            'rowan.index.byHost.family' => 'e', \
            'rowan.index.byHost.fields' => '1;host|key 0|', 'rowan.index.byHost.records' => 'lines', \
            'rowan.index.byHost.state' => 'ready', 'rowan.index.byHost.table' => 'lines', \
            'rowan.marked' => 'true'}
            create 'lines_byCode', {NAME => 'i', METADATA => {'rowan.hazards' => 'off'}, \
            CONFIGURATION => {'rowan.compaction.hidden.cells' => '20000'}}, METADATA => {\
            'rowan.index.byCode.design' => \
            '1;index byCode|code|signed, 4 bytes', 'rowan.index.byCode.family' => 'i', \
            'rowan.index.byCode.fields' => '1;code|key 2|', \
            'rowan.index.byCode.records' => 'lines'}, SPLITS => ['\\x80']
            create 'notes', {NAME => 'd', CONFIGURATION => {\
            'hbase.hstore.time.to.purge.deletes' => '14400000'}}, \
            METADATA => {'rowan.details.notes.records' => 'lines'}\
            """);
  }
}
