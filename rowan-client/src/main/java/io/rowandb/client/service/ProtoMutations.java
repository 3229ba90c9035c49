package io.rowandb.client.service;

import io.rowandb.client.service.Nonces.Nonce;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;

/**
 * Mutations in wire form: messages, and beside them one common sequence of their cells in the order
 * of the messages.
 */
final class ProtoMutations {
  private ProtoMutations() {}

  /** Reads one mutation and, from {@code cells}, as many cells as it says it has. */
  static Mutation read(MutationProto mutation, CellScanner cells) throws IOException {
    return switch (mutation.getMutateType()) {
      case PUT -> ProtobufUtil.toPut(mutation, cells);
      case DELETE -> ProtobufUtil.toDelete(mutation, cells);
      case INCREMENT -> ProtobufUtil.toIncrement(mutation, cells);
      case APPEND -> ProtobufUtil.toAppend(mutation, cells);
    };
  }

  /** As {@link #read}, for an action of an atomic group, which may hold nothing but mutations. */
  static Mutation readAtomic(Action action, CellScanner cells) throws IOException {
    if (!action.hasMutation()) {
      throw new DoNotRetryIOException(
          "Atomic put and/or delete only, not a Get=" + action.getGet());
    }
    return read(action.getMutation(), cells);
  }

  /** Whether it is a put or a delete, which can be applied together with others. */
  static boolean isPlain(MutationProto mutation) {
    return switch (mutation.getMutateType()) {
      case PUT, DELETE -> true;
      case INCREMENT, APPEND -> false;
    };
  }

  /** By what number a client repeats this mutation. */
  static Nonce nonce(long group, MutationProto mutation) {
    return mutation.hasNonce() ? new Nonce(group, mutation.getNonce()) : Nonce.NONE;
  }

  /**
   * By what number a client repeats these mutations, made as one: that of the last that has one.
   */
  static Nonce nonce(long group, List<Action> actions) {
    Nonce last = Nonce.NONE;
    for (Action action : actions) {
      if (!isPlain(action.getMutation())) {
        last = nonce(group, action.getMutation());
      }
    }
    return last;
  }

  /** Steps over the cells of actions that are not applied, so that those of the next line up. */
  static void skip(List<Action> actions, CellScanner cells) throws IOException {
    if (cells == null) {
      return;
    }
    for (Action action : actions) {
      int count = action.hasMutation() ? action.getMutation().getAssociatedCellCount() : 0;
      for (int i = 0; i < count && cells.advance(); i++) {
        // Only the position counts.
      }
    }
  }
}
