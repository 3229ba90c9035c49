package io.rowandb.client.quota;

import io.rowandb.client.adapter.ResultAdapter;
import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
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
 * name of what is limited; {@code q:s} holds the limits. A user's row can also have limits for one
 * table ({@code q:s.table}) or namespace ({@code q:s.namespace:}). Stateless; safe for many
 * threads.
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

  /**
   * Where limits are.
   *
   * @param row the key
   * @param column the qualifier
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Place(byte[] row, byte[] column) {}

  /** The limits of a table. */
  public static Place ofTable(TableName table) {
    return new Place(bytes("t." + table.fullName()), SETTINGS);
  }

  /** The limits of a namespace. */
  public static Place ofNamespace(String namespace) {
    return new Place(bytes("n." + namespace), SETTINGS);
  }

  /** The limits of region servers. */
  public static Place ofServers(String name) {
    return new Place(bytes("r." + name), SETTINGS);
  }

  /** The limits of a user. */
  public static Place ofUser(String user) {
    return new Place(bytes("u." + user), SETTINGS);
  }

  /** The limits of a user in a table. */
  public static Place ofUser(String user, TableName table) {
    return new Place(bytes("u." + user), bytes("s." + table.fullName()));
  }

  /** The limits of a user in a namespace. */
  public static Place ofUser(String user, String namespace) {
    return new Place(bytes("u." + user), bytes("s." + namespace + ":"));
  }

  /** The limits at a place; none when there is nothing. */
  public static Quotas read(Database database, Place place) throws IOException {
    CellBatch cells = new CellBatch();
    database.table(TABLE).locate(place.row()).get(ScanSpec.get(place.row()).build(), cells);
    byte[] value = ResultAdapter.result(cells).getValue(FAMILY, place.column());
    if (value == null) {
      return Quotas.getDefaultInstance();
    }
    int magic = ProtobufUtil.lengthOfPBMagic();
    return Quotas.parser().parseFrom(value, magic, value.length - magic);
  }

  /** Writes limits at a place to disk; an empty set deletes the existing ones. */
  public static void write(Database database, Place place, Quotas quotas) throws IOException {
    boolean none = quotas.getAllFields().isEmpty();
    RowMutation mutation =
        new RowMutation()
            .reset(
                none ? RowMutation.Kind.DELETE : RowMutation.Kind.PUT,
                place.row(),
                Durability.FSYNC_WAL);
    mutation.add(
        FAMILY,
        place.column(),
        Cell.LATEST_TIMESTAMP,
        none ? CellType.DELETE_COLUMN : CellType.PUT,
        none ? NOTHING : ProtobufUtil.prependPBMagic(quotas.toByteArray()),
        NOTHING);
    database.table(TABLE).locate(place.row()).write(mutation);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
