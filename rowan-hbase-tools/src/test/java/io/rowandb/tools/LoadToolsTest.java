package io.rowandb.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.hbase.AcidGuaranteesTestTool;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HBase's load generators, which read and check what they write. */
@Tag("slow")
class LoadToolsTest extends ToolTest {
  private static final int CLIENTS = 2;
  private static final int ROWS_A_CLIENT = 1000;
  private static final TableName LOADED = TableName.valueOf("TestTable");

  @ParameterizedTest
  @EnumSource(Door.class)
  void evaluatesPerformance(Door door) throws Exception {
    Path store = directory.resolve("store");
    open(door, store.toString());
    evaluate("--presplit=3", "--valueSize=100", "sequentialWrite");
    assertThat(cells(LOADED, new Scan())).hasSize(CLIENTS * ROWS_A_CLIENT);
    for (String command :
        new String[] {
          "sequentialRead", "randomRead", "scan", "reverseScan", "scanRange100", "asyncRandomRead"
        }) {
      evaluate(command);
    }
    evaluate("--multiGet=10", "randomRead");
    evaluate("--autoFlush=true", "--multiPut=10", "randomWrite");
    for (String command :
        new String[] {"increment", "append", "checkAndMutate", "checkAndPut", "checkAndDelete"}) {
      evaluate(command);
    }
    evaluate("sequentialDelete");
    assertThat(cells(LOADED, new Scan())).isEmpty();
  }

  /** Rows are read while others write and flush them, and no reader may see half a change. */
  @ParameterizedTest
  @EnumSource(Door.class)
  void keepsRowsWhole(Door door) throws Exception {
    open(door, directory.resolve("store").toString());
    AcidGuaranteesTestTool tool = new AcidGuaranteesTestTool();
    int code =
        run(tool, "-millis", "2000", "-numWriters", "4", "-numUniqueRows", "3", "-crazyFlush");
    assertThat(code).isZero();
  }

  private void evaluate(String... command) throws Exception {
    String[] arguments = new String[command.length + 4];
    arguments[0] = "--nomapred";
    arguments[1] = "--rows=" + ROWS_A_CLIENT;
    arguments[2] = "--autoFlush=false";
    System.arraycopy(command, 0, arguments, 3, command.length);
    arguments[command.length + 3] = "" + CLIENTS;
    assertThat(run(new PerformanceEvaluation(conf), arguments))
        .as(String.join(" ", command))
        .isZero();
  }
}
