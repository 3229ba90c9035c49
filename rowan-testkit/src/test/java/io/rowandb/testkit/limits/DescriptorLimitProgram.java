package io.rowandb.testkit.limits;

import io.rowandb.client.Rowan;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Uses a store of many files in a process that may open few. Row {@code i} has values that follow
 * from {@code i}, and rows are written in their order; so the number of those acknowledged tells
 * what must be there.
 */
final class DescriptorLimitProgram {
  static final int REGIONS = 30;
  private static final TableName TABLE = TableName.valueOf("regions");
  private static final List<byte[]> FAMILIES = List.of(Bytes.toBytes("a"), Bytes.toBytes("b"));
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final String TOO_MANY = "Too many open files";
  private static final int OPENINGS = 3;

  /** With so many descriptors left it is tried what still works. */
  private static final int[] LEFT = {0, 1, 4};

  private static final int ROWS_A_ROUND = 2 * REGIONS;

  /** A region takes four times as many bytes, and then waits for its flush. */
  private static final int FLUSH_BYTES = 128 << 10;

  /** A row of the first region, without the second family. */
  private static final byte[] LARGE_ROW = Bytes.toBytes("large");

  private static final int LARGE_BYTES = 16 << 10;
  private static final int LARGE_ROWS = 8 * FLUSH_BYTES / LARGE_BYTES;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final String path;
  private final Table table;
  private final Admin admin;
  private int acknowledged;
  private int refusedWrites;
  private int refusedCalls;

  private DescriptorLimitProgram(String path, Table table, Admin admin, int acknowledged) {
    this.path = path;
    this.table = table;
    this.admin = admin;
    this.acknowledged = acknowledged;
  }

  /**
   * Arguments: {@code fill}, {@code beRefused}, {@code use} or {@code audit}; the store's
   * directory; how many rows are acknowledged. Prints how many are in the end.
   */
  public static void main(String[] args) throws Exception {
    openAllJars();
    Configuration configuration = configuration(args[1]);
    if (args[0].equals("beRefused")) {
      beRefused(configuration, args[1]);
      return;
    }
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(TABLE)) {
      int rows = Integer.parseInt(args[2]);
      DescriptorLimitProgram program = new DescriptorLimitProgram(args[1], table, admin, rows);
      switch (args[0]) {
        case "fill" -> program.fill();
        case "use" -> program.use();
        case "audit" -> program.readAll();
        default -> throw new IllegalArgumentException(args[0]);
      }
      System.out.println("acknowledged " + program.acknowledged);
    }
    requireNoneOpen(args[1]);
  }

  /** A class that is looked for when nothing can be opened any more would never be found. */
  private static void openAllJars() {
    try {
      Class.forName("none.such");
    } catch (ClassNotFoundException e) {
      require(e.getMessage().equals("none.such"), e.toString());
    }
  }

  private static Configuration configuration(String path) {
    Configuration configuration = Rowan.configuration(path);
    configuration.setInt("hbase.hregion.memstore.flush.size", FLUSH_BYTES);
    configuration.setInt("hbase.client.retries.number", 1); // else writes wait for twenty minutes
    return configuration;
  }

  /** The store has more files than the process may open: it says so, and keeps none open. */
  private static void beRefused(Configuration configuration, String path) throws IOException {
    for (int i = 0; i < OPENINGS; i++) {
      try (Connection connection = ConnectionFactory.createConnection(configuration)) {
        throw new IllegalStateException("opened: " + connection);
      } catch (IOException e) {
        requireClear(e, path);
        System.out.println("refused " + message(e));
      }
      requireNoneOpen(path);
    }
  }

  private void fill() throws IOException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILIES.get(0)))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILIES.get(1)))
            .build(),
        splits());
    write(ROWS_A_ROUND);
    admin.flush(TABLE);
    write(ROWS_A_ROUND); // an opening writes files of what only the log has
  }

  private static byte[][] splits() {
    byte[][] splits = new byte[REGIONS - 1][];
    for (int i = 1; i < REGIONS; i++) {
      splits[i - 1] = Bytes.toBytes(String.format("r%03d", i));
    }
    return splits;
  }

  private void use() throws Exception {
    doAll();
    for (int left : LEFT) {
      int refusedBefore = refusedWrites + refusedCalls;
      try (TakenDescriptors taken = new TakenDescriptors(left)) {
        tryAll();
        System.out.printf(
            "%d left of %d taken: %d refused%n",
            left, taken.count(), refusedWrites + refusedCalls - refusedBefore);
      }
      doAll();
    }
    require(refusedWrites > 0, "no write was refused");
    System.out.println("refused: " + refusedWrites + " writes, " + refusedCalls + " other calls");
  }

  /** Everything that is to work again; also loads the classes for it. */
  private void doAll() throws Exception {
    write(ROWS_A_ROUND);
    admin.flush(TABLE);
    compact();
    TableName made = TableName.valueOf("made");
    if (!admin.tableExists(made)) {
      createTable(made);
    }
    admin.disableTable(made);
    admin.deleteTable(made);
    readAll();
  }

  private void tryAll() throws Exception {
    readAll();
    attempt(() -> createTable(TableName.valueOf("made")));
    write(ROWS_A_ROUND); // the log is open
    for (int i = 0; i < LARGE_ROWS && writeLargeRow(); i++) {}
    attempt(() -> admin.flush(TABLE));
    compact();
    readAll();
  }

  /** Something that may fail for want of descriptors. */
  private interface Call {
    void run() throws IOException;
  }

  private void attempt(Call call) {
    try {
      call.run();
    } catch (IOException e) {
      requireClear(e, path);
      refusedCalls++;
    }
  }

  /** Into the first region, which takes only so many before it must be flushed. */
  private boolean writeLargeRow() {
    byte[] large = new byte[LARGE_BYTES];
    try {
      table.put(new Put(LARGE_ROW).addColumn(FAMILIES.get(0), QUALIFIER, large));
      return true;
    } catch (IOException e) {
      requireClear(e, path);
      refusedWrites++;
      return false;
    }
  }

  private void createTable(TableName name) throws IOException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILIES.get(0)))
            .build());
  }

  /** The request returns at once; the state tells when it has been done, or has failed. */
  private void compact() throws Exception {
    admin.majorCompact(TABLE);
    while (admin.getCompactionState(TABLE) != CompactionState.NONE) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void write(int count) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      puts.add(row(acknowledged + i));
    }
    table.put(puts);
    acknowledged += count;
  }

  /** Each row that was acknowledged, got and scanned. */
  private void readAll() throws IOException {
    for (int i = 0; i < acknowledged; i++) {
      check(i, table.get(new Get(key(i))));
    }
    int found = 0;
    try (ResultScanner scanner =
        table.getScanner(new Scan().addColumn(FAMILIES.get(1), QUALIFIER))) {
      while (scanner.next() != null) {
        found++;
      }
    }
    require(found == acknowledged, found + " rows in a scan");
  }

  private static void check(int i, Result result) {
    for (byte[] family : FAMILIES) {
      require(
          Bytes.equals(result.getValue(family, QUALIFIER), value(i)), "row " + i + " is " + result);
    }
  }

  private static Put row(int i) {
    Put put = new Put(key(i));
    FAMILIES.forEach(family -> put.addColumn(family, QUALIFIER, value(i)));
    return put;
  }

  private static byte[] key(int i) {
    return Bytes.toBytes(String.format("r%03d-%07d", i % REGIONS, i));
  }

  private static byte[] value(int i) {
    return Bytes.toBytes("value " + i * 31L);
  }

  /** The failure names its cause and a file of the store. */
  private static void requireClear(IOException e, String path) {
    String message = message(e);
    if (!message.contains(TOO_MANY) || !message.contains(path)) {
      throw new IllegalStateException("not clear: " + message, e);
    }
  }

  private static String message(Throwable e) {
    StringBuilder message = new StringBuilder();
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      message.append(cause).append("; ");
    }
    return message.toString().replace('\n', ' ');
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalStateException(otherwise);
    }
  }

  /** Asks for the store's files by name: the virtual machine opens files of its own at any time. */
  private static void requireNoneOpen(String path) throws IOException {
    Path store = Path.of(path).toRealPath();
    List<Path> left = new ArrayList<>();
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      for (Path descriptor : (Iterable<Path>) descriptors::iterator) {
        if (isOf(descriptor, store)) {
          left.add(Files.readSymbolicLink(descriptor));
        }
      }
    }
    require(left.isEmpty(), "left open: " + left);
  }

  private static boolean isOf(Path descriptor, Path store) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(store);
    } catch (NoSuchFileException e) {
      return false; // closed since it was listed
    }
  }

  /** All descriptors of this process but a few, as another part of a program may hold them. */
  private static final class TakenDescriptors implements AutoCloseable {
    private final List<InputStream> taken = new ArrayList<>();

    TakenDescriptors(int left) throws IOException {
      String any = Path.of(System.getProperty("java.home"), "release").toString();
      boolean more = true;
      while (more) {
        try {
          taken.add(new FileInputStream(any));
        } catch (IOException e) {
          require(e.getMessage().contains(TOO_MANY), e.toString());
          more = false;
        }
      }
      for (int i = 0; i < left; i++) {
        taken.remove(taken.size() - 1).close();
      }
    }

    int count() {
      return taken.size();
    }

    @Override
    public void close() throws IOException {
      for (InputStream each : taken) {
        each.close();
      }
    }
  }
}
