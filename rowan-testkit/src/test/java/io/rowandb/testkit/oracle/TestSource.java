package io.rowandb.testkit.oracle;

import static io.rowandb.testkit.oracle.Literals.bytes;
import static io.rowandb.testkit.oracle.Literals.list;
import static io.rowandb.testkit.oracle.Literals.string;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A history as the source of a test class, to be put into this package as it is: it runs the same
 * steps on the same two sides, and fails as long as they differ.
 */
final class TestSource {
  /** What a file begins with that has operations as Java. */
  static final String HEAD =
      """
      package io.rowandb.testkit.oracle;

      import static org.apache.hadoop.hbase.util.Bytes.toBytes;
      import static org.apache.hadoop.hbase.util.Bytes.toBytesBinary;

      import java.math.BigDecimal;
      import java.nio.file.Path;
      import java.util.ArrayList;
      import java.util.List;
      import org.apache.hadoop.hbase.*;
      import org.apache.hadoop.hbase.client.*;
      import org.apache.hadoop.hbase.filter.*;
      import org.apache.hadoop.hbase.io.TimeRange;
      import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
      import org.apache.hadoop.hbase.regionserver.BloomType;
      import org.apache.hadoop.hbase.util.Pair;
      import org.junit.jupiter.api.Test;
      import org.junit.jupiter.api.io.TempDir;
      """;

  private static final String CLASS =
      """

      class ReducedHistoryTest {
        @TempDir Path directory;

        @Test
        void givesHBasesAnswers() throws Exception {
          TableDescriptor table =
              TableDescriptorBuilder.newBuilder(TableName.valueOf(%s))
      %s
                  .build();
          List<Operation> operations =
              List.of(
      %s);
          History history = new History(%s, table, operations);
          %s;
        }
      }
      """;

  private TestSource() {}

  /**
   * The source.
   *
   * @param run the Java expression that runs {@code history} in {@code directory}
   */
  static String of(History history, String run) throws IOException {
    List<String> operations = new ArrayList<>();
    for (Operation operation : history.operations()) {
      operations.add(of(operation));
    }
    TableDescriptor table = history.table();
    String families =
        Arrays.stream(table.getColumnFamilies())
            .map(family -> " ".repeat(12) + ".setColumnFamily(" + of(family) + ")")
            .collect(Collectors.joining("\n"));
    return HEAD
        + CLASS.formatted(
            string(table.getTableName().getNameAsString()),
            families,
            Literals.lines(" ".repeat(12), operations),
            string(history.title()),
            run);
  }

  /** An operation as a Java expression. */
  static String of(Operation operation) throws IOException {
    return "new Operation." + made(operation);
  }

  private static String made(Operation operation) throws IOException {
    if (operation instanceof Operation.Call call) {
      return "Call(" + RequestSource.of(call.action()) + ")";
    } else if (operation instanceof Operation.Batch batch) {
      List<String> parts = new ArrayList<>();
      for (Row action : batch.actions()) {
        parts.add(RequestSource.of(action));
      }
      return "Batch(" + list(parts) + ")";
    } else if (operation instanceof Operation.CompactNewest compact) {
      return "CompactNewest(" + compact.files() + ")";
    } else if (operation instanceof Operation.Split split) {
      return "Split(" + string(split.row()) + ")";
    } else if (operation instanceof Operation.Tick tick) {
      return "Tick(" + tick.millis() + ")";
    } else if (operation instanceof Operation.Read read) {
      return "Read(new Scan()" + QuerySource.of(read.scan()) + ")";
    } else if (operation instanceof Operation.Hold hold) {
      return "Hold(new Scan()" + QuerySource.of(hold.scan()) + ")";
    }
    return operation.getClass().getSimpleName() + "()";
  }

  private static String of(ColumnFamilyDescriptor family) {
    return "ColumnFamilyDescriptorBuilder.newBuilder(%s)".formatted(bytes(family.getName()))
        + ".setMaxVersions("
        + family.getMaxVersions()
        + ")"
        + ".setMinVersions("
        + family.getMinVersions()
        + ")"
        + ".setTimeToLive("
        + family.getTimeToLive()
        + ")"
        + ".setNewVersionBehavior("
        + family.isNewVersionBehavior()
        + ")"
        + ".setKeepDeletedCells(KeepDeletedCells."
        + family.getKeepDeletedCells()
        + ")"
        + ".setBloomFilterType(BloomType."
        + family.getBloomFilterType()
        + ")"
        + ".setBlocksize("
        + family.getBlocksize()
        + ")"
        + ".setDataBlockEncoding(DataBlockEncoding."
        + family.getDataBlockEncoding()
        + ")"
        + ".build()";
  }
}
