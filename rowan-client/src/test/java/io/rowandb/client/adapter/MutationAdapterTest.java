package io.rowandb.client.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.filter.FilterLimit;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.cell.Bytes;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellCodec;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.RowMutation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MutationAdapterTest {
  private static final TableTraits TABLE = traits(Map.of(), false);

  @Test
  void aPutKeepsItsCellsInTheOrderOfFamiliesAndCalls() {
    Put put =
        new Put(bytes("r"))
            .addColumn(bytes("g"), bytes("q"), 5, bytes("v1"))
            .addColumn(bytes("f"), bytes("b"), bytes("v2"))
            .addColumn(bytes("f"), bytes("a"), 7, bytes(""));

    assertThat(cells(put, TABLE))
        .extracting(Cell::toString)
        .containsExactly(
            "r/f:b/9223372036854775807/Put/vlen=2/seqid=0",
            "r/f:a/7/Put/vlen=0/seqid=0",
            "r/g:q/5/Put/vlen=2/seqid=0");
  }

  @Test
  void aCellOfAnotherImplementationIsWrittenByParts() throws IOException {
    Put put =
        new Put(bytes("row"))
            .add(
                CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
                    .setRow(bytes("row"))
                    .setFamily(bytes("f"))
                    .setQualifier(bytes("q"))
                    .setTimestamp(9)
                    .setType(org.apache.hadoop.hbase.Cell.Type.Put)
                    .setValue(bytes("value"))
                    .build());

    Cell cell = cells(put, TABLE).get(0);

    assertThat(CellCodec.check(cell.array(), cell.offset(), cell.length())).isNull();
    assertThat(cell).hasToString("row/f:q/9/Put/vlen=5/seqid=0");
    assertThat(cell.value()).isEqualTo(bytes("value"));
  }

  @Test
  void aTimeToLiveBecomesTheTagHBaseWrites() {
    Put put = new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), 1, bytes("v"));
    put.setTTL(1234);

    Cell cell = cells(put, TABLE).get(0);

    assertThat(CellCodec.check(cell.array(), cell.offset(), cell.length())).isNull();
    assertThat(cell.tagsLength()).isEqualTo(11);
    assertThat(Bytes.getUnsignedShort(cell.array(), cell.tagsOffset())).isEqualTo(9);
    assertThat(cell.array()[cell.tagsOffset() + 2]).isEqualTo((byte) 8);
    assertThat(Bytes.getLong(cell.array(), cell.tagsOffset() + 3)).isEqualTo(1234);
  }

  /** Each tag has two bytes of length, which count its type; {@code 4} is a type of its own. */
  @ParameterizedTest
  @CsvSource({
    "0001, at byte 0 of 2: a tag of 1 bytes",
    "0000, at byte 0 of 2: a tag of 0 bytes",
    "00050401, at byte 0 of 4: a tag of 5 bytes",
    "00010400, at byte 3 of 4: no room for a length",
    "000104ffff08, at byte 3 of 6: a tag of 65535 bytes"
  })
  void tagsThatDoNotFillTheirBytesAreRefused(String tags, String fault) throws IOException {
    Put put = new Put(bytes("r"));
    put.add(tagged(HexFormat.of().parseHex(tags))).setTTL(1234);
    assertThatThrownBy(() -> cells(put, TABLE.withTags(Tags.CARRIED)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void aTimeToLiveTakesThePlaceOfTheCellsOwn() throws IOException {
    Put put = new Put(bytes("r"));
    byte[] own = HexFormat.of().parseHex("00020401" + "0009080000000000000001" + "00010a");
    put.add(tagged(own)).setTTL(0x1234);
    Cell cell = cells(put, TABLE.withTags(Tags.CARRIED)).get(0);
    byte[] stored =
        Arrays.copyOfRange(cell.array(), cell.tagsOffset(), cell.tagsOffset() + cell.tagsLength());
    assertThat(HexFormat.of().formatHex(stored))
        .isEqualTo("00020401" + "00010a" + "0009080000000000001234");
  }

  private static KeyValue tagged(byte[] tags) {
    return new KeyValue(bytes("r"), bytes("f"), bytes("q"), 1, KeyValue.Type.Put, bytes("v"), tags);
  }

  @Test
  void aDeleteWithoutColumnsMarksEveryFamily() {
    assertThat(cells(new Delete(bytes("r"), 42), TABLE))
        .extracting(Cell::toString)
        .containsExactly(
            "r/f:/42/DeleteFamily/vlen=0/seqid=0", "r/g:/42/DeleteFamily/vlen=0/seqid=0");
  }

  @Test
  void everyKindOfDeleteKeepsItsType() {
    Delete delete =
        new Delete(bytes("r"))
            .addColumn(bytes("f"), bytes("a"), 1)
            .addColumns(bytes("f"), bytes("b"), 2)
            .addFamily(bytes("g"), 3)
            .addFamilyVersion(bytes("g"), 4);

    assertThat(cells(delete, TABLE))
        .extracting(Cell::type)
        .containsExactly(
            CellType.DELETE,
            CellType.DELETE_COLUMN,
            CellType.DELETE_FAMILY,
            CellType.DELETE_FAMILY_VERSION);
  }

  @Test
  void incrementsAndAppendsBringTheirRangeAndWhetherTheResultIsWanted() throws IOException {
    Increment increment = new Increment(bytes("r")).addColumn(bytes("f"), bytes("q"), 3);
    increment.setTimeRange(10, 20).setReturnResults(false);
    RowMutation mutation = MutationAdapter.fill(increment, TABLE, new RowMutation());
    assertThat(mutation.kind()).isEqualTo(RowMutation.Kind.INCREMENT);
    assertThat(mutation.minTimestamp()).isEqualTo(10);
    assertThat(mutation.maxTimestamp()).isEqualTo(20);
    assertThat(mutation.returnsResult()).isFalse();

    Append append = new Append(bytes("r")).addColumn(bytes("f"), bytes("q"), bytes("x"));
    mutation = MutationAdapter.fill(append, TABLE, mutation);
    assertThat(mutation.kind()).isEqualTo(RowMutation.Kind.APPEND);
    assertThat(mutation.maxTimestamp()).isEqualTo(Long.MAX_VALUE);
    assertThat(mutation.returnsResult()).isTrue();
  }

  @Test
  void rowMutationsKeepTheirOrder() throws IOException {
    RowMutations both = new RowMutations(bytes("r"));
    both.add(
        List.<Mutation>of(
            new Delete(bytes("r")).addFamily(bytes("f")),
            new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), bytes("v"))));

    assertThat(MutationAdapter.all(both, TABLE))
        .extracting(RowMutation::kind)
        .containsExactly(RowMutation.Kind.DELETE, RowMutation.Kind.PUT);
  }

  @Test
  void theDefaultDurabilityIsTheTablesThenTheStores() {
    Put put = new Put(bytes("r")).addColumn(bytes("f"), bytes("q"), bytes("v"));
    assertThat(durability(put, TABLE)).isEqualTo(io.rowandb.engine.cell.Durability.SYNC_WAL);
    assertThat(durability(put, traits(Map.of(), true)))
        .isEqualTo(io.rowandb.engine.cell.Durability.FSYNC_WAL);
    TableTraits async = traits(Map.of("DURABILITY", "ASYNC_WAL"), true);
    assertThat(durability(put, async)).isEqualTo(io.rowandb.engine.cell.Durability.ASYNC_WAL);
    put.setDurability(Durability.SKIP_WAL);
    assertThat(durability(put, async)).isEqualTo(io.rowandb.engine.cell.Durability.SKIP_WAL);
  }

  private static io.rowandb.engine.cell.Durability durability(Put put, TableTraits table) {
    return MutationAdapter.fill(put, table, new RowMutation()).durability();
  }

  private static List<Cell> cells(Mutation mutation, TableTraits table) {
    RowMutation filled = MutationAdapter.fill(mutation, table, new RowMutation());
    List<Cell> cells = new ArrayList<>();
    for (int at = 0; at < filled.limit(); ) {
      int length = Bytes.getInt(filled.buffer(), at);
      cells.add(new Cell().set(filled.buffer(), at + 4, length, 0));
      at += 4 + length;
    }
    assertThat(cells).hasSize(filled.cellCount());
    return cells;
  }

  private static TableTraits traits(Map<String, String> attributes, boolean forceByDefault) {
    return TableTraits.of(
        new TableDescriptor(
            TableName.of("t"),
            List.of(FamilyDescriptor.of("f"), FamilyDescriptor.of("g")),
            attributes),
        forceByDefault,
        FilterLimit.NONE);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
