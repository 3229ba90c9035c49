package io.rowandb.testkit.oracle;

import static io.rowandb.testkit.oracle.Literals.bytes;
import static io.rowandb.testkit.oracle.Literals.number;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/** Requests about one row as Java expressions. */
final class RequestSource {
  private RequestSource() {}

  static String of(Row request) throws IOException {
    if (request instanceof Mutation mutation) {
      return of(mutation);
    } else if (request instanceof RowMutations several) {
      return of(several);
    } else if (request instanceof CheckAndMutate check) {
      return of(check);
    }
    Get get = (Get) request;
    return "new Get(%s)%s%s"
        .formatted(
            bytes(get.getRow()),
            QuerySource.of(get),
            get.isCheckExistenceOnly() ? ".setCheckExistenceOnly(true)" : "");
  }

  private static String of(RowMutations several) throws IOException {
    List<String> parts = new ArrayList<>();
    for (Mutation mutation : several.getMutations()) {
      parts.add(of(mutation));
    }
    return "new RowMutations(%s).add(%s)".formatted(bytes(several.getRow()), Literals.list(parts));
  }

  private static String of(CheckAndMutate check) throws IOException {
    String condition =
        check.hasFilter()
            ? FilterSource.of(check.getFilter())
            : String.join(
                ", ",
                bytes(check.getFamily()),
                bytes(check.getQualifier()),
                "CompareOperator." + check.getCompareOp(),
                bytes(check.getValue()));
    TimeRange range = check.getTimeRange();
    return "CheckAndMutate.newBuilder(%s).ifMatches(%s)%s.build(%s)"
        .formatted(
            bytes(check.getRow()),
            condition,
            range.isAllTime() ? "" : ".timeRange(TimeRange.between(" + times(range) + "))",
            of(check.getAction()));
  }

  private static String of(Mutation mutation) throws IOException {
    StringBuilder text = new StringBuilder("new ");
    text.append(mutation.getClass().getSimpleName()).append('(').append(bytes(mutation.getRow()));
    boolean timed = mutation.getTimestamp() != HConstants.LATEST_TIMESTAMP;
    if (mutation instanceof Delete) {
      // Its markers without a time of their own take this one.
      text.append(timed ? ", " + number(mutation.getTimestamp()) : "");
    }
    text.append(')');
    for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        text.append(mutation instanceof Delete ? marker(cell) : cell(mutation, cell));
      }
    }
    if (timed && !(mutation instanceof Delete)) {
      text.append(".setTimestamp(").append(number(mutation.getTimestamp())).append(')');
    }
    if (mutation.getTTL() != Long.MAX_VALUE) {
      text.append(".setTTL(").append(number(mutation.getTTL())).append(')');
    }
    if (mutation instanceof Increment increment) {
      text.append(reading(increment.getTimeRange(), increment.isReturnResults()));
    } else if (mutation instanceof Append append) {
      text.append(reading(append.getTimeRange(), append.isReturnResults()));
    }
    return text.toString();
  }

  private static String reading(TimeRange range, boolean returnsResults) {
    return (range.isAllTime() ? "" : ".setTimeRange(" + times(range) + ")")
        + (returnsResults ? "" : ".setReturnResults(false)");
  }

  private static String marker(Cell cell) {
    String family = bytes(CellUtil.cloneFamily(cell));
    String column = family + ", " + bytes(CellUtil.cloneQualifier(cell));
    String time =
        cell.getTimestamp() == HConstants.LATEST_TIMESTAMP
            ? ""
            : ", " + number(cell.getTimestamp());
    return switch (cell.getType()) {
      case DeleteFamily -> ".addFamily(" + family + time + ")";
      case DeleteFamilyVersion -> ".addFamilyVersion(" + family + time + ")";
      case DeleteColumn -> ".addColumns(" + column + time + ")";
      case Delete -> ".addColumn(" + column + time + ")";
      default -> throw new IllegalArgumentException("In a delete: " + cell);
    };
  }

  private static String cell(Mutation mutation, Cell cell) {
    byte[] value = CellUtil.cloneValue(cell);
    long time = cell.getTimestamp();
    boolean now = time == HConstants.LATEST_TIMESTAMP;
    boolean counts = mutation instanceof Increment;
    boolean plain =
        PrivateCellUtil.cloneTags(cell).length == 0
            && (now || mutation instanceof Put)
            && (!counts || value.length == Long.BYTES);
    String column = bytes(CellUtil.cloneFamily(cell)) + ", " + bytes(CellUtil.cloneQualifier(cell));
    if (plain) {
      return ".addColumn(%s%s, %s)"
          .formatted(
              column,
              now ? "" : ", " + number(time),
              counts ? number(Bytes.toLong(value)) : bytes(value));
    }
    List<String> tags = new ArrayList<>();
    PrivateCellUtil.getTags(cell).forEach(tag -> tags.add(of(tag)));
    return ".add(new KeyValue(%s, %s, %s, KeyValue.Type.Put, %s, %s))"
        .formatted(
            bytes(CellUtil.cloneRow(cell)),
            column,
            number(time),
            bytes(value),
            Literals.list(tags));
  }

  private static String of(Tag tag) {
    return "new ArrayBackedTag((byte) %d, %s)".formatted(tag.getType(), bytes(Tag.cloneValue(tag)));
  }

  private static String times(TimeRange range) {
    return number(range.getMin()) + ", " + number(range.getMax());
  }
}
