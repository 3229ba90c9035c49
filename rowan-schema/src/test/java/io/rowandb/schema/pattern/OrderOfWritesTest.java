package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.backend.BackEnd;
import io.rowandb.schema.backend.OnBackEnd;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Families that go by the order of writes ({@code NEW_VERSION_BEHAVIOR}): HBase forgets there what
 * was deleted of a row, or family, before a cell without a qualifier. Declarations that would run
 * into that are refused; what stays right is shown.
 */
@OnBackEnd
class OrderOfWritesTest {
  record Tag(String name, String value) {}

  record Page(String id, String text, List<Tag> tags) {}

  record Listed(String id, List<Tag> tags) {}

  record Labelled(String id, Map<String, Tag> labels) {}

  private static final byte[] ROW = Bytes.toBytes("r");
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private static final DetailDesign<Tag> TAGS =
      DetailDesign.of(Tag.class)
          .key(key -> key.part(Tag::name))
          .packed(packed -> packed.field(1, Tag::value))
          .build();

  private static final DetailDesign<Tag> TAGS_TO_END =
      DetailDesign.of(Tag.class)
          .key(key -> key.part(Tag::name, Parts.textToEnd()))
          .packed(packed -> packed.field(1, Tag::value))
          .build();

  private static boolean isThereAfter(Connection connection, String qualifier, Delete delete)
      throws IOException {
    TableName name = TableName.valueOf(BackEnd.newTableName("order"));
    try (Admin admin = connection.getAdmin();
        Table table = connection.getTable(name)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                      .setNewVersionBehavior(true)
                      .build())
              .build());
      table.put(new Put(ROW).addColumn(FAMILY, Bytes.toBytes(qualifier), 10, ROW));
      table.delete(delete);
      return table.exists(new Get(ROW));
    }
  }

  /** The reason for what is refused below. */
  @Test
  void aCellWithoutQualifierOutlivesItsRow(Connection connection) throws IOException {
    for (Delete delete : List.of(new Delete(ROW, 10), new Delete(ROW).addFamily(FAMILY, 10))) {
      assertThat(isThereAfter(connection, "", delete)).as("%s", delete).isTrue();
      assertThat(isThereAfter(connection, "q", delete)).as("%s", delete).isFalse();
    }
    Delete column = new Delete(ROW).addColumns(FAMILY, new byte[0], 10);
    assertThat(isThereAfter(connection, "", column)).isFalse();
  }

  @Test
  void aColumnWithoutQualifierIsRefused() {
    TableDesignBuilder<Tag> column =
        TableDesign.of("tags", Tag.class)
            .key(key -> key.part(Tag::name))
            .family("f", family -> family.setNewVersionBehavior(true))
            .column(Tag::value, "f:");
    assertThatThrownBy(column::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column f: has no qualifier, and its family goes by the order of");
    TableDesignBuilder<Tag> packed =
        TableDesign.of("tags", Tag.class)
            .key(key -> key.part(Tag::name))
            .family("f", family -> family.setNewVersionBehavior(true))
            .packed("f:", message -> message.field(1, Tag::value));
    assertThatThrownBy(packed::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column f: has no qualifier");
  }

  /** A row without a field has a cell with a qualifier there, which details of any key would be. */
  @Test
  void detailsThatCouldBeARowWithoutFieldsAreRefused() {
    TableDesignBuilder<Labelled> labelled =
        TableDesign.of("labelled", Labelled.class)
            .key(key -> key.part(Labelled::id))
            .family("f", family -> family.setNewVersionBehavior(true))
            .details(Labelled::labels, Tag::name, DetailLayout.wide("f"), TAGS_TO_END);
    assertThatThrownBy(labelled::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("family f has a cell in each row without other cells");
    TableDesignBuilder<Listed> list =
        TableDesign.of("listed", Listed.class)
            .key(key -> key.part(Listed::id))
            .family("f", family -> family.setNewVersionBehavior(true))
            .details(Listed::tags, DetailLayout.wide("f"), TAGS);
    assertThatThrownBy(list::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("family f has a cell in each row without other cells");
  }

  @Test
  void aRowWithoutFieldsHasNoDetails(Connection connection) throws IOException {
    Page nothing = new Page("a", null, List.of());
    Page tagged = new Page("a", null, List.of(new Tag("", "empty"), new Tag("\0", "zero")));
    DetailDesign<Tag> behindLiteral =
        DetailDesign.of(Tag.class)
            .key(key -> key.literal("t-").part(Tag::name))
            .packed(packed -> packed.field(1, Tag::value))
            .build();
    TableDesign<Page> literal =
        TableDesign.of(BackEnd.newTableName("pages"), Page.class)
            .key(key -> key.part(Page::id))
            .family("f", family -> family.setNewVersionBehavior(true))
            .column(Page::text, "f:x")
            .details(Page::tags, DetailLayout.wide("f"), behindLiteral)
            .build();
    TableDesign<Page> own =
        TableDesign.of(BackEnd.newTableName("pages"), Page.class)
            .key(key -> key.part(Page::id))
            .family("f", family -> family.setNewVersionBehavior(true))
            .family("g")
            .column(Page::text, "f:x")
            .details(Page::tags, DetailLayout.wide("g"), TAGS)
            .build();
    for (TableDesign<Page> design : List.of(literal, own)) {
      try (RecordTable<Page> table = RecordTable.create(connection, design)) {
        for (Page page : List.of(nothing, tagged, nothing)) {
          table.put(page);
          assertThat(table.get("a")).contains(page);
        }
        table.delete(nothing);
        assertThat(table.get("a")).isEmpty();
      }
    }
  }

  /** Their cells have no qualifier either, but go by their column and never with a row. */
  @Test
  void indexesAndDetailRowsMayGoByTheOrderOfWrites(Connection connection) throws IOException {
    String name = BackEnd.newTableName("pages");
    TableDesign<Page> design =
        TableDesign.of(name, Page.class)
            .key(key -> key.literal("D-").part(Page::id))
            .family("f", family -> family.setNewVersionBehavior(true))
            .column(Page::text, "f:x")
            .details(
                Page::tags,
                DetailLayout.tall(name + "_tags", family -> family.setNewVersionBehavior(true)),
                TAGS)
            .index(
                "unique",
                index ->
                    index
                        .on(key -> key.part(Page::text))
                        .family(family -> family.setNewVersionBehavior(true))
                        .unique())
            .index("inTable", i -> i.on(key -> key.part(Page::text)).inTableOfRecords("I-", "f"))
            .build();
    try (RecordTable<Page> table = RecordTable.create(connection, design);
        RecordTable<Page> later = RecordTable.open(connection, design, Items.later())) {
      for (String text : List.of("a", "b", "a", "c")) {
        Page page = new Page("1", text, List.of(new Tag(text, "1"), new Tag("z", text)));
        later.put(page);
        assertThat(table.get("1")).contains(page);
        for (String index : List.of("unique", "inTable")) {
          assertThat(table.where(Page::text, text).through(index).list()).containsExactly(page);
          later.repairIndex(index);
          assertThat(table.verifyIndex(index))
              .matches(report -> report.missing() == 0 && report.stale() == 0);
        }
        Milliseconds.pass();
      }
      later.delete(new Page("1", null, List.of()));
      assertThat(table.all().allowFullScan().list()).isEmpty();
      later.put(new Page("1", "a", List.of()));
      assertThat(table.get("1")).contains(new Page("1", "a", List.of()));
    }
  }
}
