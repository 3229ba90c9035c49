package io.rowandb.testkit.oracle;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;

/**
 * Requests as HBase's server gets them: by way of protocol buffers. HBase's region writes times and
 * sequence ids into what it is given, and keeps filters and their state.
 */
final class Copies {
  private Copies() {}

  static Get of(Get get) throws IOException {
    return ProtobufUtil.toGet(ProtobufUtil.toGet(get));
  }

  static Scan of(Scan scan) throws IOException {
    Scan copy = ProtobufUtil.toScan(ProtobufUtil.toScan(scan));
    // A scan with the default does not say so.
    return copy.setLoadColumnFamiliesOnDemand(scan.doLoadColumnFamiliesOnDemand());
  }

  static Mutation of(Mutation mutation) throws IOException {
    MutationProto sent = ProtobufUtil.toMutation(type(mutation), mutation);
    return switch (sent.getMutateType()) {
      case PUT -> ProtobufUtil.toPut(sent);
      case DELETE -> ProtobufUtil.toDelete(sent);
      case INCREMENT -> ProtobufUtil.toIncrement(sent, null);
      case APPEND -> ProtobufUtil.toAppend(sent, null);
    };
  }

  static RowMutations of(RowMutations several) throws IOException {
    RowMutations copy = new RowMutations(several.getRow());
    for (Mutation mutation : several.getMutations()) {
      copy.add(of(mutation));
    }
    return copy;
  }

  static CheckAndMutate of(CheckAndMutate check) throws IOException {
    CheckAndMutate.Builder copy = CheckAndMutate.newBuilder(check.getRow());
    if (check.hasFilter()) {
      copy.ifMatches(ProtobufUtil.toFilter(ProtobufUtil.toFilter(check.getFilter())));
    } else {
      copy.ifMatches(
          check.getFamily(), check.getQualifier(), check.getCompareOp(), check.getValue());
    }
    copy.timeRange(check.getTimeRange());
    Row action = check.getAction();
    if (action instanceof RowMutations several) {
      return copy.build(of(several));
    }
    Mutation mutation = of((Mutation) action);
    if (mutation instanceof Put put) {
      return copy.build(put);
    } else if (mutation instanceof Delete delete) {
      return copy.build(delete);
    } else if (mutation instanceof Increment increment) {
      return copy.build(increment);
    }
    return copy.build((Append) mutation);
  }

  private static MutationType type(Mutation mutation) {
    if (mutation instanceof Put) {
      return MutationType.PUT;
    } else if (mutation instanceof Delete) {
      return MutationType.DELETE;
    }
    return mutation instanceof Increment ? MutationType.INCREMENT : MutationType.APPEND;
  }
}
