package io.rowandb.cli.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The table with which HBase's data model is usually explained (F18): two pages, three families,
 * times from 3 to 9 instead of dates.
 */
final class WebTableExample implements DataSet {
  private static final String TABLE = "webtable_example";
  private static final String CNN = "com.cnn.www";
  private static final List<String> HEADINGS = List.of("row", "column", "time", "value");

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
    return List.of(
        new TableLayout(TABLE, List.of("contents", "anchor", "people"), 3, true, List.of()));
  }

  @Override
  public void convert(SourceLine line, RowSink sink) {
    String[] parts = line.text().split("\\|", -1);
    sink.put(
        TABLE,
        new Put(Bytes.toBytes(parts[0]))
            .addColumn(
                Bytes.toBytes(parts[2]),
                Bytes.toBytes(parts[3]),
                Long.parseLong(parts[1]),
                Bytes.toBytes(parts[4])));
  }

  @Override
  public List<Question> questions() {
    return List.of(
        new Question(
            "What was " + CNN + " contents:html at time 8 exactly? (Nothing was written then.)",
            "table.get(new Get(\"com.cnn.www\").addColumn(\"contents\", \"html\").setTimestamp(8))",
            tables -> contentsAt8(tables)),
        new Question(
            "Which site linked to it as my.look.ca at time 9? (That link has time 8.)",
            "table.get(new Get(\"com.cnn.www\").addColumn(\"anchor\", \"my.look.ca\")"
                + ".setTimestamp(9))",
            tables -> anchorAt9(tables)),
        new Question(
            "What does the row hold when no time is asked for? (The newest of each column.)",
            "table.get(new Get(\"com.cnn.www\"))",
            tables -> cells(tables, new Get(Bytes.toBytes(CNN)))));
  }

  private static Answer contentsAt8(Tables tables) throws IOException {
    return cells(
        tables,
        new Get(Bytes.toBytes(CNN))
            .addColumn(Bytes.toBytes("contents"), Bytes.toBytes("html"))
            .setTimestamp(8));
  }

  private static Answer anchorAt9(Tables tables) throws IOException {
    return cells(
        tables,
        new Get(Bytes.toBytes(CNN))
            .addColumn(Bytes.toBytes("anchor"), Bytes.toBytes("my.look.ca"))
            .setTimestamp(9));
  }

  private static Answer cells(Tables tables, Get get) throws IOException {
    Result result = tables.get(TABLE, get);
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
    return Answer.of(HEADINGS, rows);
  }
}
