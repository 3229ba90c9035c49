package io.rowandb.client.meta;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.Database;
import io.rowandb.engine.catalog.FamilyDescriptor;
import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.catalog.TableName;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

/** The life of {@code hbase:meta} beside its database. */
class MetaTableTest {
  private static final ServerName SERVER = ServerName.valueOf("localhost", 1, 1);

  /** The first attempt may have failed when some rows were there. */
  @Test
  void isMadeAnewOverWhatAnAttemptLeft() throws IOException {
    DatabaseOptions options =
        DatabaseOptions.builder(Path.of("/store")).fileSystem(new MemoryFileSystem()).build();
    try (Database database = Database.open(options)) {
      database.createTable(
          new TableDescriptor(TableName.of("t"), List.of(FamilyDescriptor.of("f")), Map.of()),
          List.of());
      long bytes = MetaTable.create(database, SERVER).region().stats().memStoreBytes();
      assertThat(bytes).isPositive();
      assertThat(MetaTable.create(database, SERVER).region().stats().memStoreBytes())
          .isEqualTo(bytes);
    }
  }
}
