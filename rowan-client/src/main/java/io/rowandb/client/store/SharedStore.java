package io.rowandb.client.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.rowandb.client.meta.TableChanges;
import io.rowandb.client.quota.Quotas;
import io.rowandb.engine.Database;
import io.rowandb.engine.settings.DatabaseOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;

/**
 * One connection's share of an open database. All connections of a process to one path share one
 * database; the last connection to close closes it, and the next one opens it again.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>At most one database is open for a path: opening and closing of one path happen under the
 *       lock of its entry.
 *   <li>The settings of the first connection hold until the last one closes.
 *   <li>Services attached to a database are closed before it, in reverse order of attachment.
 *   <li>A {@code mem:} store that was opened here lives as long as its database: the last close
 *       discards it without writing it.
 *   <li>A database that its owner opened and shared is never reopened from a configuration: a
 *       connection made after its end fails rather than find an empty store under the same name.
 * </ol>
 *
 * Safe for use by many threads.
 */
public final class SharedStore implements Closeable {
  /** The key that says where the store lives. */
  public static final String PATH_KEY = StoreLocation.PATH_KEY;

  /** The host of the one server that an embedded store claims to be. */
  private static final String HOST = "localhost";

  /** Its port: HBase's default for region servers. Nothing listens there. */
  private static final int PORT = 16020;

  /** Start codes look like milliseconds of a start; this is September 2020. */
  private static final long FIRST_START_CODE = 1_600_000_000_000L;

  /**
   * Holds the path that a database was shared under, in the configuration it was shared with. The
   * mark is there, and not a list of the paths that ended, because it takes no memory for stores
   * that are gone.
   */
  private static final String SHARED_KEY = "rowan.shared.path";

  @GuardedBy("itself")
  private static final Map<String, Entry> ENTRIES = new HashMap<>();

  private final Entry entry;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Held by who closes it, to the end. */
  private final Object closing = new Object();

  private SharedStore(Entry entry) {
    this.entry = entry;
  }

  /**
   * Opens the store that {@code rowan.path} names, or shares it if it is already open.
   *
   * @throws IOException also when the path is one of {@link #share} that has ended
   * @throws IllegalArgumentException when the configuration names no path
   */
  public static SharedStore acquire(Configuration conf) throws IOException {
    String refusal = ClientVersion.refusal();
    if (refusal != null) {
      throw new IOException(refusal);
    }
    StoreLocation location = StoreLocation.of(conf);
    Entry entry;
    synchronized (ENTRIES) {
      boolean shared = location.key().equals(conf.get(SHARED_KEY));
      if (shared && !ENTRIES.containsKey(location.key())) {
        throw closed(location.key());
      }
      entry = ENTRIES.computeIfAbsent(location.key(), Entry::new);
      entry.users++;
    }
    try {
      entry.open(location, conf);
    } catch (IOException | RuntimeException | Error e) {
      entry.leave();
      throw e;
    }
    return new SharedStore(entry);
  }

  /**
   * Puts a database that was opened with settings of its own (a clock, a file system) under a path:
   * connections to this path share it, and the last to close, this share included, closes it.
   *
   * @param conf gets a mark: a connection with it, or with a copy, is refused after the end
   * @throws IllegalStateException when something else is open under this path
   */
  public static SharedStore share(Configuration conf, Database database) throws IOException {
    Quotas.load(database);
    Entry entry = new Entry(StoreLocation.of(conf).key(), database);
    conf.set(SHARED_KEY, entry.key);
    entry.users = 1;
    synchronized (ENTRIES) {
      if (ENTRIES.putIfAbsent(entry.key, entry) != null) {
        throw new IllegalStateException(
            PATH_KEY + " " + entry.key + " is already open in this process");
      }
    }
    return new SharedStore(entry);
  }

  /** The open database. */
  public Database database() {
    return entry.database;
  }

  /**
   * Replaces the open database by another one, as if the server had been restarted: its services
   * are closed, and connections continue with the new one.
   *
   * @return the old database, which the caller must close
   * @throws IOException when the old one stays open; the caller must close the other
   */
  public Database replace(Database next) throws IOException {
    return entry.replace(next);
  }

  /**
   * Takes the store away from everybody: services are closed, and requests of connections that are
   * still open fail. Closing this share, or theirs, does nothing more.
   *
   * @return the open database, which the caller closes unless this fails, and how many had it open
   *     beside this share
   */
  public Removed remove() throws IOException {
    closed.set(true);
    return entry.remove();
  }

  private static IOException closed(String key) {
    return new IOException("Store " + key + " is closed");
  }

  /** What {@link #remove} took away. */
  public record Removed(Database database, int otherShares) {}

  /** The server that holds every region, as far as HBase's client can see; fixed for a store. */
  public ServerName server() {
    UUID id = UUID.nameUUIDFromBytes(entry.database.id().getBytes(StandardCharsets.UTF_8));
    return ServerName.valueOf(
        HOST, PORT, FIRST_START_CODE + (id.getMostSignificantBits() & 0x7fff_ffffL));
  }

  /** The one way in which clients change tables of the database. */
  public TableChanges tableChanges() throws IOException {
    return service(TableChanges.class, store -> new TableChanges(store.database()));
  }

  /**
   * The service of this type that works on the database, opened on first request.
   *
   * @param opener makes it; it is closed before the database
   */
  public <T extends AutoCloseable> T service(Class<T> type, Opener<T> opener) throws IOException {
    return entry.service(type, opener, this);
  }

  /** Gives the share back. Closing twice does nothing, but wait for the first who does. */
  @Override
  public void close() throws IOException {
    synchronized (closing) {
      if (closed.compareAndSet(false, true)) {
        entry.giveBack();
      }
    }
  }

  /** Makes a service over a store. */
  @FunctionalInterface
  public interface Opener<T> {
    /** The new service. */
    T open(SharedStore store) throws IOException;
  }

  /** A path and, while anybody uses it, its database. */
  private static final class Entry {
    private final String key;

    /** Guarded by ENTRIES: those who use it, or wait to. */
    private int users;

    // Written under this entry's lock; read by those who hold a share.
    private volatile Database database;

    /** Whether it was taken away from those who are still to open it. */
    @GuardedBy("this")
    private boolean removed;

    /** Whether the content of the database may be opened again. */
    @GuardedBy("this")
    private boolean keepsContent;

    @GuardedBy("this")
    private final Map<Class<?>, AutoCloseable> services = new HashMap<>();

    @GuardedBy("this")
    private final Deque<AutoCloseable> closingOrder = new ArrayDeque<>();

    /** A path that has not been opened yet. */
    Entry(String key) {
      this(key, null);
    }

    /**
     * @param opened a database that its opener may open again, or null
     */
    Entry(String key, Database opened) {
      this.key = key;
      this.database = opened;
      this.keepsContent = opened != null;
    }

    synchronized void open(StoreLocation location, Configuration conf) throws IOException {
      if (removed) {
        throw closed(key);
      }
      if (database == null) {
        database = openWithQuotas(EngineSettings.of(location, conf).build());
        keepsContent = !location.inMemory();
      }
    }

    private static Database openWithQuotas(DatabaseOptions options) throws IOException {
      Database opened = Database.open(options);
      try {
        Quotas.load(opened);
        return opened;
      } catch (IOException | RuntimeException | Error e) {
        try {
          opened.close();
        } catch (IOException closing) {
          e.addSuppressed(closing);
        }
        throw e;
      }
    }

    synchronized <T extends AutoCloseable> T service(
        Class<T> type, Opener<T> opener, SharedStore store) throws IOException {
      if (database == null) {
        throw closed(key);
      }
      AutoCloseable known = services.get(type);
      if (known == null) {
        known = opener.open(store);
        services.put(type, known);
        closingOrder.push(known);
      }
      return type.cast(known);
    }

    /** Gives a share back: whether it is the last is decided and counted in one step. */
    synchronized void giveBack() throws IOException {
      synchronized (ENTRIES) {
        if (users > 1) {
          users--;
          return;
        }
      }
      try {
        closeDatabase();
      } finally {
        leave();
      }
    }

    /** A connection that comes meanwhile waits for this lock and opens it again. */
    @GuardedBy("this")
    private void closeDatabase() throws IOException {
      Database closing = database;
      database = null;
      try {
        closeServices();
      } finally {
        if (closing != null && keepsContent) {
          closing.close();
        } else if (closing != null) {
          closing.discard();
        }
      }
    }

    @GuardedBy("this")
    private void closeServices() throws IOException {
      services.clear();
      try {
        while (!closingOrder.isEmpty()) {
          closingOrder.pop().close();
        }
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException("Closing the services of store " + key + " failed", e);
      }
    }

    synchronized Database replace(Database next) throws IOException {
      if (database == null) {
        throw closed(key);
      }
      Quotas.load(next);
      closeServices(); // a request that finds its service closed waits for this lock
      Database replaced = database;
      database = next;
      return replaced;
    }

    synchronized Removed remove() throws IOException {
      Database last = database;
      database = null;
      removed = true;
      int others;
      synchronized (ENTRIES) {
        users--;
        others = users;
        ENTRIES.remove(key, this);
      }
      try {
        closeServices();
        return new Removed(last, others);
      } catch (IOException | RuntimeException | Error e) {
        try {
          last.discard();
        } catch (IOException discarding) {
          e.addSuppressed(discarding);
        }
        throw e;
      }
    }

    void leave() {
      synchronized (ENTRIES) {
        if (--users == 0) {
          ENTRIES.remove(key, this);
        }
      }
    }
  }
}
