package io.rowandb.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a program is told that asks for what cannot be: the class, and how the first line of the
 * message begins. Programs and HBase's shell read both; the class stands in the message when the
 * failure comes from a server, and not when the client finds it out itself.
 */
@Needs(value = Capability.FULL_ADMIN, because = "messages are the servers' and the client's")
class ErrorMessageTest extends ConformanceTest {
  private static final String HBASE = "org.apache.hadoop.hbase.";
  private static final TableName NONE = TableName.valueOf("nonesuch");
  private static final TableName NO_SPACE = TableName.valueOf("nons", "t");
  private static final String SPACE = "ErrorMessageTest";
  private static final String SNAPSHOT = "ErrorMessageTest";

  private final Map<String, Call> calls = new LinkedHashMap<>();
  private final List<String> expected = new ArrayList<>();

  @AfterEach
  void removeSnapshot() throws IOException {
    if (admin.listSnapshots().stream().anyMatch(it -> it.getName().equals(SNAPSHOT))) {
      admin.deleteSnapshot(SNAPSHOT);
    }
  }

  @Test
  void ofTables() {
    expect("TableExistsException", name, () -> admin.createTable(descriptor(name, family("f"))));
    expect("TableNotFoundException", NONE, () -> admin.deleteTable(NONE));
    expect("TableNotFoundException", NONE, () -> admin.disableTable(NONE));
    expect("TableNotFoundException", NONE, () -> admin.modifyTable(descriptor(NONE, family("f"))));
    expect("TableNotFoundException", NONE, () -> admin.addColumnFamily(NONE, family("f").build()));
    expectPlain("TableNotFoundException", NONE, () -> admin.enableTable(NONE));
    expectPlain("TableNotFoundException", NONE, () -> admin.getDescriptor(NONE));
    expectPlain("TableNotFoundException", NONE, () -> admin.isTableEnabled(NONE));
    expectPlain("TableNotFoundException", NONE, () -> admin.flush(NONE));
    expectPlain("TableNotFoundException", NONE, () -> admin.compact(NONE));
    expect(
        "TableNotDisabledException",
        "Not DISABLED; tableName=" + name + ", state=ENABLED",
        () -> admin.deleteTable(name));
    expect("TableNotDisabledException", name, () -> admin.truncateTable(name, false));
    expectPlain(
        "TableNotDisabledException",
        "tableName=" + name + ", state=ENABLED",
        () -> admin.enableTable(name));
    expect(
        "InvalidFamilyOperationException",
        "Column family 'f' in table '" + name + "' already exists so cannot be added",
        () -> admin.addColumnFamily(name, family("f").build()));
    expect(
        "InvalidFamilyOperationException",
        "Family 'zz' does not exist, so it cannot be deleted",
        () -> admin.deleteColumnFamily(name, bytes("zz")));
    expect(
        "InvalidFamilyOperationException",
        "Family 'zz' does not exist, so it cannot be modified",
        () -> admin.modifyColumnFamily(name, family("zz").build()));
    checkAll();
  }

  @Test
  @Tag("slow")
  void ofDisabledTables() throws IOException {
    create("f");
    admin.disableTable(name);
    expect("TableNotEnabledException", name, () -> admin.disableTable(name));
    expectPlain("TableNotEnabledException", name, () -> admin.flush(name));
    String disabled = name + " is disabled.";
    expectPlain("TableNotEnabledException", disabled, () -> table.get(get()));
    expectPlain("TableNotEnabledException", disabled, () -> table.put(put("r", "f:q=v")));
    expectPlain("TableNotEnabledException", disabled, () -> scan(new Scan()));
    checkCalls();
  }

  @Test
  void ofNamespaces() throws IOException {
    String missing = "NamespaceNotFoundException";
    expect(missing, "nons", () -> admin.getNamespaceDescriptor("nons"));
    expect(missing, "nons", () -> admin.deleteNamespace("nons"));
    expect(
        missing, "nons", () -> admin.modifyNamespace(NamespaceDescriptor.create("nons").build()));
    expect(missing, "nons", () -> admin.listTableNamesByNamespace("nons"));
    expect(missing, "nons", () -> admin.listTableDescriptorsByNamespace(bytes("nons")));
    expect(missing, "nons", () -> admin.createTable(descriptor(NO_SPACE, family("f"))));
    expect(
        "NamespaceExistException",
        "Namespace default already exists",
        () -> admin.createNamespace(NamespaceDescriptor.create("default").build()));
    expect(
        "constraint.ConstraintException",
        "Reserved namespace default cannot be removed.",
        () -> admin.deleteNamespace("default"));
    admin.createNamespace(NamespaceDescriptor.create(SPACE).build());
    TableName inside = TableName.valueOf(SPACE, "t");
    admin.createTable(descriptor(inside, family("f")));
    expect(
        "constraint.ConstraintException",
        "Only empty namespaces can be removed. Namespace " + SPACE + " has 1 tables",
        () -> admin.deleteNamespace(SPACE));
    try {
      checkAll();
    } finally {
      drop(inside);
      admin.deleteNamespace(SPACE);
    }
  }

  @Test
  void ofSnapshots() throws IOException {
    create("f");
    admin.snapshot(SNAPSHOT, name);
    String none = "Snapshot 'nosnap' doesn't exist on the filesystem";
    expect(
        "snapshot.SnapshotExistsException",
        "Snapshot '" + SNAPSHOT + "' already stored on the filesystem.",
        () -> admin.snapshot(SNAPSHOT, name));
    expect(
        "snapshot.SnapshotCreationException",
        "Table 'nonesuch' doesn't exist, can't take snapshot.",
        () -> admin.snapshot("other", NONE));
    expect("snapshot.SnapshotDoesNotExistException", none, () -> admin.deleteSnapshot("nosnap"));
    expect(
        "snapshot.SnapshotDoesNotExistException", none, () -> admin.cloneSnapshot("nosnap", NONE));
    expectPlain("TableExistsException", name, () -> admin.cloneSnapshot(SNAPSHOT, name));
    expectPlain("TableNotDisabledException", name, () -> admin.restoreSnapshot(SNAPSHOT));
    checkCalls();
  }

  @Test
  @SuppressWarnings("deprecation") // What is deprecated can still be called.
  void ofRows() throws Exception {
    create("f");
    table.put(put("r", "f:text=abc"));
    String missing = "regionserver.NoSuchColumnFamilyException";
    String text = "Column family zz does not exist in region " + name + ",,";
    byte[] zz = bytes("zz");
    expect(missing, text, () -> table.get(get().addFamily(zz)));
    expect(missing, text, () -> table.exists(get().addFamily(zz)));
    expect(missing, text, () -> table.put(put("r", "zz:q=v")));
    expect(missing, text, () -> table.delete(delete().addFamily(zz)));
    expect(missing, text, () -> scan(new Scan().addFamily(zz)));
    expect(missing, text, () -> table.increment(new Increment(ROW).addColumn(zz, Q, 1)));
    expect(missing, text, () -> table.append(new Append(ROW).addColumn(zz, Q, Q)));
    expect(
        missing,
        text,
        () -> table.checkAndMutate(ROW, zz).qualifier(Q).ifNotExists().thenPut(put("r", "f:q=v")));
    expect(
        "DoNotRetryIOException",
        "Field is not a long, it's 3 bytes wide",
        () -> table.increment(new Increment(ROW).addColumn(F, bytes("text"), 1)));
    String failed = "Failed 1 action: " + HBASE + missing + ": " + text;
    String many = "client.RetriesExhaustedWithDetailsException";
    expectPlain(many, failed, () -> table.put(List.of(put("r", "zz:q=v"))));
    expectPlain(many, failed, () -> table.batch(List.of(put("r", "zz:q=v")), new Object[1]));
    expectPlain(
        many,
        failed,
        () -> table.mutateRow(new RowMutations(ROW).add(List.of(put("r", "zz:q=v")))));
    Table none = connection.getTable(NONE);
    expectPlain("TableNotFoundException", NONE, () -> none.get(get()));
    expectPlain("TableNotFoundException", NONE, () -> none.put(put("r", "f:q=v")));
    expectPlain(
        "TableNotFoundException",
        NONE,
        () -> {
          try (ResultScanner scanner = none.getScanner(new Scan())) {
            scanner.next();
          }
        });
    checkCalls();
  }

  @Test
  @Needs(value = Capability.ASYNC, because = "futures end with the same")
  void ofFutures() throws Exception {
    create("f");
    try (AsyncConnection async = backend.openAsync()) {
      expect(
          "regionserver.NoSuchColumnFamilyException",
          "Column family zz does not exist in region " + name + ",,",
          () -> async.getTable(name).put(put("r", "zz:q=v")).get());
      expect(
          "TableExistsException",
          name,
          () -> async.getAdmin().createTable(descriptor(name, family("f"))).get());
      expect(
          "NamespaceNotFoundException",
          "nons",
          () -> async.getAdmin().getNamespaceDescriptor("nons").get());
      expect(
          "TableNotDisabledException",
          "Not DISABLED; tableName=" + name + ", state=ENABLED",
          () -> async.getAdmin().deleteTable(name).get());
      expectPlain("TableNotFoundException", NONE, () -> async.getTable(NONE).get(get()).get());
      checkCalls();
    }
  }

  private void expect(String type, Object message, Call call) {
    expectPlain(type, HBASE + type + ": " + message, call);
  }

  private void expectPlain(String type, Object message, Call call) {
    calls.put(calls.size() + " " + HBASE + type + " | " + message, call);
  }

  private void checkAll() {
    try {
      if (!admin.tableExists(name)) {
        create("f");
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    checkCalls();
  }

  private void checkCalls() {
    List<String> found = new ArrayList<>();
    calls.forEach(
        (number, call) -> {
          String wanted = number.substring(number.indexOf(' ') + 1);
          expected.add(wanted);
          Throwable failure = failure(call);
          String[] lines = String.valueOf(failure.getMessage()).split("\n", 2);
          String told = failure.getClass().getName() + " | " + lines[0];
          found.add(told.startsWith(wanted) ? wanted : told);
          assertThat(everything(failure))
              .as("what is printed of %s", wanted)
              .doesNotContain("RefusedException");
        });
    assertThat(found).isEqualTo(expected);
  }

  private static Throwable failure(Call call) {
    try {
      call.make();
      return new AssertionError("nothing was thrown");
    } catch (ExecutionException | CompletionException e) {
      return e.getCause();
    } catch (Exception e) {
      return e;
    }
  }

  private static String everything(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  /** A call that should fail. */
  private interface Call {
    void make() throws Exception;
  }
}
