package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.TableDesignBuilder;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
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

  private static ColumnFamilyDescriptorBuilder ordered(ColumnFamilyDescriptorBuilder family) {
    return family.setNewVersionBehavior(true);
  }

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
            .family("f", OrderOfWritesTest::ordered)
            .column(Tag::value, "f:");
    assertThatThrownBy(column::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column f: has cells without a qualifier, and family f goes by");
    TableDesignBuilder<Tag> packed =
        TableDesign.of("tags", Tag.class)
            .key(key -> key.part(Tag::name))
            .family("f", OrderOfWritesTest::ordered)
            .packed("f:", message -> message.field(1, Tag::value));
    assertThatThrownBy(packed::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column f: has cells without a qualifier");
  }

  /** A row without a field has a cell with a qualifier there, which details of any key would be. */
  @Test
  void detailsThatCouldBeARowWithoutFieldsAreRefused() {
    TableDesignBuilder<Labelled> labelled =
        TableDesign.of("labelled", Labelled.class)
            .key(key -> key.part(Labelled::id))
            .family("f", OrderOfWritesTest::ordered)
            .details(Labelled::labels, Tag::name, DetailLayout.wide("f"), TAGS_TO_END);
    assertThatThrownBy(labelled::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no family of [f] has a column for a cell in each row without other");
    TableDesignBuilder<Listed> list =
        TableDesign.of("listed", Listed.class)
            .key(key -> key.part(Listed::id))
            .family("f", OrderOfWritesTest::ordered)
            .details(Listed::tags, DetailLayout.wide("f"), TAGS);
    assertThatThrownBy(list::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no family of [f] has a column for a cell in each row without other");
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
            .family("f", OrderOfWritesTest::ordered)
            .column(Page::text, "f:x")
            .details(Page::tags, DetailLayout.wide("f"), behindLiteral)
            .build();
    TableDesign<Page> own =
        TableDesign.of(BackEnd.newTableName("pages"), Page.class)
            .key(key -> key.part(Page::id))
            .family("f", OrderOfWritesTest::ordered)
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

  /** Their cells have no qualifier either, and of several rows HBase could not read any more. */
  @Test
  void indexesAndRowsOfDetailsAreRefused() {
    TableDesignBuilder<Tag> own =
        tags().index("own", i -> i.on(k -> k.part(Tag::value)).family(OrderOfWritesTest::ordered));
    assertThatThrownBy(own::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("index own has cells without a qualifier, and family i goes by");
    TableDesignBuilder<Tag> shared =
        tags().index("shared", i -> i.on(k -> k.part(Tag::value)).inTableOfRecords("I-", "f"));
    assertThatThrownBy(shared::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("index shared has cells without a qualifier, and family f goes by");
    TableDesignBuilder<Listed> tall =
        TableDesign.of("listed", Listed.class)
            .key(key -> key.part(Listed::id))
            .family("f", OrderOfWritesTest::ordered)
            .details(Listed::tags, DetailLayout.tall("tags", OrderOfWritesTest::ordered), TAGS);
    assertThatThrownBy(tall::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has cells without a qualifier, and family d goes by the order of");
  }

  private static TableDesignBuilder<Tag> tags() {
    return TableDesign.of("tags", Tag.class)
        .key(key -> key.literal("D-").part(Tag::name))
        .family("f", OrderOfWritesTest::ordered)
        .column(Tag::value, "f:v");
  }
}
