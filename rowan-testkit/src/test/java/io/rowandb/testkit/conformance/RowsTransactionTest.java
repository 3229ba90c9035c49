package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ServiceException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Several rows of one region changed as one, by the endpoint that HBase has for it. */
@Needs(value = Capability.FULL_CLIENT, because = "endpoints are called through a client")
class RowsTransactionTest extends ConformanceTest {
  private static final String ENDPOINT =
      "org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  @Test
  void f108_rowsAreChangedTogether() throws Exception {
    createWithEndpoint();
    table.put(put("b", "f:q=old"));
    boolean processed =
        mutate(
            request(
                new Put(bytes("a")).addColumn(F, Q, bytes("1")),
                new Delete(bytes("b")).addColumns(F, Q),
                new Put(bytes("c")).addColumn(F, Q, bytes("3"))));
    assertThat(processed).isTrue();
    assertThat(keys(new Scan())).isEqualTo("a c");
  }

  @Test
  void f108_allCellsGetOneTime() throws Exception {
    createWithEndpoint();
    mutate(
        request(
            new Put(bytes("a")).addColumn(F, Q, bytes("1")),
            new Put(bytes("b")).addColumn(F, Q, bytes("2"))));
    long first = table.get(new Get(bytes("a"))).rawCells()[0].getTimestamp();
    assertThat(table.get(new Get(bytes("b"))).rawCells()[0].getTimestamp()).isEqualTo(first);
  }

  @Test
  void f108_incrementsAndAppendsBelongToIt() throws Exception {
    createWithEndpoint();
    table.put(new Put(bytes("a")).addColumn(F, Q, Bytes.toBytes(40L)));
    table.put(put("b", "f:q=x"));
    mutate(
        request(
            new Increment(bytes("a")).addColumn(F, Q, 2),
            new Append(bytes("b")).addColumn(F, Q, bytes("y"))));
    assertThat(Bytes.toLong(table.get(new Get(bytes("a"))).value())).isEqualTo(42);
    assertThat(value(table.get(new Get(bytes("b"))))).isEqualTo("xy");
  }

  @Test
  void f108_nothingIsChangedWhenOneIsRefused() throws Exception {
    createWithEndpoint();
    assertThatThrownBy(
            () ->
                mutate(
                    request(
                        new Put(bytes("a")).addColumn(F, Q, bytes("1")),
                        new Put(bytes("b")).addColumn(bytes("none"), Q, bytes("2")))))
        .hasCauseInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(keys(new Scan())).isEmpty();
  }

  @Test
  void f108_rowsOfAnotherRegionAreRefused() throws Exception {
    createWithEndpoint("m");
    assertThatThrownBy(
            () ->
                mutate(
                    request(
                        new Put(bytes("a")).addColumn(F, Q, bytes("1")),
                        new Put(bytes("x")).addColumn(F, Q, bytes("2")))))
        .cause()
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("Requested row out of range 'x'");
    assertThat(keys(new Scan())).isEmpty();
  }

  @Test
  void f108_conditionsOfOtherRowsAreChecked() throws Exception {
    createWithEndpoint();
    table.put(put("lock", "f:q=free"));
    Put taken = new Put(bytes("lock")).addColumn(F, Q, bytes("taken"));
    Put work = new Put(bytes("a")).addColumn(F, Q, bytes("1"));
    Condition free = condition("lock", CompareOperator.EQUAL, "free");
    assertThat(mutate(request(taken, work).toBuilder().addCondition(free).build())).isTrue();
    Put again = new Put(bytes("a")).addColumn(F, Q, bytes("2"));
    assertThat(mutate(request(taken, again).toBuilder().addCondition(free).build())).isFalse();
    assertThat(value(table.get(new Get(bytes("a"))))).isEqualTo("1");
  }

  @Test
  void f108_anEmptyArgumentMeansAbsentOrEmptyWhateverTheOperator() throws Exception {
    createWithEndpoint();
    Put put = new Put(bytes("a")).addColumn(F, Q, bytes("1"));
    for (CompareOperator operator : List.of(CompareOperator.EQUAL, CompareOperator.NOT_EQUAL)) {
      Condition nothing = condition("none", operator, "");
      assertThat(mutate(request(put).toBuilder().addCondition(nothing).build())).isTrue();
    }
    table.put(put("full", "f:q=x"));
    Condition full = condition("full", CompareOperator.NOT_EQUAL, "");
    assertThat(mutate(request(put).toBuilder().addCondition(full).build())).isFalse();
  }

  @Test
  void f108_theArgumentStandsBeforeTheOperator() throws Exception {
    createWithEndpoint();
    table.put(put("c", "f:q=m"));
    Put put = new Put(bytes("a")).addColumn(F, Q, bytes("1"));
    Condition less = condition("c", CompareOperator.LESS, "a");
    Condition greater = condition("c", CompareOperator.GREATER, "a");
    assertThat(mutate(request(put).toBuilder().addCondition(less).build())).isTrue();
    assertThat(mutate(request(put).toBuilder().addCondition(greater).build())).isFalse();
  }

  @Test
  void f108_aTableWithoutTheEndpointDoesNotKnowIt() throws IOException {
    create("f");
    assertThatThrownBy(() -> mutate(request(new Put(bytes("a")).addColumn(F, Q, bytes("1")))))
        .cause()
        .isInstanceOf(UnknownProtocolException.class)
        .hasMessageContaining(
            "No registered coprocessor service found for MultiRowMutationService in region "
                + name);
  }

  private void createWithEndpoint(String... splits) throws IOException {
    byte[][] keys = new byte[splits.length][];
    for (int i = 0; i < splits.length; i++) {
      keys[i] = bytes(splits[i]);
    }
    admin.createTable(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(family("f").build())
            .setCoprocessor(ENDPOINT)
            .build(),
        splits.length == 0 ? null : keys);
    table = connection.getTable(name);
  }

  private boolean mutate(MutateRowsRequest request) throws ServiceException {
    byte[] row = request.getMutationRequest(0).getRow().toByteArray();
    return MultiRowMutationService.newBlockingStub(table.coprocessorService(row))
        .mutateRows(null, request)
        .getProcessed();
  }

  private static MutateRowsRequest request(Mutation... mutations) throws IOException {
    MutateRowsRequest.Builder request = MutateRowsRequest.newBuilder();
    for (Mutation mutation : mutations) {
      request.addMutationRequest(ProtobufUtil.toMutation(type(mutation), mutation));
    }
    return request.build();
  }

  private static MutationType type(Mutation mutation) {
    return MutationType.valueOf(mutation.getClass().getSimpleName().toUpperCase(Locale.ROOT));
  }

  private static Condition condition(String row, CompareOperator operator, String value)
      throws IOException {
    return ProtobufUtil.toCondition(
        bytes(row), F, Q, operator, bytes(value), null, TimeRange.allTime());
  }
}
