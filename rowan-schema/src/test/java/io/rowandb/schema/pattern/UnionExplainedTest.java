package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a union says of its reads, beside what servers are asked for. */
@OnBackEnd
class UnionExplainedTest {
  record Call(
      String caller,
      int id,
      String callee,
      String agent,
      int seconds,
      String text,
      List<Leg> legs) {}

  record Leg(int number, String line) {}

  record Length(int seconds, String callee) {}

  private static final int CALLS = 60;

  private final Connection connection;

  private AskedReads asked;
  private RecordTable<Call> table;
  private String name;

  UnionExplainedTest(Connection connection) {
    this.connection = connection;
  }

  /** By the key in four buckets, by an index with copies, and by one without. */
  @BeforeEach
  void create() throws IOException {
    name = BackEnd.newTableName("union");
    TableDesign<Call> design =
        TableDesign.of(name, Call.class)
            .key(key -> key.salt(4).part(Call::caller).part(Call::id))
            .family("f")
            .column(Call::callee, "f:b")
            .column(Call::agent, "f:g")
            .column(Call::seconds, "f:s")
            .column(Call::text, "f:t")
            .details(
                Call::legs,
                DetailLayout.tall(name + "_legs"),
                DetailDesign.of(Leg.class)
                    .key(key -> key.part(Leg::number))
                    .cell(Leg::line, "i")
                    .build())
            .index(
                "byCallee",
                index ->
                    index.on(key -> key.part(Call::callee)).covering(Call::seconds, Call::agent))
            .index("byAgent", index -> index.on(key -> key.part(Call::agent)))
            .build();
    asked = new AskedReads(connection);
    RecordTable.create(connection, design).close();
    table = RecordTable.open(asked.connection(), design);
    table.putAll(
        IntStream.range(0, CALLS)
            .mapToObj(
                id -> new Call("n" + id % 3, id, "n" + id % 5, "n" + id % 7, id, "text", List.of()))
            .toList());
    asked.take();
  }

  @AfterEach
  void close() throws IOException {
    table.close();
  }

  private RecordQuery<Call> ofNumber() {
    return table.all().where(Call::caller).or(Call::callee).or(Call::agent).is("n2");
  }

  private List<Scan> scans(List<AskedReads.Asked> reads, String ofTable) {
    return reads.stream()
        .filter(each -> each.table().equals(ofTable) && each.scan() != null)
        .map(AskedReads.Asked::scan)
        .toList();
  }

  private static List<String> ranges(List<Scan> scans) {
    return scans.stream()
        .map(scan -> new KeyRange(scan.getStartRow(), scan.getStopRow()).toString())
        .toList();
  }

  private static List<String> texts(Explanation explained) {
    return explained.ranges().stream().map(KeyRange::toString).toList();
  }

  private long rowsGot(List<AskedReads.Asked> reads) {
    return reads.stream()
        .filter(each -> each.table().equals(name))
        .mapToLong(each -> each.gets().size())
        .sum();
  }

  private long detailScans(List<AskedReads.Asked> reads) {
    return scans(reads, name + "_legs").size();
  }

  private static void checkRanges(
      Explanation explained, List<Scan> byKey, List<Scan> ofCallee, List<Scan> ofAgent) {
    List<Explanation> union = explained.union();
    assertThat(union).hasSize(3);
    assertThat(ranges(byKey)).isEqualTo(texts(union.get(0))).hasSize(4);
    assertThat(ranges(ofCallee)).isEqualTo(texts(union.get(1))).hasSize(1);
    assertThat(ranges(ofAgent)).isEqualTo(texts(union.get(2))).hasSize(1);
    assertThat(union).extracting(Explanation::merged).containsExactly(true, false, false);
    assertThat(union).noneMatch(Explanation::reversed);
  }

  @Test
  void recordsAreReadAsItSays() throws IOException {
    Explanation explained = ofNumber().explain();
    asked.take();
    assertThat(ofNumber().list()).hasSize((int) calls());
    List<AskedReads.Asked> reads = asked.take();
    checkRanges(
        explained,
        scans(reads, name),
        scans(reads, name + "_byCallee"),
        scans(reads, name + "_byAgent"));
    assertThat(explained.union())
        .extracting(Explanation::sent)
        .containsExactly(
            "all of it",
            "the entry, and the row of its record",
            "the entry, and the row of its record");
    assertThat(scans(reads, name)).noneMatch(Scan::hasFilter);
    assertThat(rowsGot(reads))
        .isEqualTo(
            explained.union().get(1).rows().counted() + explained.union().get(2).rows().counted());
    assertThat(explained.detailScans()).hasSize(1);
    assertThat(detailScans(reads))
        .isEqualTo(explained.detailScans().get(0).count().counted())
        .isEqualTo(explained.rows().counted());
  }

  private long calls() {
    return IntStream.range(0, CALLS)
        .filter(id -> id % 3 == 2 || id % 5 == 2 || id % 7 == 2)
        .count();
  }

  @Test
  void someFieldsAreReadAsItSays() throws IOException {
    Selection<Call, Length> lengths = ofNumber().select(Length.class);
    Explanation explained = lengths.explain();
    asked.take();
    assertThat(lengths.list()).hasSize((int) calls());
    List<AskedReads.Asked> reads = asked.take();
    checkRanges(
        explained,
        scans(reads, name),
        scans(reads, name + "_byCallee"),
        scans(reads, name + "_byAgent"));
    assertThat(explained.union())
        .extracting(Explanation::sent)
        .containsExactly(
            "f:b, f:g, f:s, and its first two cells",
            "the entry with its copies, and where it has none the row of its record",
            "the entry, and the row of its record");
    assertThat(scans(reads, name)).allMatch(Scan::hasFilter);
    assertThat(rowsGot(reads)).isEqualTo(explained.union().get(2).rows().counted());
    assertThat(detailScans(reads))
        .isEqualTo(explained.detailScans().get(0).count().counted())
        .isEqualTo(explained.union().get(2).rows().counted());
    assertThat(explained.union()).noneMatch(each -> each.limit().isPresent());
  }

  @Test
  void aCountIsReadAsItSays() throws IOException {
    Explanation explained = ofNumber().explainCount();
    asked.take();
    assertThat(ofNumber().count()).isEqualTo(calls());
    List<AskedReads.Asked> reads = asked.take();
    assertThat(explained.union().get(0).sent()).isEqualTo("f:b, f:g, and its first two cells");
    assertThat(scans(reads, name)).allMatch(Scan::hasFilter);
    assertThat(rowsGot(reads)).isEqualTo(explained.union().get(2).rows().counted());
  }

  /** The limit is of all: the second read begins, if the first does not find enough. */
  @Test
  void aLimitEndsIt() throws IOException {
    Explanation explained = ofNumber().limit(3).explain();
    assertThat(explained.limit()).hasValue(3L);
    assertThat(explained.toString())
        .startsWith(
            "union of 3 reads, each when the one before has ended:\n- served by: the row key\n")
        .contains("\n  ranges: 4, merged into one order, forward\n")
        .contains("\n- served by: index byCallee\n")
        .contains("\n  ranges: 1, forward\n")
        .contains("\n  checked of each row: any of [caller, callee, agent] is n2")
        .endsWith("\nlimit: 3");
    asked.take();
    assertThat(ofNumber().limit(3).list()).hasSize(3);
    List<AskedReads.Asked> reads = asked.take();
    assertThat(scans(reads, name)).hasSize(4);
    assertThat(scans(reads, name + "_byCallee")).isEmpty();
  }

  @Test
  void whatSelectsThePathOfAnIndexIsOfItsCopies() throws IOException {
    Selection<Call, Length> lengths = table.where(Call::callee).is("n2").select(Length.class);
    assertThat(lengths.explain().sent())
        .isEqualTo("the entry with its copies, and where it has none the row of its record");
    assertThat(lengths.explain().detailScans()).isEmpty();
    asked.take();
    assertThat(lengths.list()).hasSize(CALLS / 5);
    assertThat(rowsGot(asked.take())).isZero();
    record Texted(String text) {}
    Selection<Call, Texted> texts = table.where(Call::callee).is("n2").select(Texted.class);
    assertThat(texts.explain().sent()).isEqualTo("the entry, and the row of its record");
    asked.take();
    assertThat(texts.list()).hasSize(CALLS / 5);
    List<AskedReads.Asked> reads = asked.take();
    assertThat(rowsGot(reads)).isEqualTo(CALLS / 5);
    assertThat(reads.stream().flatMap(each -> each.gets().stream()))
        .allMatch(get -> get.getFilter() == null);
  }
}
