package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import io.rowandb.testkit.backend.OnBackEnd;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the servers send for reads that need a part of each row, or the first row alone. */
@OnBackEnd
class QueryCostTest {
  record Wide(String group, int number, int a, int b, int c, int d, int e, int f) {}

  record Ends(int f, int number) {}

  record Key(String group) {}

  private static final int ROWS = 30;
  private static final int COLUMNS = 6;

  private final Connection connection;

  /** Rows that came with cells of these, one after the other. */
  private final List<Integer> sent = new ArrayList<>();

  private RecordTable<Wide> table;

  QueryCostTest(Connection connection) {
    this.connection = connection;
  }

  @BeforeEach
  void create() throws IOException {
    TableDesign<Wide> design =
        TableDesign.of(BackEnd.newTableName("wide"), Wide.class)
            .key(key -> key.part(Wide::group).part(Wide::number))
            .family("w")
            .column(Wide::a, "w:a")
            .column(Wide::b, "w:b")
            .column(Wide::c, "w:c")
            .column(Wide::d, "w:d")
            .column(Wide::e, "w:e")
            .column(Wide::f, "w:f")
            .index(
                "byC", index -> index.on(key -> key.part(Wide::c, Parts.descending(Parts.int32()))))
            .build();
    try (RecordTable<Wide> writer = RecordTable.create(connection, design)) {
      for (int i = 0; i < ROWS; i++) {
        writer.put(new Wide("x", i, i, i, 100 - i, i, i, i));
      }
    }
    Connection watched = WatchedConnection.of(connection, call -> counted(call.make()));
    table = RecordTable.open(watched, design);
  }

  private Object counted(Object found) {
    if (found instanceof ResultScanner scanner) {
      return counted(scanner);
    }
    if (found instanceof Result[] rows) {
      List.of(rows).forEach(row -> sent.add(row.size()));
    }
    return found;
  }

  private ResultScanner counted(ResultScanner scanner) {
    return (ResultScanner)
        Proxy.newProxyInstance(
            ResultScanner.class.getClassLoader(),
            new Class<?>[] {ResultScanner.class},
            (proxy, method, arguments) -> {
              Object found = method.invoke(scanner, arguments);
              if (found instanceof Result row) {
                sent.add(row.size());
              }
              return found;
            });
  }

  @AfterEach
  void close() throws IOException {
    table.close();
  }

  private int cells() {
    int cells = sent.stream().mapToInt(each -> each).sum();
    sent.clear();
    return cells;
  }

  @Test
  void theNeededCellsAreSent() throws IOException {
    RecordQuery<Wide> query = table.where(Wide::group).is("x");
    query.list();
    assertThat(cells()).isEqualTo(ROWS * COLUMNS);
    query.select(Ends.class).list();
    assertThat(cells()).isEqualTo(ROWS * 3); // w:f, and the first two
    query.select(Key.class).list();
    assertThat(cells()).isEqualTo(ROWS * 2);
    query.sum(Wide::a); // which is one of the first two
    assertThat(cells()).isEqualTo(ROWS * 2);
    query.where(Wide::d).is(3).sum(Wide::f); // checked by the program
    assertThat(cells()).isEqualTo(ROWS * 4);
    query.where(Wide::d).is(3).count();
    assertThat(cells()).isEqualTo(ROWS * 3);
    query.where(Wide::number).is(3).select(Ends.class).list();
    assertThat(cells()).isEqualTo(3);
    query.count();
    assertThat(cells()).isEqualTo(ROWS);
  }

  @Test
  void theFirstRowIsSentAlone() throws IOException {
    RecordQuery<Wide> query = table.where(Wide::group).is("x");
    assertThat(query.max(Wide::number)).hasValue(ROWS - 1);
    assertThat(sent).hasSize(1);
    sent.clear();
    assertThat(query.min(Wide::number)).hasValue(0);
    assertThat(sent).hasSize(1);
    sent.clear();
    assertThat(table.all().max(Wide::c)).hasValue(100);
    assertThat(sent).containsExactly(1, COLUMNS); // an entry and its record
    sent.clear();
    assertThat(table.all().greatestFirst(Wide::c).first()).isPresent();
    assertThat(sent).containsExactly(1, COLUMNS);
    sent.clear();
    assertThat(table.all().leastFirst(Wide::c).limit(3).list()).hasSize(3);
    assertThat(sent).containsExactly(1, 1, 1, COLUMNS, COLUMNS, COLUMNS);
    sent.clear();
    assertThat(query.max(Wide::e)).hasValue(ROWS - 1); // by no order
    assertThat(sent).hasSize(ROWS);
  }
}
