package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTable.CoprocessorCallback;
import org.apache.hadoop.hbase.client.AsyncTable.CoprocessorServiceBuilder;
import org.apache.hadoop.hbase.client.AsyncTable.PartialResultCoprocessorCallback;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ServiceCaller;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils.BlockingRpcCallback;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.apache.hadoop.hbase.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsResponse;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every way to call a table's endpoints, shown with the one endpoint that every back end has. */
@Needs(value = Capability.ASYNC, because = "endpoints are called through a client")
class EndpointTest extends ConformanceTest {
  private static final String ENDPOINT =
      "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  private AsyncConnection async;

  @BeforeEach
  void openAsync() throws IOException {
    async = backend.openAsync();
    admin.createTable(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(family("f").build())
            .setCoprocessor(ENDPOINT)
            .build(),
        new byte[][] {bytes("m")});
    table = connection.getTable(name);
  }

  @AfterEach
  void closeAsync() throws IOException {
    async.close();
  }

  private static MutateRowsRequest request(String... rows) throws IOException {
    MutateRowsRequest.Builder request = MutateRowsRequest.newBuilder();
    for (String row : rows) {
      Put put = new Put(bytes(row)).addColumn(F, Q, 1, bytes("v"));
      request.addMutationRequest(ProtobufUtil.toMutation(MutationType.PUT, put));
    }
    return request.build();
  }

  /** Makes nothing, in whichever region it comes to. */
  private static final Batch.Call<MultiRowMutationService, Boolean> NOTHING =
      service -> {
        ServerRpcController controller = new ServerRpcController();
        BlockingRpcCallback<MutateRowsResponse> answer = new BlockingRpcCallback<>();
        service.mutateRows(controller, MutateRowsRequest.getDefaultInstance(), answer);
        controller.checkFailed();
        return answer.get() != null;
      };

  @Test
  void f108_everyRegionOfARangeIsCalled() throws Throwable {
    Map<byte[], Boolean> answers =
        table.coprocessorService(MultiRowMutationService.class, null, null, NOTHING);
    assertThat(answers).hasSize(2);
    assertThat(answers.values()).containsOnly(true);
    List<String> regions = new ArrayList<>();
    table.coprocessorService(
        MultiRowMutationService.class,
        bytes("n"),
        bytes("z"),
        NOTHING,
        (region, row, answer) -> regions.add(Bytes.toStringBinary(region)));
    assertThat(regions).singleElement().asString().startsWith(name + ",m,");
  }

  /** It asks for the service by its name in protobuf, under which no region has this one. */
  @Test
  void f108_aBatchOfCallsAsksByTheLongName() {
    var method = MultiRowMutationService.getDescriptor().findMethodByName("MutateRows");
    MutateRowsRequest nothing = MutateRowsRequest.getDefaultInstance();
    MutateRowsResponse prototype = MutateRowsResponse.getDefaultInstance();
    assertThat(
            Refusals.of(
                () -> table.batchCoprocessorService(method, nothing, null, null, prototype),
                () ->
                    table.batchCoprocessorService(
                        method,
                        nothing,
                        bytes("a"),
                        bytes("b"),
                        prototype,
                        (region, row, answer) -> {})))
        .containsExactly(
            "RetriesExhaustedWithDetailsException", "RetriesExhaustedWithDetailsException");
  }

  private static ServiceCaller<MultiRowMutationService, MutateRowsResponse> caller(
      MutateRowsRequest request) {
    return (service, controller, done) -> service.mutateRows(controller, request, done);
  }

  @Test
  void f108_theAsynchronousTableCallsOneRegion() throws IOException {
    MutateRowsResponse answer =
        async
            .getTable(name)
            .coprocessorService(
                MultiRowMutationService::newStub, caller(request("n", "o")), bytes("n"))
            .join();
    assertThat(answer.getProcessed()).isTrue();
    assertThat(keys(new Scan())).isEqualTo("n o");
  }

  @Test
  void f108_theAsynchronousTableCallsARange() throws Exception {
    Answers all = new Answers();
    builder(all).execute();
    all.complete.get(1, TimeUnit.MINUTES);
    assertThat(all.byStart).hasSize(2);
    Answers low = new Answers();
    builder(low).fromRow(bytes("a")).toRow(bytes("m")).execute();
    low.complete.get(1, TimeUnit.MINUTES);
    assertThat(low.byStart).containsOnlyKeys("");
    Answers both = new Answers();
    builder(both).fromRow(bytes("a"), true).toRow(bytes("m"), true).execute();
    both.complete.get(1, TimeUnit.MINUTES);
    assertThat(both.byStart).containsOnlyKeys("", "m");
  }

  private CoprocessorServiceBuilder<MultiRowMutationService, MutateRowsResponse> builder(
      Answers answers) {
    return async
        .getTable(name)
        .coprocessorService(
            MultiRowMutationService::newStub,
            caller(MutateRowsRequest.getDefaultInstance()),
            answers);
  }

  @Test
  void f108_aCallbackMayAskOnOrWait() throws Exception {
    Partial partial = new Partial();
    AsyncTable<?> rows = async.getTable(name);
    rows.coprocessorService(
            MultiRowMutationService::newStub,
            caller(MutateRowsRequest.getDefaultInstance()),
            partial)
        .execute();
    partial.complete.get(1, TimeUnit.MINUTES);
    assertThat(partial.byStart).containsOnlyKeys("", "m");
  }

  @Test
  void anEndpointThatTheTableDoesNotHave() throws IOException {
    drop(name);
    create("f");
    Throwable refused =
        catchThrowable(
            () ->
                async
                    .getTable(name)
                    .coprocessorService(
                        MultiRowMutationService::newStub, caller(request("n")), bytes("n"))
                    .join());
    assertThat(refused)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(UnknownProtocolException.class);
  }

  /** What the regions answered, by their start keys. */
  private static class Answers implements CoprocessorCallback<MutateRowsResponse> {
    final Map<String, Boolean> byStart = new TreeMap<>();
    final CompletableFuture<Void> complete = new CompletableFuture<>();

    @Override
    public synchronized void onRegionComplete(RegionInfo region, MutateRowsResponse answer) {
      byStart.put(Bytes.toString(region.getStartKey()), answer.getProcessed());
    }

    @Override
    public synchronized void onRegionError(RegionInfo region, Throwable error) {
      complete.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      complete.complete(null);
    }

    @Override
    public void onError(Throwable error) {
      complete.completeExceptionally(error);
    }
  }

  /** Asks no region twice. */
  private static final class Partial extends Answers
      implements PartialResultCoprocessorCallback<MultiRowMutationService, MutateRowsResponse> {
    @Override
    public ServiceCaller<MultiRowMutationService, MutateRowsResponse> getNextCallable(
        MutateRowsResponse answer, RegionInfo region) {
      return null;
    }

    @Override
    public java.time.Duration getWaitInterval(MutateRowsResponse answer, RegionInfo region) {
      return java.time.Duration.ZERO;
    }
  }
}
