package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.backend.AsyncServerCall;
import io.rowandb.schema.backend.WatchedAsyncConnection;
import io.rowandb.schema.backend.WatchedConnection;
import io.rowandb.schema.field.Field;
import io.rowandb.schema.pattern.Documents.Document;
import io.rowandb.schema.pattern.Documents.Line;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.testkit.backend.BackEnd;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Two tables that are alike, one changed by calls that wait and one by calls that do not. After
 * each step all answers and refusals are the same, and so are all cells but for their times.
 */
final class AsyncAgreement implements AutoCloseable {
  private static final Field<Document, List<Line>> NEAR = Document::near;
  private static final Field<Document, List<Line>> FAR = Document::far;

  /** Of entries that have them. */
  private static final Predicate<String> COPIES =
      Pattern.compile("/i:c/.*vlen=[1-9]").asPredicate();

  // Fixed at construction.
  private final Connection connection;
  private final AsyncConnection asyncConnection;
  private final TableDesign<Document> waitingDesign;
  private final TableDesign<Document> asyncDesign;

  private Instant before = Instant.now();
  private int cellCount;
  private int removals;
  private int fillings;
  private Set<String> filled = Set.of();

  AsyncAgreement(Connection connection, AsyncConnection asyncConnection) throws IOException {
    this.connection = WatchedConnection.of(connection, call -> call.make());
    this.asyncConnection = WatchedAsyncConnection.of(asyncConnection, AsyncServerCall::make);
    waitingDesign = Documents.design(BackEnd.newTableName("waits"));
    asyncDesign = Documents.design(BackEnd.newTableName("waits"));
    RecordTable.create(connection, waitingDesign).close();
    RecordTable.create(connection, asyncDesign).close();
  }

  /** Takes a step in both. */
  void take(DocumentStep step) throws IOException {
    IndexSettings settings = step.later() ? Items.later() : IndexSettings.usual();
    AsyncRecordTable<Document> async =
        AsyncRecordTable.open(asyncConnection, asyncDesign, settings);
    Milliseconds.pass();
    try (RecordTable<Document> waiting = RecordTable.open(connection, waitingDesign, settings);
        RecordTable<Document> same = RecordTable.open(connection, asyncDesign, settings)) {
      if (step.deed() == DocumentStep.Deed.READ) {
        read(step, waiting, async, same);
        before = Instant.now();
      } else {
        same(() -> change(step, waiting), () -> change(step, async));
      }
    }
    List<String> left = cells(asyncDesign);
    assertThat(left).isEqualTo(cells(waitingDesign));
    removals += step.deed() == DocumentStep.Deed.READ && left.size() < cellCount ? 1 : 0;
    cellCount = left.size();
    Set<String> nowFilled = left.stream().filter(COPIES).collect(Collectors.toSet());
    fillings += filled.containsAll(nowFilled) ? 0 : 1;
    filled = nowFilled;
  }

  /** How many reads came across entries that they gave copies. */
  int fillings() {
    return fillings;
  }

  /** How many reads came across entries that they removed. */
  int removals() {
    return removals;
  }

  private static Object change(DocumentStep step, RecordTable<Document> table) throws IOException {
    Document first = step.first();
    Details<Line> near = table.details(Document::near, Line.class, first.owner(), first.id());
    Details<Line> far = table.details(Document::far, Line.class, first.owner(), first.id());
    switch (step.deed()) {
      case PUT -> table.put(step.count() == 4 ? step.refused() : first);
      case PUT_ALL -> table.putAll(step.documents());
      case DELETE -> table.delete(first);
      case PUT_LINES -> {
        near.putAll(first.far());
        far.putAll(first.near());
      }
      case REMOVE_LINE -> {
        Line line = new Line(step.count(), null);
        return List.of(near.remove(line), far.remove(line));
      }
      case READ -> throw new IllegalArgumentException("no change");
    }
    return List.of();
  }

  private static Object change(DocumentStep step, AsyncRecordTable<Document> table)
      throws IOException {
    Document first = step.first();
    AsyncDetails<Line> near = table.details(Document::near, Line.class, first.owner(), first.id());
    AsyncDetails<Line> far = table.details(Document::far, Line.class, first.owner(), first.id());
    switch (step.deed()) {
      case PUT -> ItemClient.Async.await(table.put(step.count() == 4 ? step.refused() : first));
      case PUT_ALL -> ItemClient.Async.await(table.putAll(step.documents()));
      case DELETE -> ItemClient.Async.await(table.delete(first));
      case PUT_LINES -> {
        ItemClient.Async.await(near.putAll(first.far()));
        ItemClient.Async.await(far.putAll(first.near()));
      }
      case REMOVE_LINE -> {
        Line line = new Line(step.count(), null);
        return List.of(
            ItemClient.Async.await(near.remove(line)), ItemClient.Async.await(far.remove(line)));
      }
      case READ -> throw new IllegalArgumentException("no change");
    }
    return List.of();
  }

  /** Who removes what is old reads all, or it would be by chance how much is removed. */
  private void read(
      DocumentStep step,
      RecordTable<Document> waiting,
      AsyncRecordTable<Document> async,
      RecordTable<Document> same)
      throws IOException {
    List<RecordQuery<Document>> first = Documents.reads(waiting.all(), step.value(), before);
    List<RecordQuery<Document>> second = Documents.reads(async.all(), step.value(), before);
    List<RecordQuery<Document>> third = Documents.reads(same.all(), step.value(), before);
    for (int i = 0; i < first.size(); i++) {
      RecordQuery<Document> query = first.get(i);
      RecordQuery<Document> begun = second.get(i);
      RecordQuery<Document> other = third.get(i);
      boolean asOf = query.spec().settings().asOfMillis() != QuerySettings.NOW;
      if (!asOf) { // the clocks of two histories differ
        same(query::list, () -> ItemClient.Async.await(async.list(begun)));
      }
      same(other::list, () -> ItemClient.Async.await(async.list(begun)));
      if (!step.later()) {
        int count = step.count();
        same(
            other.limit(count)::list, () -> ItemClient.Async.await(async.list(begun.limit(count))));
        same(other::first, () -> ItemClient.Async.await(async.first(begun)));
        same(() -> pages(other, count), () -> pages(async, begun, count));
        sameOfAll(other, async, begun);
      }
    }
    checkRows(step, async, same);
    checkDetails(step, async, same);
  }

  record Sides(String left, String right) {}

  private static void sameOfAll(
      RecordQuery<Document> query, AsyncRecordTable<Document> async, RecordQuery<Document> begun) {
    same(query::count, () -> ItemClient.Async.await(async.count(begun)));
    same(query::exists, () -> ItemClient.Async.await(async.exists(begun)));
    same(
        () -> query.max(Document::name),
        () -> ItemClient.Async.await(async.max(begun, Document::name)));
    same(
        () -> query.sum(Document::id),
        () -> ItemClient.Async.await(async.sum(begun, Document::id)));
    same(
        () -> query.groupBy(Document::owner).count(),
        () -> ItemClient.Async.await(async.groupBy(begun, Document::owner).count()));
    same(
        () -> query.select(Sides.class).list(),
        () -> ItemClient.Async.await(async.select(begun, Sides.class).list()));
  }

  private static List<Page<Document>> pages(RecordQuery<Document> query, int size)
      throws IOException {
    List<Page<Document>> pages = new ArrayList<>(List.of(query.page(size)));
    for (Optional<String> next = pages.get(0).next(); next.isPresent(); ) {
      Page<Document> page = query.page(size, next.get());
      pages.add(page);
      next = page.next();
    }
    return pages;
  }

  private static List<Page<Document>> pages(
      AsyncRecordTable<Document> table, RecordQuery<Document> query, int size) throws IOException {
    List<Page<Document>> pages =
        new ArrayList<>(List.of(ItemClient.Async.await(table.page(query, size))));
    for (Optional<String> next = pages.get(0).next(); next.isPresent(); ) {
      Page<Document> page = ItemClient.Async.await(table.page(query, size, next.get()));
      pages.add(page);
      next = page.next();
    }
    return pages;
  }

  private void checkRows(
      DocumentStep step, AsyncRecordTable<Document> async, RecordTable<Document> same)
      throws IOException {
    List<byte[]> rows = step.documents().stream().map(asyncDesign.key()::encode).toList();
    same(() -> same.getRows(rows), () -> ItemClient.Async.await(async.getRows(rows)));
    List<List<Object>> keys =
        step.documents().stream().map(each -> List.<Object>of(each.owner(), each.id())).toList();
    same(() -> same.getAll(keys), () -> ItemClient.Async.await(async.getAll(keys)));
    for (Document each : step.documents()) {
      Object[] key = {each.owner(), each.id()};
      same(() -> same.get(key), () -> ItemClient.Async.await(async.get(key)));
    }
  }

  private static void checkDetails(
      DocumentStep step, AsyncRecordTable<Document> async, RecordTable<Document> same)
      throws IOException {
    Object[] key = {step.first().owner(), step.first().id()};
    for (Field<Document, List<Line>> field : List.of(NEAR, FAR)) {
      Details<Line> waiting = same.details(field, Line.class, key);
      AsyncDetails<Line> lines = async.details(field, Line.class, key);
      same(() -> waiting.get(step.count()), () -> ItemClient.Async.await(lines.get(step.count())));
      same(() -> waiting.get("one"), () -> ItemClient.Async.await(lines.get("one")));
      Page<Line> page = waiting.page(step.count());
      assertThat(ItemClient.Async.await(lines.page(step.count()))).isEqualTo(page);
      String token = page.next().orElse("none");
      same(() -> waiting.page(1, token), () -> ItemClient.Async.await(lines.page(1, token)));
      same(() -> waiting.page(0), () -> ItemClient.Async.await(lines.page(0)));
    }
  }

  /** What was thrown, without the names of tables. */
  private record Refusal(Class<?> type, String message) {}

  private static void same(Callable<?> waiting, Callable<?> async) {
    Object expected = outcome(waiting);
    assertThat(outcome(async)).isEqualTo(expected);
  }

  private static Object outcome(Callable<?> call) {
    try {
      return call.call();
    } catch (Exception e) {
      return new Refusal(e.getClass(), e.getMessage().replaceAll("waits\\d+", "TABLE"));
    }
  }

  private List<String> cells(TableDesign<Document> design) throws IOException {
    List<String> cells = new ArrayList<>();
    for (TableName name : Documents.tables(design)) {
      try (Table table = connection.getTable(name);
          ResultScanner rows = table.getScanner(new Scan())) {
        for (Result row : rows) {
          for (Cell cell : row.rawCells()) {
            cells.add(
                name.getNameAsString().replaceAll("waits\\d+", "")
                    + " "
                    + CellUtil.getCellKeyAsString(cell)
                        .replaceAll("/\\d{13}/", "/")
                        .replaceAll("/i:w.*/Put", "/i:w/Put") // a write's token
                    + " "
                    + (isToken(cell) ? "" : Bytes.toStringBinary(CellUtil.cloneValue(cell))));
          }
        }
      }
    }
    return cells;
  }

  /** Of the last claim of a unique entry, or the mark of a row. */
  private static boolean isToken(Cell cell) {
    return CellUtil.matchingColumn(cell, Bytes.toBytes("i"), Bytes.toBytes("l"))
        || CellUtil.matchingColumn(cell, Bytes.toBytes("f"), Bytes.toBytesBinary("\\x00mark"));
  }

  @Override
  public void close() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableDesign<Document> design : List.of(waitingDesign, asyncDesign)) {
        for (TableName name : Documents.tables(design)) {
          admin.disableTable(name);
          admin.deleteTable(name);
        }
      }
    }
  }
}
