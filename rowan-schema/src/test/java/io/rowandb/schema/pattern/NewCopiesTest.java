package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.pattern.IndexReport.Copies;
import io.rowandb.schema.table.IndexDesignBuilder;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An index that has copies, or other ones, since entries of it were written. */
@OnBackEnd
class NewCopiesTest {
  record Page(int id, String host, String title, Integer size) {}

  private static final List<Page> PAGES =
      IntStream.range(0, 30)
          .mapToObj(i -> new Page(i, "host" + i % 3, i % 5 == 0 ? null : "title" + i, i))
          .toList();

  private Connection connection;
  private String name;
  private TableDesign<Page> plain;
  private TableDesign<Page> covering;

  @BeforeEach
  void write(Connection given) throws IOException {
    connection = given;
    name = BackEnd.newTableName("pages");
    plain = design(index -> index);
    covering = design(index -> index.covering(Page::title, Page::size));
    RecordTable.create(connection, plain).close();
  }

  private TableDesign<Page> design(UnaryOperator<IndexDesignBuilder<Page>> copies) {
    return TableDesign.of(name, Page.class)
        .key(key -> key.part(Page::id))
        .family("p")
        .column(Page::host, "p:h")
        .column(Page::title, "p:t")
        .column(Page::size, "p:s")
        .index("byHost", index -> copies.apply(index.on(key -> key.part(Page::host))))
        .build();
  }

  private void put(TableDesign<Page> design, List<Page> pages) throws IOException {
    try (RecordTable<Page> table = RecordTable.open(connection, design)) {
      table.putAll(pages);
    }
  }

  private static void assertHost1(RecordTable<Page> table) throws IOException {
    List<Page> expected = PAGES.stream().filter(page -> page.host().equals("host1")).toList();
    assertThat(table.where(Page::host).is("host1").copied("byHost").list()).isEqualTo(expected);
  }

  @Test
  void entriesOfATimeBeforeCopiesAreRead() throws IOException {
    put(plain, PAGES);
    try (RecordTable<Page> table = RecordTable.open(connection, covering)) {
      assertHost1(table);
      assertThat(table.verifyIndex("byHost").copies()).isEqualTo(new Copies(30, 0, 0, 0));
      assertThat(table.repairIndex("byHost").copies()).isEqualTo(new Copies(30, 0, 30, 0));
      assertThat(table.verifyIndex("byHost").copies()).isEqualTo(Copies.RIGHT);
      assertHost1(table);
    }
  }

  @Test
  void aReadFillsWhatItReadsOfRowsWithMarks() throws IOException {
    TableDesign<Page> titles = design(index -> index.covering(Page::title));
    put(titles, PAGES);
    try (RecordTable<Page> table = RecordTable.open(connection, covering)) {
      assertHost1(table);
      assertThat(table.verifyIndex("byHost").copies()).isEqualTo(new Copies(20, 0, 0, 0));
      assertHost1(table);
    }
  }

  @Test
  void aBuildWritesEntriesWithCopies() throws IOException {
    try (Table rows = connection.getTable(plain.name())) {
      for (Page page : PAGES) {
        rows.put(plain.write(page).put());
      }
    }
    try (RecordTable<Page> now = RecordTable.open(connection, covering)) {
      IndexReport built = now.repairIndex("byHost");
      assertThat(built.added()).isEqualTo(30);
      assertThat(built.isComplete()).isTrue();
      assertThat(now.verifyIndex("byHost").copies()).isEqualTo(Copies.RIGHT);
      assertHost1(now);
    }
  }

  /** Two integers, or two texts, are as many bytes whichever they are. */
  @Test
  void copiesOfOtherColumnsAreNotTakenForThem() throws IOException {
    put(plain, PAGES);
    TableDesign<Page> titles = design(index -> index.covering(Page::title));
    TableDesign<Page> sizes = design(index -> index.covering(Page::size));
    for (TableDesign<Page> design : List.of(titles, sizes, covering)) {
      try (RecordTable<Page> table = RecordTable.open(connection, design)) {
        assertThat(table.verifyIndex("byHost").copies()).isEqualTo(new Copies(30, 0, 0, 0));
        assertThat(table.where(Page::host).is("host0").copied("byHost").list()).hasSize(10);
        assertThat(table.repairIndex("byHost").copies().none()).isBetween(20L, 30L);
        assertThat(table.verifyIndex("byHost").copies()).isEqualTo(Copies.RIGHT);
      }
    }
    try (RecordTable<Page> table = RecordTable.open(connection, covering)) {
      assertHost1(table);
    }
  }

  /** A program that knows nothing of the index, or a writer that took too long. */
  @Test
  void outdatedCopiesAreCountedAndRewritten() throws IOException {
    put(plain, PAGES);
    try (RecordTable<Page> now = RecordTable.open(connection, covering);
        Table rows = connection.getTable(covering.name())) {
      now.repairIndex("byHost");
      Milliseconds.pass();
      rows.put(
          new Put(Bytes.toBytes(7 ^ Integer.MIN_VALUE))
              .addColumn(Bytes.toBytes("p"), Bytes.toBytes("t"), Bytes.toBytes("changed")));
      assertThat(now.get(7).orElseThrow().title()).isEqualTo("changed");
      IndexReport found = now.verifyIndex("byHost");
      assertThat(found.copies()).isEqualTo(new Copies(0, 1, 0, 0));
      assertThat(found.isComplete()).isFalse();
      assertThat(found.toString()).endsWith("1 with outdated copies (0 rewritten)");
      IndexReport repaired = now.repairIndex("byHost");
      assertThat(repaired.copies()).isEqualTo(new Copies(0, 1, 0, 1));
      assertThat(repaired.isComplete()).isTrue();
      assertThat(now.where(Page::host).is("host1").copied("byHost").stream().map(Page::title))
          .contains("changed");
      assertThat(now.verifyIndex("byHost").copies()).isEqualTo(Copies.RIGHT);
    }
  }

  /** A program of the time before copies writes the entry anew: it is looked up then. */
  @Test
  void anEntryThatIsYoungerThanItsCopiesHasNone() throws IOException {
    put(covering, PAGES);
    Milliseconds.pass();
    Page changed = new Page(7, "host1", "changed", 8);
    put(plain, List.of(changed));
    try (RecordTable<Page> table = RecordTable.open(connection, covering)) {
      assertThat(table.where(Page::host).is("host1").copied("byHost").list()).contains(changed);
      assertThat(table.verifyIndex("byHost").copies()).isEqualTo(new Copies(1, 0, 0, 0));
    }
  }
}
