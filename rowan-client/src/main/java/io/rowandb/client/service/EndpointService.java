package io.rowandb.client.service;

import io.rowandb.client.adapter.MutationAdapter;
import io.rowandb.client.adapter.RowsCondition;
import io.rowandb.client.service.RegionDirectory.Target;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.region.RowCondition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.regionserver.WrongRegionException;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceCall;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;

/**
 * {@code ClientService.ExecService}: the only supported endpoint, {@code MultiRowMutationService},
 * which changes several rows of a region atomically. As on a cluster, a table has it if its
 * descriptor or the configuration names the coprocessor. Stateless, safe for many threads.
 */
final class EndpointService {
  private static final String SERVICE = "MultiRowMutationService";
  private static final String METHOD = "MutateRows";
  private static final String RESPONSE =
      "org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos$MutateRowsResponse";

  private final RegionDirectory regions;
  private final Nonces nonces;

  /** Whether tables have it that do not name it. */
  private final boolean everywhere;

  EndpointService(RegionDirectory regions, Nonces nonces, boolean everywhere) {
    this.regions = regions;
    this.nonces = nonces;
    this.everywhere = everywhere;
  }

  /** {@code ClientService.ExecService}. */
  CoprocessorServiceResponse execute(CoprocessorServiceRequest request, RpcCall call)
      throws IOException {
    Target target = regions.find(request.getRegion());
    return CoprocessorServiceResponse.newBuilder()
        .setRegion(
            RequestConverter.buildRegionSpecifier(
                RegionSpecifierType.REGION_NAME, target.info().getRegionName()))
        .setValue(answer(target, request.getCall()))
        .build();
  }

  /** Answers a call of an endpoint of one region. */
  NameBytesPair answer(Target target, CoprocessorServiceCall call) throws IOException {
    String service = call.getServiceName();
    if (!service.equals(SERVICE)
        || !(everywhere || target.traits().loads(Coprocessors.MULTI_ROW_MUTATION))) {
      throw unknown(service, target);
    }
    if (!call.getMethodName().equals(METHOD)) {
      throw new UnknownProtocolException(
          "Unknown method " + call.getMethodName() + " called on service " + service);
    }
    boolean processed = mutate(target, MutateRowsRequest.parse(call.getRequest()));
    return NameBytesPair.newBuilder()
        .setName(RESPONSE)
        .setValue(MutateRowsRequest.response(processed))
        .build();
  }

  private boolean mutate(Target target, MutateRowsRequest request) throws IOException {
    target.traits().checkWritable();
    checkRows(target, request.mutations());
    List<RowCondition> conditions = new ArrayList<>(request.conditions().size());
    for (Condition condition : request.conditions()) {
      conditions.add(new RowsCondition(condition, target.traits()));
    }
    // As with one row, a repetition makes the puts and deletes again and nothing else.
    return nonces.once(
        request.nonce(),
        new CellBatch(),
        result -> apply(target, request.mutations(), conditions),
        (result, readPoint) -> {
          List<Mutation> plain = new ArrayList<>(request.mutations());
          plain.removeIf(RepeatedChange::computes);
          return apply(target, plain, conditions);
        });
  }

  private static boolean apply(
      Target target, List<Mutation> mutations, List<RowCondition> conditions) throws IOException {
    return target.region().updateRows(MutationAdapter.all(mutations, target.traits()), conditions);
  }

  /**
   * The first row may be elsewhere because the region moved, and then the client looks again; after
   * that the rows are of several regions, and no new look helps.
   */
  private static void checkRows(Target target, List<Mutation> mutations) throws IOException {
    for (int i = 0; i < mutations.size(); i++) {
      byte[] row = mutations.get(i).getRow();
      if (!target.region().info().range().contains(row)) {
        String message = "Requested row out of range '" + Bytes.printable(row) + "'";
        throw i == 0 ? new WrongRegionException(message) : new DoNotRetryIOException(message);
      }
    }
  }

  /** What a region says about an endpoint that its table did not load. */
  private static UnknownProtocolException unknown(String service, Target target) {
    String message =
        "No registered coprocessor service found for "
            + service
            + " in region "
            + target.info().getRegionNameAsString();
    if (service.equals(SERVICE)) {
      return new UnknownProtocolException(message);
    }
    String reason = message + ": " + Coprocessors.NOT_BUILT;
    UnknownProtocolException refused = new UnknownProtocolException(reason);
    refused.initCause(new UnsupportedOperationException(reason));
    return refused;
  }
}
