package io.rowandb.engine;

import static io.rowandb.engine.TestDatabase.TABLE;
import static io.rowandb.engine.TestDatabase.bytes;
import static io.rowandb.engine.TestDatabase.family;
import static io.rowandb.engine.TestDatabase.put;
import static io.rowandb.engine.TestDatabase.region;
import static io.rowandb.engine.TestDatabase.scan;
import static io.rowandb.engine.TestDatabase.serial;
import static io.rowandb.engine.TestDatabase.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.engine.catalog.TableDescriptor;
import io.rowandb.engine.io.DataKey;
import io.rowandb.engine.io.FileKeys;
import io.rowandb.engine.io.MemoryFileSystem;
import io.rowandb.engine.io.MissingKeyException;
import io.rowandb.engine.io.NamedKeys;
import io.rowandb.engine.region.RefusedException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The regions of a new table cannot be opened, since the keys of its families are gone meanwhile:
 * the store is as before, and the table can be made when they are back.
 */
class HalfMadeTableTest {
  private static final TableDescriptor SECRET = table(TABLE, family("f", "ENCRYPTION", "AES"));

  private final FailingKeys keys = new FailingKeys();
  private final MemoryFileSystem disk = new MemoryFileSystem(keys);

  private Database open() throws IOException {
    return Database.open(serial(disk, new ManualClock()).build());
  }

  private interface Change {
    void make() throws IOException;
  }

  /** Whether a change went well although one of its calls failed. */
  private boolean isMade(int failingCall, Change change) throws IOException {
    keys.callsUntilFailure = failingCall;
    try {
      change.make();
      return true;
    } catch (RefusedException | MissingKeyException e) {
      assertThat(e).hasMessageContaining("does not answer");
      return false;
    } finally {
      keys.callsUntilFailure = Integer.MAX_VALUE;
    }
  }

  @Test
  void creation() throws IOException {
    int failures = 0;
    boolean made = false;
    while (!made) {
      try (Database database = open()) {
        made = isMade(failures + 1, () -> database.createTable(SECRET, List.of(bytes("g"))));
        if (!made) {
          failures++;
          assertThat(database.table(TABLE)).as("after failure %d", failures).isNull();
          database.createTable(SECRET, List.of(bytes("m")));
        }
        assertUsable(database);
        database.disableTable(TABLE);
        database.deleteTable(TABLE);
      }
    }
    assertThat(failures).as("failures before and behind the checks").isGreaterThan(1);
  }

  @Test
  void truncation() throws IOException {
    try (Database database = open()) {
      database.createTable(SECRET, List.of(bytes("m")));
      assertUsable(database);
      database.disableTable(TABLE);
    }
    int failures = 0;
    boolean made = false;
    while (!made) {
      try (Database database = open()) {
        made = isMade(failures + 1, () -> database.truncateTable(TABLE, true));
        if (!made) {
          failures++;
          database.enableTable(TABLE);
          assertThat(scan(database)).as("after failure %d", failures).hasSize(26);
          database.disableTable(TABLE);
        }
      }
    }
    assertThat(failures).isPositive();
    try (Database database = open()) {
      assertThat(scan(database)).isEmpty();
      assertUsable(database);
    }
  }

  private static void assertUsable(Database database) throws IOException {
    assertThat(database.table(TABLE).regions()).hasSize(2);
    for (char row = 'a'; row <= 'z'; row++) {
      region(database, "" + row).write(put("" + row, "f:q=1"));
    }
    assertThat(scan(database)).hasSize(26);
  }

  /** Keys of which one call fails. */
  private static final class FailingKeys implements FileKeys {
    private final NamedKeys below = new NamedKeys("one");
    private int callsUntilFailure = Integer.MAX_VALUE;

    private void call() throws MissingKeyException {
      if (--callsUntilFailure == 0) {
        throw new MissingKeyException("the key server does not answer", null);
      }
    }

    @Override
    public byte[] wrap(DataKey key, Use use) throws MissingKeyException {
      call();
      return below.wrap(key, use);
    }

    @Override
    public DataKey unwrap(byte[] wrapped, Use use) throws MissingKeyException {
      call();
      return below.unwrap(wrapped, use);
    }

    @Override
    public boolean encryptsLog() {
      return false;
    }
  }
}
