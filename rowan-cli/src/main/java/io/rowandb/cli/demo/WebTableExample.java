package io.rowandb.cli.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The table with which HBase's data model is usually explained: two pages, three families, times
 * from 3 to 9 instead of dates. It is about timestamps of cells, so it uses HBase's own client and
 * no design.
 */
final class WebTableExample implements DataSet {
  /** Row, time, family, qualifier, value. */
  private static final List<String> CELLS =
      List.of(
          "com.cnn.www|3|contents|html|<html>first version</html>",
          "com.cnn.www|5|contents|html|<html>second version</html>",
          "com.cnn.www|6|contents|html|<html>third version</html>",
          "com.cnn.www|8|anchor|my.look.ca|CNN.com",
          "com.cnn.www|9|anchor|cnnsi.com|CNN",
          "com.example.www|5|contents|html|<html>an example</html>",
          "com.example.www|5|people|author|John Doe");

  // Fixed at construction.
  private final TableDescriptor descriptor;

  /** In the tables of {@code namespace}. */
  WebTableExample(String namespace) {
    descriptor = descriptor(namespace);
  }

  static TableDescriptor descriptor(String namespace) {
    ColumnFamilyDescriptorBuilder contents =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("contents")).setMaxVersions(3);
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(namespace, "webtable_example"))
        .setColumnFamily(contents.build())
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("anchor"))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("people"))
        .build();
  }

  @Override
  public String name() {
    return "webtable-example";
  }

  @Override
  public String title() {
    return "the webtable example of HBase's documentation";
  }

  @Override
  public List<SourceFile> files() {
    return List.of(new SourceFile("", 0, () -> CELLS));
  }

  @Override
  public List<TableLayout> tables() {
    return List.of(new TableLayout(descriptor, List.of(), /* keysRepeat= */ true));
  }

  @Override
  public void convert(SourceLine line, RowSink sink) {
    String[] parts = line.text().split("\\|", -1);
    sink.put(
        descriptor.getTableName(),
        new Put(Bytes.toBytes(parts[0]))
            .addColumn(
                Bytes.toBytes(parts[2]),
                Bytes.toBytes(parts[3]),
                Long.parseLong(parts[1]),
                Bytes.toBytes(parts[4])));
  }

  @Override
  public List<String> declaration() {
    return ShownSource.of(WebTableExample.class, "descriptor");
  }

  @Override
  public List<DemoQuestion> questions() {
    return List.of(
        question(
            "What was com.cnn.www contents:html at time 8 exactly? (Nothing was written then.)",
            WebTableExample::contentsAt8),
        question(
            "Which site linked to it as my.look.ca at time 9? (That link has time 8.)",
            WebTableExample::anchorAt9),
        question(
            "What does the row hold when no time is asked for? (The newest of each column.)",
            WebTableExample::newest));
  }

  private DemoQuestion question(String text, DemoQuestion.Call<Table, Result> call) {
    return new DemoQuestion(
        text,
        ShownSource.of(WebTableExample.class, call),
        connection -> {
          try (Table webtable = connection.getTable(descriptor.getTableName())) {
            return shown(call.ask(webtable));
          }
        });
  }

  static Result contentsAt8(Table webtable) throws IOException {
    Get get = new Get(Bytes.toBytes("com.cnn.www"));
    get.addColumn(Bytes.toBytes("contents"), Bytes.toBytes("html")).setTimestamp(8);
    return webtable.get(get);
  }

  static Result anchorAt9(Table webtable) throws IOException {
    Get get = new Get(Bytes.toBytes("com.cnn.www"));
    get.addColumn(Bytes.toBytes("anchor"), Bytes.toBytes("my.look.ca")).setTimestamp(9);
    return webtable.get(get);
  }

  static Result newest(Table webtable) throws IOException {
    return webtable.get(new Get(Bytes.toBytes("com.cnn.www")));
  }

  private static Answer shown(Result result) {
    List<List<String>> rows = new ArrayList<>();
    for (Cell cell : result.listCells() == null ? List.<Cell>of() : result.listCells()) {
      String column =
          Bytes.toString(CellUtil.cloneFamily(cell))
              + ":"
              + Bytes.toString(CellUtil.cloneQualifier(cell));
      rows.add(
          List.of(
              Bytes.toString(CellUtil.cloneRow(cell)),
              column,
              "t" + cell.getTimestamp(),
              Bytes.toString(CellUtil.cloneValue(cell))));
    }
    return Answer.of(List.of("row", "column", "time", "value"), rows);
  }
}
