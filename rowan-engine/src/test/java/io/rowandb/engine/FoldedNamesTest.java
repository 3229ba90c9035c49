package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Families f and F on a disk that does not tell letters by their case: one of them goes. */
class FoldedNamesTest {
  private final FileSystem disk = folding(new MemoryFileSystem());

  private static FileSystem folding(FileSystem exact) {
    return (FileSystem)
        Proxy.newProxyInstance(
            FileSystem.class.getClassLoader(),
            new Class<?>[] {FileSystem.class},
            (self, method, arguments) -> {
              Object[] folded =
                  arguments == null
                      ? null
                      : Arrays.stream(arguments).map(FoldedNamesTest::folded).toArray();
              try {
                return method.invoke(exact, folded);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static Object folded(Object argument) {
    return argument instanceof Path path
        ? Path.of(path.toString().toLowerCase(Locale.ROOT))
        : argument;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theOtherStays(boolean enabled) throws IOException {
    DatabaseOptions options = serial(disk, new ManualClock()).build();
    try (Database database = Database.open(options)) {
      database.createTable(table(TABLE, family("f"), family("F")), List.of());
      region(database, "r").write(put("r", "f:q=kept"));
      region(database, "r").write(put("r", "F:q=dropped"));
      database.flush(TABLE);
      if (!enabled) {
        database.disableTable(TABLE);
      }
      database.modifyTable(table(TABLE, family("f")));
      if (!enabled) {
        database.enableTable(TABLE);
      }
      assertThat(scan(database)).singleElement().asString().contains("kept");
    }
    try (Database database = Database.open(options)) {
      assertThat(scan(database)).singleElement().asString().contains("kept");
    }
  }
}
