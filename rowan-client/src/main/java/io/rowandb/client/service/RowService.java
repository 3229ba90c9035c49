package io.rowandb.client.service;

import io.rowandb.client.adapter.ConditionAdapter;
import io.rowandb.client.adapter.MutationAdapter;
import io.rowandb.client.adapter.ResultAdapter;
import io.rowandb.client.adapter.ScanAdapter;
import io.rowandb.client.service.Nonces.Nonce;
import io.rowandb.client.service.RegionDirectory.Target;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.region.RowCondition;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;

/**
 * Reads and changes of one row: {@code Get} and {@code Mutate}, and the single operations from
 * which {@link MultiService} is built. Stateless, safe for many threads.
 */
final class RowService {
  private final RegionDirectory regions;
  private final Nonces nonces;

  RowService(RegionDirectory regions, Nonces nonces) {
    this.regions = regions;
    this.nonces = nonces;
  }

  /** {@code ClientService.Get}. */
  GetResponse get(GetRequest request, RpcCall call) throws IOException {
    Result result = get(regions.find(request.getRegion(), call), request.getGet());
    return GetResponse.newBuilder().setResult(respond(result, call)).build();
  }

  /** {@code ClientService.Mutate}. */
  MutateResponse mutate(MutateRequest request, RpcCall call) throws IOException {
    Target target = regions.find(request.getRegion(), call);
    MutationProto mutation = request.getMutation();
    CellScanner cells = call.requestCells();
    Nonce nonce = ProtoMutations.nonce(request.getNonceGroup(), mutation);
    MutateResponse.Builder response = MutateResponse.newBuilder();
    if (request.hasCondition()) {
      CheckAndMutate check =
          ProtobufUtil.toCheckAndMutate(
              ProtoFilters.checked(request.getCondition()), mutation, cells);
      Outcome outcome = check(target, check, nonce);
      response.setProcessed(outcome.applied());
      return outcome.result() == null
          ? response.build()
          : response.setResult(respond(outcome.result(), call)).build();
    }
    Mutation change = ProtoMutations.read(mutation, cells);
    if (ProtoMutations.isPlain(mutation)) {
      target.traits().checkWritable();
      target.region().write(MutationAdapter.fill(change, target.traits(), new RowMutation()));
      return response.setProcessed(true).build();
    }
    return response.setResult(respond(update(target, List.of(change), nonce), call)).build();
  }

  /** Reads one row. */
  Result get(Target target, ClientProtos.Get request) throws IOException {
    if (request.getClosestRowBefore()) {
      // asynchbase asks so first, and by this very exception learns that it talks to HBase 2.
      throw new UnknownProtocolException(
          "Closest row before is not in HBase 2; a reversed scan takes its place");
    }
    Get get = ProtobufUtil.toGet(ProtoFilters.checked(request));
    CellBatch cells = new CellBatch();
    target.region().get(ScanAdapter.spec(get, target.traits()), cells);
    return get.isCheckExistenceOnly()
        ? ResultAdapter.existence(!cells.isEmpty())
        : ResultAdapter.result(cells, target.traits());
  }

  /** Applies changes of one row as one; the result holds the new cells that were asked for. */
  Result update(Target target, List<Mutation> changes, Nonce nonce) throws IOException {
    CellBatch cells = new CellBatch();
    update(target, changes, null, nonce, cells);
    return ResultAdapter.result(cells, target.traits());
  }

  /**
   * How a check-and-mutate ended.
   *
   * @param applied whether the condition held
   * @param result the new cells of increments and appends, or null if there were none of those
   */
  record Outcome(boolean applied, Result result) {}

  /** Applies a check-and-mutate. */
  Outcome check(Target target, CheckAndMutate check, Nonce nonce) throws IOException {
    Row action = check.getAction();
    List<Mutation> changes =
        action instanceof RowMutations all ? all.getMutations() : List.of((Mutation) action);
    CellBatch cells = new CellBatch();
    RowCondition condition = new ConditionAdapter(check, target.traits());
    boolean applied = update(target, changes, condition, nonce, cells);
    boolean computes = applied && changes.stream().anyMatch(RepeatedChange::computes);
    return new Outcome(applied, computes ? ResultAdapter.result(cells, target.traits()) : null);
  }

  private boolean update(
      Target target, List<Mutation> changes, RowCondition condition, Nonce nonce, CellBatch cells)
      throws IOException {
    target.traits().checkWritable();
    RepeatedChange repeated = new RepeatedChange(target, changes, condition);
    return nonces.once(
        nonce,
        cells,
        result ->
            target
                .region()
                .update(MutationAdapter.all(changes, target.traits()), condition, result),
        repeated::answer);
  }

  /** Puts a result where the caller wants it: cells beside the message or in it. */
  private static ClientProtos.Result respond(Result result, RpcCall call) {
    if (!call.takesCellBlocks()) {
      return ProtobufUtil.toResult(result);
    }
    if (result.getExists() == null) {
      call.respondCells(result.cellScanner());
    }
    return ProtobufUtil.toResultNoData(result);
  }
}
