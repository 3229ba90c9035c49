package io.rowandb.schema.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.NamedValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A design of what a table keeps: it reads what the program's own design reads. */
class NotedTableTest {
  private static final TableDesign<NotedDesignTest.Everything> EVERYTHING =
      NotedDesignTest.EVERYTHING;

  private static TableDesign<NamedValues> noted(TableDesign<?> design) {
    Map<TableName, TableDescriptor> tables = new LinkedHashMap<>();
    design
        .tables()
        .forEach(table -> tables.put(table.descriptor().getTableName(), table.descriptor()));
    return NotedTables.design(tables.get(design.name()), tables).orElseThrow();
  }

  @Test
  void itKeepsTheSame() {
    TableDesign<NamedValues> again = noted(EVERYTHING);
    assertThat(again.form().lines()).containsExactlyInAnyOrderElementsOf(EVERYTHING.form().lines());
    assertThat(again.indexes())
        .singleElement()
        .satisfies(
            index -> {
              assertThat(index.line()).isEqualTo(EVERYTHING.indexes().get(0).line());
              assertThat(index.isBuilding()).as("its condition is not known").isTrue();
            });
    assertThat(again.isMarked()).isEqualTo(EVERYTHING.isMarked());
    assertThat(again.mark().isSameAs(EVERYTHING.mark())).isTrue();
  }

  @Test
  void itReadsTheSame() {
    NotedDesignTest.Everything record = NotedDesignTest.example();
    List<Cell> cells = new ArrayList<>();
    EVERYTHING.write(record).put().getFamilyCellMap().values().forEach(cells::addAll);
    cells.sort(CellComparator.getInstance());
    Result row = Result.create(cells);
    Map<String, Object> declared = named(EVERYTHING.fieldReader().read(row));
    Map<String, Object> kept = named(noted(EVERYTHING).fieldReader().read(row));
    assertThat(kept.keySet()).isEqualTo(declared.keySet());
    assertThat(kept).isNotEmpty();
    declared.forEach(
        (field, value) ->
            assertThat(comparable(kept.get(field))).as(field).isEqualTo(comparable(value)));
  }

  /** Constants are text, and details have no class. */
  private static Object comparable(Object value) {
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(NotedTableTest::comparable).toList();
    }
    if (value instanceof NotedDesignTest.Note note) {
      return Map.of("number", note.number(), "text", note.text());
    }
    return value instanceof NamedValues named ? named.toMap() : value;
  }

  private static Map<String, Object> named(Map<Component, Object> fields) {
    Map<String, Object> named = new TreeMap<>();
    fields.forEach((field, value) -> named.put(field.name(), value));
    return named;
  }

  @Test
  void nothingIsWrittenByIt() {
    TableDesign<NamedValues> again = noted(EVERYTHING);
    NamedValues none = again.shape().create(again.rows().noValues());
    assertThatThrownBy(() -> again.write(none))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("everything");
    assertThatThrownBy(() -> again.present(none)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aTableThatKeepsNone() {
    TableDescriptor plain = TableDescriptorBuilder.newBuilder(TableName.valueOf("plain")).build();
    assertThat(NotedTables.design(plain, Map.of())).isEmpty();
    assertThat(NotedTables.owners(plain)).isEmpty();
  }

  /** Anybody may write a descriptor: what is no design says so, and nothing else happens. */
  @Test
  @Tag("slow")
  void hostileNotes() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    TableDescriptor whole = EVERYTHING.descriptor();
    int unreadable = 0;
    for (int i = 0; i < 3_000; i++) {
      TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(whole);
      whole
          .getValues()
          .forEach(
              (key, value) -> {
                String name = Bytes.toString(key.copyBytes());
                String text = Bytes.toString(value.copyBytes());
                if (name.endsWith("design") || name.endsWith("fields")) {
                  changed.setValue(name, damaged(text, random));
                }
              });
      TableDescriptor table = changed.build();
      try {
        TableDesign<NamedValues> design =
            NotedTables.design(table, Map.of(table.getTableName(), table)).orElseThrow();
        assertThat(design.describe()).isNotEmpty();
      } catch (IllegalArgumentException e) {
        unreadable++;
        assertThat(e).as("seed %d", seed).hasMessageContaining("table everything keeps");
      }
    }
    assertThat(unreadable).as("seed %d", seed).isBetween(100, 2_999);
  }

  private static String damaged(String text, Random random) {
    StringBuilder damaged = new StringBuilder(text);
    int at = random.nextInt(text.length());
    switch (random.nextInt(4)) {
      case 0 -> damaged.setCharAt(at, "|;,\\9a\"".charAt(random.nextInt(7)));
      case 1 -> damaged.delete(at, Math.min(text.length(), at + 1 + random.nextInt(20)));
      case 2 -> damaged.insert(at, text, at, Math.min(text.length(), at + random.nextInt(40)));
      default -> damaged.append(";column f:z|user|int32");
    }
    return damaged.toString();
  }
}
