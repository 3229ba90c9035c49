package org.hbase.async;

import com.stumbleupon.async.Deferred;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * Lets OpenTSDB's classes use the tables of a connection of HBase's client, at once and by the
 * caller's thread: the double of a class that cannot be extended. It has what trees need.
 */
@SuppressWarnings("NonApiType") // signatures that OpenTSDB calls
public final class HBaseClient {
  /** As of the class that this one stands for. */
  public static final byte[] EMPTY_ARRAY = {};

  private final Optional<Connection> connection;

  /** One without tables: what is asked of it is never answered. */
  public HBaseClient(String nowhere) {
    connection = Optional.empty();
  }

  /** One on tables. */
  public HBaseClient(Connection connection) {
    this.connection = Optional.of(connection);
  }

  interface Call<A> {
    A on(Table table) throws IOException;
  }

  <A> Deferred<A> on(byte[] name, Call<A> call) {
    if (connection.isEmpty()) {
      return new Deferred<>();
    }
    try (Table table = connection.get().getTable(TableName.valueOf(name))) {
      return Deferred.fromResult(call.on(table));
    } catch (IOException e) {
      return Deferred.fromError(e);
    }
  }

  static ArrayList<KeyValue> cells(Result row) {
    ArrayList<KeyValue> cells = new ArrayList<>();
    for (Cell each : row.rawCells()) {
      cells.add(
          new KeyValue(
              CellUtil.cloneRow(each),
              CellUtil.cloneFamily(each),
              CellUtil.cloneQualifier(each),
              each.getTimestamp(),
              CellUtil.cloneValue(each)));
    }
    return cells;
  }

  /** Reads cells of a row. */
  public Deferred<ArrayList<KeyValue>> get(GetRequest request) {
    Get get = new Get(request.key());
    if (request.qualifiers() == null) {
      get.addFamily(request.family());
    } else {
      for (byte[] each : request.qualifiers()) {
        get.addColumn(request.family(), each);
      }
    }
    return on(request.table(), table -> cells(table.get(get)));
  }

  private static Put put(PutRequest request, byte[] key) {
    Put put = new Put(key);
    for (int i = 0; i < request.qualifiers().length; i++) {
      put.addColumn(request.family(), request.qualifiers()[i], request.values()[i]);
    }
    return put;
  }

  /** Writes cells of a row. */
  public Deferred<Object> put(PutRequest request) {
    return on(
        request.table(),
        table -> {
          table.put(put(request, request.key()));
          return null;
        });
  }

  /** Writes a cell, if it is as expected: absent, if that is empty. */
  public Deferred<Boolean> compareAndSet(PutRequest request, byte[] expected) {
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(request.key());
    CheckAndMutate.Builder asExpected =
        expected.length == 0
            ? check.ifNotExists(request.family(), request.qualifier())
            : check.ifEquals(request.family(), request.qualifier(), expected);
    return on(
        request.table(),
        table -> table.checkAndMutate(asExpected.build(put(request, request.key()))).isSuccess());
  }

  /** Deletes cells of a row. */
  public Deferred<Object> delete(DeleteRequest request) {
    Delete delete = new Delete(request.key());
    for (byte[] each : request.qualifiers()) {
      delete.addColumns(request.family(), each);
    }
    return on(
        request.table(),
        table -> {
          table.delete(delete);
          return null;
        });
  }

  /** Reads rows. */
  public Scanner newScanner(byte[] table) {
    return new Scanner(this, table);
  }
}
