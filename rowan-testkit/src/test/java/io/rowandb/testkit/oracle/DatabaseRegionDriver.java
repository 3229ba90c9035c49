package io.rowandb.testkit.oracle;

import io.rowandb.client.Rowan;
import io.rowandb.client.SharedStore;
import io.rowandb.client.adapter.DescriptorAdapter;
import io.rowandb.engine.Database;
import io.rowandb.engine.DatabaseOptions;
import io.rowandb.engine.io.FileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A whole database behind HBase's {@code Connection} and {@code Table}: log, flushes, files,
 * recovery. Work that would run in the background runs when the history says so.
 */
final class DatabaseRegionDriver implements RegionDriver {
  // Fixed at construction.
  private final FileSystem fileSystem;
  private final TableDescriptor table;
  private final io.rowandb.engine.TableName name;
  private final Clock clock;
  private final ChosenFilesPolicy policy = new ChosenFilesPolicy();

  // Exchanged by reopening.
  private Path directory;
  private Database database;
  private Connection connection;
  private Table open;
  private int recoveries;

  DatabaseRegionDriver(TableDescriptor table, Clock clock, FileSystem fileSystem, Path directory)
      throws IOException {
    this.fileSystem = fileSystem;
    this.table = table;
    this.name = DescriptorAdapter.engine(table.getTableName());
    this.clock = clock;
    this.directory = directory.resolve("0");
    fileSystem.createDirectories(directory);
    start();
    database.createTable(DescriptorAdapter.engine(table), List.of());
  }

  private void start() throws IOException {
    database =
        Database.open(
            DatabaseOptions.builder(directory)
                .fileSystem(fileSystem)
                .clock(clock)
                .compactionPolicy(settings -> policy)
                .globalMemStoreBytes(64 << 20)
                .blockCacheBytes(1 << 20)
                .backgroundThreads(0)
                .build());
    Configuration conf = Rowan.configuration(new Configuration(false), directory.toString());
    try (SharedStore store = SharedStore.share(conf, database)) {
      assert store.database() == database;
      // From here on the connection alone holds the database: closing it closes both.
      connection = ConnectionFactory.createConnection(conf);
    }
    open = connection.getTable(table.getTableName());
  }

  @Override
  public List<String> call(Row action) throws IOException {
    return TableCalls.call(open, action);
  }

  @Override
  public List<List<String>> batch(List<Row> actions) throws IOException {
    return TableCalls.batch(open, actions);
  }

  @Override
  public void flush() throws IOException {
    database.flush(name);
  }

  @Override
  public void compactNewest(int files) throws IOException {
    for (byte[] family : table.getColumnFamilyNames()) {
      policy.choose(files);
      database.compact(name, new String(family, java.nio.charset.StandardCharsets.UTF_8), false);
    }
    policy.choose(0);
  }

  @Override
  public void compactAll() throws IOException {
    database.compact(name, null, true);
  }

  @Override
  public void reopen() throws IOException {
    connection.close();
    start();
  }

  /** Goes on with a copy of the files as they are while the database is open. */
  @Override
  public void recover() throws IOException {
    Path abandoned = directory;
    Path copy = abandoned.resolveSibling(Integer.toString(++recoveries));
    FileTree.copy(fileSystem, abandoned, copy);
    connection.close();
    FileTree.delete(fileSystem, abandoned);
    directory = copy;
    start();
  }

  @Override
  public OpenScan open(Scan scan) throws IOException {
    ResultScanner results = open.getScanner(scan);
    Result first;
    IOException failure = null;
    try {
      // A scan sees what is there when it is asked for its first row.
      first = results.next();
    } catch (IOException e) {
      // A filter's failure; HBase's region tells of it when it is read.
      first = null;
      failure = e;
    }
    Result begin = first;
    IOException refusal = failure;
    return new OpenScan() {
      @Override
      public List<List<String>> drain() throws IOException {
        if (refusal != null) {
          throw refusal;
        }
        List<List<String>> parts = new ArrayList<>();
        for (Result part = begin; part != null; part = results.next()) {
          parts.add(CellText.of(part.listCells()));
        }
        return parts;
      }

      @Override
      public void close() {
        results.close();
      }
    };
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
