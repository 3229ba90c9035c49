package io.rowandb.client.service;

import io.rowandb.client.service.Nonces.Nonce;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedInputStream;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.com.google.protobuf.WireFormat;

/**
 * The message of {@code MultiRowMutationService.MutateRows}, read from its bytes: the class that
 * HBase generates for it belongs to another protobuf library in each version of its client.
 *
 * <pre>
 *   repeated MutationProto mutation_request = 1;
 *   optional uint64 nonce_group = 2;
 *   optional uint64 nonce = 3;
 *   optional RegionSpecifier region = 4;   // not used, here as there
 *   repeated Condition condition = 5;
 * </pre>
 *
 * @param mutations what to apply
 * @param conditions what must hold
 * @param nonce identifies a repetition
 */
record MutateRowsRequest(List<Mutation> mutations, List<Condition> conditions, Nonce nonce) {
  private static final int MUTATION = 1;
  private static final int NONCE_GROUP = 2;
  private static final int NONCE = 3;
  private static final int CONDITION = 5;

  /** {@code MutateRowsResponse}: {@code optional bool processed = 1}. */
  static ByteString response(boolean processed) {
    return ByteString.copyFrom(new byte[] {1 << 3, (byte) (processed ? 1 : 0)});
  }

  /** Reads a message. */
  static MutateRowsRequest parse(ByteString bytes) throws IOException {
    List<Mutation> mutations = new ArrayList<>();
    List<Condition> conditions = new ArrayList<>();
    long group = HConstants.NO_NONCE;
    long nonce = HConstants.NO_NONCE;
    try {
      CodedInputStream in = bytes.newCodedInput();
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        switch (WireFormat.getTagFieldNumber(tag)) {
          case MUTATION ->
              mutations.add(ProtoMutations.read(MutationProto.parseFrom(in.readBytes()), null));
          case NONCE_GROUP -> group = in.readUInt64();
          case NONCE -> nonce = in.readUInt64();
          case CONDITION -> conditions.add(Condition.parseFrom(in.readBytes()));
          default -> in.skipField(tag);
        }
      }
    } catch (InvalidProtocolBufferException e) {
      throw new DoNotRetryIOException("Not a MutateRowsRequest: " + e.getMessage(), e);
    }
    return new MutateRowsRequest(mutations, conditions, new Nonce(group, nonce));
  }
}
