package io.rowandb.client.quota;

import io.rowandb.client.adapter.ResultAdapter;
import io.rowandb.engine.Database;
import io.rowandb.engine.FamilyDescriptor;
import io.rowandb.engine.TableDescriptor;
import io.rowandb.engine.TableName;
import io.rowandb.engine.cell.Cell;
import io.rowandb.engine.cell.CellBatch;
import io.rowandb.engine.cell.CellType;
import io.rowandb.engine.cell.Durability;
import io.rowandb.engine.cell.RowMutation;
import io.rowandb.engine.scan.ScanSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.QuotaProtos.Quotas;

/**
 * The rows of {@code hbase:quota}, as HBase's client reads them: the key is a letter, a dot and the
 * name of what is limited; {@code q:s} holds the limits. Without state; safe for many threads.
 */
public final class QuotaRows {
  /** HBase's table of quotas; it exists from the first quota on. */
  public static final TableName TABLE = TableName.of("hbase:quota");

  private static final byte[] FAMILY = bytes("q");
  private static final byte[] SETTINGS = bytes("s");
  private static final byte[] NOTHING = new byte[0];

  private QuotaRows() {}

  /** What the table is made as: a family for limits, and one that would hold usage. */
  public static TableDescriptor descriptor() {
    return new TableDescriptor(
        TABLE, List.of(FamilyDescriptor.of("q"), FamilyDescriptor.of("u")), Map.of());
  }

  /** The row of a table. */
  public static byte[] ofTable(TableName table) {
    return bytes("t." + table.fullName());
  }

  /** The row of a namespace. */
  public static byte[] ofNamespace(String namespace) {
    return bytes("n." + namespace);
  }

  /** The row of region servers. */
  public static byte[] ofServers(String name) {
    return bytes("r." + name);
  }

  /** The limits in a row; none when there is no such row. */
  public static Quotas read(Database database, byte[] row) throws IOException {
    CellBatch cells = new CellBatch();
    database.table(TABLE).locate(row).get(ScanSpec.get(row).build(), cells);
    byte[] value = ResultAdapter.result(cells).getValue(FAMILY, SETTINGS);
    if (value == null) {
      return Quotas.getDefaultInstance();
    }
    int magic = ProtobufUtil.lengthOfPBMagic();
    return Quotas.parser().parseFrom(value, magic, value.length - magic);
  }

  /** Puts limits into a row, on disk; none delete it. */
  public static void write(Database database, byte[] row, Quotas quotas) throws IOException {
    boolean none = quotas.getAllFields().isEmpty();
    RowMutation mutation =
        new RowMutation()
            .reset(
                none ? RowMutation.Kind.DELETE : RowMutation.Kind.PUT, row, Durability.FSYNC_WAL);
    mutation.add(
        FAMILY,
        SETTINGS,
        Cell.LATEST_TIMESTAMP,
        none ? CellType.DELETE_COLUMN : CellType.PUT,
        none ? NOTHING : ProtobufUtil.prependPBMagic(quotas.toByteArray()),
        NOTHING);
    database.table(TABLE).locate(row).write(mutation);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
