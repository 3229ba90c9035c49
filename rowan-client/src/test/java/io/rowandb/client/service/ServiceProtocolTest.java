package io.rowandb.client.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.Rowan;
import io.rowandb.client.adapter.Tags;
import io.rowandb.client.hazard.HazardMode;
import io.rowandb.client.store.SharedStore;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.exceptions.OutOfOrderScannerNextException;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What only other clients than HBase's Java client send: calls by hand. */
class ServiceProtocolTest {
  private static final TableName T = TableName.of("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");

  private SharedStore store;
  private StoreServices services;
  private RegionSpecifier region;

  @BeforeEach
  void open() throws IOException {
    Configuration conf = Rowan.configuration("mem:service-protocol");
    store = SharedStore.acquire(conf);
    services =
        StoreServices.open(
            store.database(),
            store.tableChanges(),
            store.server(),
            ServiceLimits.of(conf),
            HazardMode.OFF);
    store
        .database()
        .createTable(
            new TableDescriptor(T, List.of(FamilyDescriptor.of("f")), Map.of()), List.of());
    region = specifier(store.database().table(T).regions().get(0).info().name());
  }

  @AfterEach
  void close() throws IOException {
    services.close();
    store.close();
  }

  @Test
  void aClientWithoutCellBlocksGetsCellsInTheMessage() throws IOException {
    put("a", "b", "c");
    GetResponse get = (GetResponse) call("Get", get("b"), null, false);
    assertThat(get.getResult().getCellCount()).isEqualTo(1);
    ScanResponse scan = (ScanResponse) call("Scan", open(10).build(), null, false);
    assertThat(scan.getResultsCount()).isEqualTo(3);
    assertThat(scan.getCellsPerResultCount()).isZero();
    assertThat(scan.getMoreResultsInRegion()).isFalse();
  }

  @Test
  void encodedRegionNames() throws IOException {
    put("a");
    String encoded = store.database().table(T).regions().get(0).info().encodedName();
    region =
        RequestConverter.buildRegionSpecifier(
            RegionSpecifierType.ENCODED_REGION_NAME, Bytes.toBytes(encoded));
    GetResponse get = (GetResponse) call("Get", get("a"), null, false);
    assertThat(get.getResult().getCellCount()).isEqualTo(1);
  }

  @Test
  void namesOfNoRegion() {
    region = specifier(Bytes.toBytes("t,,1.00000000000000000000000000000000."));
    assertThatThrownBy(() -> call("Get", get("a"), null, false))
        .isInstanceOf(NotServingRegionException.class);
    region = specifier(Bytes.toBytes("gone,,1.00000000000000000000000000000000."));
    assertThatThrownBy(() -> call("Get", get("a"), null, false))
        .isInstanceOf(NotServingRegionException.class);
    region = specifier(Bytes.toBytes("nonsense"));
    assertThatThrownBy(() -> call("Get", get("a"), null, false))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("nonsense");
  }

  @Test
  void asynchbaseLearnsWhomItTalksTo() throws IOException {
    GetRequest request =
        GetRequest.newBuilder()
            .setRegion(region)
            .setGet(
                ProtobufUtil.toGet(new Get(Bytes.toBytes("a"))).toBuilder()
                    .setClosestRowBefore(true))
            .build();
    assertThatThrownBy(() -> call("Get", request, null, false))
        .isInstanceOf(UnknownProtocolException.class);
  }

  @Test
  void scannersCountTheirCalls() throws IOException {
    put("a", "b", "c");
    ScanResponse opened = (ScanResponse) call("Scan", open(0).build(), null, false);
    long id = opened.getScannerId();
    assertThat(opened.getTtl()).isEqualTo(60_000);
    ScanResponse first = (ScanResponse) call("Scan", next(id, 1, 0).build(), null, false);
    assertThat(first.getResultsCount()).isEqualTo(1);
    assertThat(first.getMoreResultsInRegion()).isTrue();
    assertThatThrownBy(() -> call("Scan", next(id, 1, 0).build(), null, false))
        .isInstanceOf(OutOfOrderScannerNextException.class);
    call("Scan", next(id, 0, 1).setRenew(true).build(), null, false);
    ScanResponse last = (ScanResponse) call("Scan", next(id, 10, 2).build(), null, false);
    assertThat(last.getResultsCount()).isEqualTo(2);
    assertThat(last.getMoreResultsInRegion()).isFalse();
    assertThatThrownBy(() -> call("Scan", next(id, 1, 3).build(), null, false))
        .isInstanceOf(UnknownScannerException.class);
    ScanRequest close = ScanRequest.newBuilder().setScannerId(id).setCloseScanner(true).build();
    call("Scan", close, null, false);
    assertThatThrownBy(() -> call("Scan", ScanRequest.getDefaultInstance(), null, false))
        .isInstanceOf(DoNotRetryIOException.class);
  }

  @Test
  void aScannerEndsWithItsTable() throws IOException {
    put("a", "b", "c");
    ScanResponse opened = (ScanResponse) call("Scan", open(0).build(), null, false);
    store.database().disableTable(T);
    assertThatThrownBy(() -> call("Scan", next(opened.getScannerId(), 1, 0).build(), null, false))
        .isInstanceOf(NotServingRegionException.class);
  }

  /**
   * The cells of all actions come in one sequence: those of a refused region must be stepped over.
   */
  @Test
  void cellsStayWithTheirActionsWhenARegionIsUnknown() throws IOException {
    List<Cell> cells = new ArrayList<>();
    MultiRequest request =
        MultiRequest.newBuilder()
            .addRegionAction(
                group(
                    specifier(Bytes.toBytes("t,x,1.00000000000000000000000000000000.")),
                    cells,
                    false,
                    "x1",
                    "x2"))
            .addRegionAction(group(region, cells, false, "a", "b"))
            .addRegionAction(group(region, cells, true, "c"))
            .build();
    MultiResponse response =
        (MultiResponse) call("Multi", request, CellUtil.createCellScanner(cells), true);
    assertThat(response.getRegionActionResult(0).getException().getName())
        .isEqualTo(NotServingRegionException.class.getName());
    assertThat(response.getRegionActionResult(1).getResultOrExceptionList())
        .hasSize(2)
        .noneMatch(each -> each.hasException());
    assertThat(response.getRegionActionResult(2).getProcessed()).isTrue();
    for (String row : List.of("a", "b", "c")) {
      GetResponse get = (GetResponse) call("Get", get(row), null, false);
      assertThat(get.getResult().getCell(0).getValue().toStringUtf8()).isEqualTo("value of " + row);
    }
  }

  /** What a client does when the answer to an increment was lost on the way. */
  @Test
  void aRepeatedIncrementIsMadeOnceAndAnsweredAlike() throws IOException {
    assertThat(increment(1, 7)).isEqualTo(1);
    assertThat(increment(1, 8)).isEqualTo(2);
    assertThat(increment(1, 7)).isEqualTo(1);
    assertThat(increment(2, 7)).isEqualTo(3);
  }

  @Test
  void aRepeatedIncrementOfABatchIsMadeOnce() throws IOException {
    for (int i = 0; i < 2; i++) {
      MultiRequest request =
          MultiRequest.newBuilder()
              .setNonceGroup(1)
              .addRegionAction(
                  RegionAction.newBuilder()
                      .setRegion(region)
                      .addAction(Action.newBuilder().setIndex(0).setMutation(incrementOf(7))))
              .build();
      MultiResponse response = (MultiResponse) call("Multi", request, null, false);
      assertThat(response.getRegionActionResult(0).getResultOrException(0).getResult().getCell(0))
          .extracting(cell -> Bytes.toLong(cell.getValue().toByteArray()))
          .isEqualTo(1L);
    }
  }

  @Test
  void ofARepeatedGroupOnlyPutsAreMadeAgain() throws IOException {
    Put put = new Put(Bytes.toBytes("n")).addColumn(F, Bytes.toBytes("p"), Bytes.toBytes("v"));
    for (int i = 0; i < 2; i++) {
      MultiRequest request =
          MultiRequest.newBuilder()
              .setNonceGroup(1)
              .addRegionAction(
                  RegionAction.newBuilder()
                      .setRegion(region)
                      .setAtomic(true)
                      .addAction(Action.newBuilder().setIndex(0).setMutation(incrementOf(7)))
                      .addAction(
                          Action.newBuilder()
                              .setIndex(1)
                              .setMutation(ProtobufUtil.toMutation(MutationType.PUT, put))))
              .build();
      MultiResponse response = (MultiResponse) call("Multi", request, null, false);
      assertThat(response.getRegionActionResult(0).getProcessed()).isTrue();
    }
    GetResponse get = (GetResponse) call("Get", get("n"), null, false);
    assertThat(get.getResult().getCellList())
        .extracting(cell -> cell.getQualifier().toStringUtf8())
        .containsExactly("p", "q");
    assertThat(Bytes.toLong(get.getResult().getCell(1).getValue().toByteArray())).isEqualTo(1);
  }

  private long increment(long group, long nonce) throws IOException {
    MutateRequest request =
        MutateRequest.newBuilder()
            .setRegion(region)
            .setNonceGroup(group)
            .setMutation(incrementOf(nonce))
            .build();
    MutateResponse response = (MutateResponse) call("Mutate", request, null, false);
    return Bytes.toLong(response.getResult().getCell(0).getValue().toByteArray());
  }

  private static MutationProto incrementOf(long nonce) throws IOException {
    Increment increment = new Increment(Bytes.toBytes("n")).addColumn(F, Q, 1);
    return ProtobufUtil.toMutation(MutationType.INCREMENT, increment, nonce);
  }

  @Test
  void servicesThatDoNotExist() {
    services.close();
    assertThatThrownBy(() -> call("Get", get("a"), null, false))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("closed");
  }

  private static RegionAction group(
      RegionSpecifier region, List<Cell> cells, boolean atomic, String... rows) throws IOException {
    RegionAction.Builder group = RegionAction.newBuilder().setRegion(region).setAtomic(atomic);
    int index = 0;
    for (String row : rows) {
      Put put = new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes("value of " + row));
      cells.addAll(put.getFamilyCellMap().get(F));
      group.addAction(
          Action.newBuilder()
              .setIndex(index++)
              .setMutation(ProtobufUtil.toMutationNoData(MutationType.PUT, put)));
    }
    return group.build();
  }

  private void put(String... rows) throws IOException {
    List<Cell> cells = new ArrayList<>();
    MultiRequest request =
        MultiRequest.newBuilder().addRegionAction(group(region, cells, false, rows)).build();
    call("Multi", request, CellUtil.createCellScanner(cells), true);
  }

  private GetRequest get(String row) throws IOException {
    return GetRequest.newBuilder()
        .setRegion(region)
        .setGet(ProtobufUtil.toGet(new Get(Bytes.toBytes(row))))
        .build();
  }

  private ScanRequest.Builder open(int rows) throws IOException {
    return ScanRequest.newBuilder()
        .setRegion(region)
        .setScan(ProtobufUtil.toScan(new Scan()))
        .setNumberOfRows(rows);
  }

  private static ScanRequest.Builder next(long id, int rows, long number) {
    return ScanRequest.newBuilder().setScannerId(id).setNumberOfRows(rows).setNextCallSeq(number);
  }

  private static RegionSpecifier specifier(byte[] name) {
    return RequestConverter.buildRegionSpecifier(RegionSpecifierType.REGION_NAME, name);
  }

  private Message call(String method, Message request, CellScanner cells, boolean cellBlocks)
      throws IOException {
    return services.call(
        ClientService.getDescriptor().findMethodByName(method),
        request,
        new RpcCall(cells, cellBlocks, Tags.DROPPED));
  }
}
