package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.inprocess.CompleteDoor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The same history of changes through each door, on a store of its own: every answer is the same,
 * failures included, and so are the tables at the end.
 *
 * <p>Puts and deletes carry timestamps, so that nothing depends on the millisecond in which a call
 * came; the timestamps of increments and appends are not compared.
 */
@Tag("slow")
class ChangesAgreeTest {
  private static final TableName T = TableName.valueOf("t");
  private static final int STEPS = 3000;
  private static final int ROWS = 12;
  private static final List<CompareOperator> OPERATORS =
      List.of(
          CompareOperator.LESS,
          CompareOperator.LESS_OR_EQUAL,
          CompareOperator.EQUAL,
          CompareOperator.NOT_EQUAL,
          CompareOperator.GREATER_OR_EQUAL,
          CompareOperator.GREATER);

  @Test
  void histories() throws Exception {
    long seed = Long.getLong("seed", 20_261_124L);
    Configuration fast = Rowan.configuration("mem:changes-fast");
    Configuration complete = CompleteDoor.configure(Rowan.configuration("mem:changes-complete"));
    try (Door direct = new Door(fast);
        Door hbase = new Door(complete)) {
      int failures = 0;
      for (int i = 0; i < STEPS; i++) {
        String answer = direct.step(new Random(seed + i));
        assertThat(answer)
            .as("seed %d, step %d", seed, i)
            .isEqualTo(hbase.step(new Random(seed + i)));
        failures += answer.contains("Exception") ? 1 : 0;
      }
      List<String> content = direct.content();
      assertThat(content).as("seed %d", seed).isEqualTo(hbase.content()).isNotEmpty();
      assertThat(failures).isBetween(STEPS / 100, STEPS / 2);
    }
  }

  /** A store behind one of the doors. */
  private static final class Door implements AutoCloseable {
    private final Connection connection;
    private final Table table;

    Door(Configuration conf) throws IOException {
      conf.setInt("hbase.client.retries.number", 2);
      conf.setInt("hbase.client.pause", 1);
      connection = ConnectionFactory.createConnection(conf);
      table = connection.getTable(T);
      TableDescriptorBuilder descriptor = TableDescriptorBuilder.newBuilder(T);
      for (String family : List.of("a", "b")) {
        ColumnFamilyDescriptor versions =
            ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
                .setMaxVersions(3)
                .build();
        descriptor.setColumnFamily(versions);
      }
      try (Admin admin = connection.getAdmin()) {
        admin.createTable(descriptor.build(), new byte[][] {row(4), row(9)});
      }
    }

    @Override
    public void close() throws IOException {
      table.close();
      connection.close();
    }

    List<String> content() throws IOException {
      List<String> rows = new ArrayList<>();
      try (ResultScanner scanner = table.getScanner(new Scan().readAllVersions().setRaw(false))) {
        scanner.forEach(result -> rows.add(text(result)));
      }
      return rows;
    }

    String step(Random random) throws InterruptedException {
      byte[] row = row(random.nextInt(ROWS));
      try {
        return switch (random.nextInt(12)) {
          case 0 -> {
            table.put(put(row, random));
            yield "put";
          }
          case 1 -> {
            table.delete(delete(row, random));
            yield "delete";
          }
          case 2 -> text(table.increment(increment(row, random)));
          case 3 -> text(table.append(append(row, random)));
          case 4 -> text(table.mutateRow(mutations(row, random)));
          case 5, 6 -> text(table.checkAndMutate(check(row, random)));
          case 7 -> Arrays.toString(table.exists(List.of(get(row, random), get(row(3), random))));
          case 8 -> {
            List<CheckAndMutate> several = List.of(check(row, random), check(row(1), random));
            yield text(several.size(), table.checkAndMutate(several));
          }
          case 9 -> buffered(random);
          case 10 -> text(table.get(get(row, random)));
          default -> batch(random);
        };
      } catch (RetriesExhaustedWithDetailsException e) {
        return details(e);
      } catch (IOException | IllegalArgumentException e) {
        return e.getClass().getName();
      }
    }

    private String batch(Random random) throws IOException, InterruptedException {
      List<Row> actions = new ArrayList<>();
      for (int i = random.nextInt(6); i >= 0; i--) {
        // One action a row: HBase's client promises no order between rows' actions of a batch.
        actions.add(action(row(i * 2), random));
      }
      Object[] results = new Object[actions.size()];
      String end = "done";
      try {
        table.batch(actions, results);
      } catch (RetriesExhaustedWithDetailsException e) {
        end = details(e);
      } catch (IOException e) {
        end = e.getClass().getName();
      }
      StringBuilder text = new StringBuilder(end);
      for (Object result : results) {
        text.append(" | ");
        if (result instanceof Throwable failure) {
          text.append(failure.getClass().getName());
        } else {
          text.append(
              result instanceof CheckAndMutateResult check ? text(check) : text((Result) result));
        }
      }
      return text.toString();
    }

    private String buffered(Random random) throws IOException {
      try (BufferedMutator mutator = connection.getBufferedMutator(T)) {
        for (int i = 0; i < 5; i++) {
          byte[] row = row(i * 2);
          mutator.mutate(random.nextInt(3) == 0 ? delete(row, random) : put(row, random));
        }
      }
      return "buffered";
    }
  }

  private static Row action(byte[] row, Random random) throws IOException {
    return switch (random.nextInt(7)) {
      case 0 -> put(row, random);
      case 1 -> delete(row, random);
      case 2 -> increment(row, random);
      case 3 -> append(row, random);
      case 4 -> get(row, random);
      case 5 -> mutations(row, random);
      default -> check(row, random);
    };
  }

  private static Put put(byte[] row, Random random) {
    Put put = new Put(row);
    for (int i = random.nextInt(3); i >= 0; i--) {
      put.addColumn(family(random), qualifier(random), time(random), value(random));
    }
    return put;
  }

  private static Delete delete(byte[] row, Random random) {
    Delete delete = new Delete(row);
    return switch (random.nextInt(5)) {
      case 0 -> delete.addColumn(family(random), qualifier(random), time(random));
      case 1 -> delete.addColumns(family(random), qualifier(random), time(random));
      case 2 -> delete.addFamily(family(random), 1L + random.nextInt(3));
      case 3 -> delete.addFamilyVersion(family(random), time(random));
      default -> delete.setTimestamp(1L + random.nextInt(2));
    };
  }

  private static Increment increment(byte[] row, Random random) {
    Increment increment = new Increment(row);
    for (int i = random.nextInt(2); i >= 0; i--) {
      increment.addColumn(family(random), counter(random), random.nextInt(9) - 3L);
    }
    return increment.setReturnResults(random.nextInt(4) > 0);
  }

  private static Append append(byte[] row, Random random) {
    return new Append(row)
        .addColumn(family(random), Bytes.toBytes("log" + random.nextInt(2)), value(random))
        .setReturnResults(random.nextInt(4) > 0);
  }

  private static Get get(byte[] row, Random random) throws IOException {
    return new Get(row).addFamily(family(random)).readVersions(1 + random.nextInt(3));
  }

  private static RowMutations mutations(byte[] row, Random random) throws IOException {
    RowMutations mutations = new RowMutations(row);
    for (int i = random.nextInt(3); i >= 0; i--) {
      mutations.add(
          switch (random.nextInt(4)) {
            case 0 -> (Mutation) delete(row, random);
            case 1 -> increment(row, random);
            case 2 -> append(row, random);
            default -> put(row, random);
          });
    }
    return mutations;
  }

  private static CheckAndMutate check(byte[] row, Random random) throws IOException {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(row);
    switch (random.nextInt(4)) {
      case 0 -> builder.ifNotExists(family(random), qualifier(random));
      case 1 -> builder.ifEquals(family(random), qualifier(random), value(random));
      case 2 ->
          builder.ifMatches(family(random), qualifier(random), operator(random), value(random));
      default ->
          builder.ifMatches(
              new SingleColumnValueFilter(
                  family(random), qualifier(random), operator(random), value(random)));
    }
    if (random.nextInt(3) == 0) {
      builder.timeRange(TimeRange.between(0, 1L + random.nextInt(9)));
    }
    return switch (random.nextInt(5)) {
      case 0 -> builder.build(put(row, random));
      case 1 -> builder.build(delete(row, random));
      case 2 -> builder.build(increment(row, random));
      case 3 -> builder.build(append(row, random));
      default -> builder.build(mutations(row, random));
    };
  }

  private static CompareOperator operator(Random random) {
    return OPERATORS.get(random.nextInt(OPERATORS.size()));
  }

  private static String text(CheckAndMutateResult result) {
    return result.isSuccess() + " " + text(result.getResult());
  }

  private static String text(int size, List<CheckAndMutateResult> results) {
    StringBuilder text = new StringBuilder().append(size);
    results.forEach(result -> text.append(' ').append(text(result)));
    return text.toString();
  }

  private static String text(Result result) {
    if (result == null) {
      return "null";
    }
    StringBuilder text = new StringBuilder(String.valueOf(result.getExists()));
    for (Cell cell : result.rawCells() == null ? new Cell[0] : result.rawCells()) {
      text.append(' ')
          .append(Bytes.toStringBinary(CellUtil.cloneRow(cell)))
          .append('/')
          .append(Bytes.toStringBinary(CellUtil.cloneFamily(cell)))
          .append(':')
          .append(Bytes.toStringBinary(CellUtil.cloneQualifier(cell)))
          .append(cell.getTimestamp() < 100 ? "@" + cell.getTimestamp() : "@now")
          .append('=')
          .append(Bytes.toStringBinary(CellUtil.cloneValue(cell)));
    }
    return text.toString();
  }

  private static String details(RetriesExhaustedWithDetailsException failure) {
    List<String> each = new ArrayList<>();
    for (int i = 0; i < failure.getNumExceptions(); i++) {
      each.add(
          Bytes.toStringBinary(failure.getRow(i).getRow())
              + " "
              + failure.getCause(i).getClass().getName());
    }
    each.sort(null);
    return "RetriesExhaustedWithDetailsException " + each;
  }

  private static byte[] row(int number) {
    return Bytes.toBytes(String.format("row%02d", number));
  }

  /** One in forty is not a family of the table. */
  private static byte[] family(Random random) {
    int number = random.nextInt(40);
    return Bytes.toBytes(number == 0 ? "x" : number % 2 == 0 ? "a" : "b");
  }

  private static byte[] qualifier(Random random) {
    return Bytes.toBytes("q" + random.nextInt(3));
  }

  /** One in twenty is a column whose values are no numbers. */
  private static byte[] counter(Random random) {
    return random.nextInt(20) == 0 ? qualifier(random) : Bytes.toBytes("n" + random.nextInt(2));
  }

  private static long time(Random random) {
    return 1L + random.nextInt(9);
  }

  private static byte[] value(Random random) {
    return Bytes.toBytes("v" + random.nextInt(4));
  }
}
