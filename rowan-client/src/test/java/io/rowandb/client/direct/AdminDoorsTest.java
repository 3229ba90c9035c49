package io.rowandb.client.direct;

import static io.rowandb.client.direct.DoorTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import io.rowandb.client.inprocess.CompleteDoor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.HBaseAdmin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fast door's half of {@code Admin} answers as HBase's own class does, failures included. */
class AdminDoorsTest {
  private static final TableName T = TableName.valueOf("t");
  private static final TableName IN_NAMESPACE = TableName.valueOf("shop:orders");
  private static final TableName NONE = TableName.valueOf("none");
  private static final TableName META = TableName.META_TABLE_NAME;

  /** A call, with a name for the transcript. */
  @FunctionalInterface
  private interface Call {
    Object of(Admin admin) throws Exception;
  }

  /** A call that returns nothing. */
  @FunctionalInterface
  private interface Action {
    void of(Admin admin) throws Exception;
  }

  @Tag("slow")
  @Test
  void theSameCallsGetTheSameAnswers() throws Exception {
    Configuration fast = Rowan.configuration("mem:admin-fast");
    Configuration complete = CompleteDoor.configure(Rowan.configuration("mem:admin-complete"));
    List<String> direct = transcript(fast);
    assertThat(direct).isEqualTo(transcript(complete));
    assertThat(direct).hasSizeGreaterThan(50);
  }

  @Tag("slow")
  @Test
  void whatOneHalfChangesTheOtherSees() throws Exception {
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration("mem:admin-halves"));
        Admin admin = connection.getAdmin()) {
      admin.createTable(table(T, "f"), new byte[][] {bytes("m")});
      // Answered by HBase's class, from hbase:meta.
      assertThat(admin.getRegions(T)).hasSize(2);
      admin.disableTable(T);
      admin.deleteTable(T);
      assertThat(admin.getRegions(T)).isEmpty();
      admin.createTable(table(T, "f"));
      assertThat(admin.getRegions(T)).hasSize(1);
      admin.addColumnFamily(T, ColumnFamilyDescriptorBuilder.of("g"));
      assertThat(admin.getDescriptor(T).getColumnFamilyCount()).isEqualTo(2);
      assertThat(admin.getClusterMetrics().getRegionCount()).isPositive();
    }
  }

  @Test
  void anAdminIsAnObject() throws Exception {
    try (Connection connection =
            ConnectionFactory.createConnection(Rowan.configuration("mem:admin-object"));
        Admin admin = connection.getAdmin();
        Admin other = connection.getAdmin()) {
      assertThat(List.of(other, admin).indexOf(admin)).isEqualTo(1);
      assertThat(Set.of(other, admin)).hasSize(2).contains(admin, other);
      assertThat(admin.toString()).contains("mem:admin-object");
      assertThat(admin.getConnection()).isSameAs(connection);
    }
  }

  /** A method of ours that the interface does not have would never be called. */
  @Test
  void everyDirectMethodAnswersOneOfAdmin() {
    List<String> lost = new ArrayList<>();
    for (Method method : DirectAdmin.class.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())
          && Arrays.stream(Admin.class.getMethods())
              .noneMatch(
                  each ->
                      each.getName().equals(method.getName())
                          && Arrays.equals(each.getParameterTypes(), method.getParameterTypes())
                          && each.getReturnType().isAssignableFrom(method.getReturnType()))) {
        lost.add(method.toString());
      }
    }
    assertThat(lost).isEmpty();
  }

  private static List<String> transcript(Configuration conf) throws Exception {
    conf.setInt("hbase.client.retries.number", 2);
    conf.setInt("hbase.client.pause", 1);
    List<String> lines = new ArrayList<>();
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      assertThat(admin instanceof HBaseAdmin).isEqualTo(!(connection instanceof DirectConnection));
      note(lines, admin, "settings", a -> a.getOperationTimeout() + " " + a.getSyncWaitTimeout());
      note(lines, admin, "aborted", Admin::isAborted);
      look(lines, admin, NONE);
      look(lines, admin, META);
      note(lines, admin, "no tables", a -> List.of(a.listTableNames()));
      refusals(lines, admin);
      act(lines, admin, "split", a -> a.createTable(table(T, "f"), keys("m", "c")));
      act(lines, admin, "again", a -> a.createTable(table(T, "f")));
      look(lines, admin, T);
      changes(lines, admin);
      namespaces(lines, admin);
      note(lines, admin, "names", a -> List.of(a.listTableNames()));
      patterns(lines, admin);
      note(lines, admin, "tables", Admin::listTableDescriptors);
    }
    return lines;
  }

  private static void refusals(List<String> lines, Admin admin) {
    act(lines, admin, "meta", a -> a.createTable(table(META, "info")));
    act(lines, admin, "no family", a -> a.createTable(table(T)));
    act(lines, admin, "no namespace", a -> a.createTable(table(IN_NAMESPACE, "f")));
    act(lines, admin, "empty key", a -> a.createTable(table(T, "f"), keys("a", "")));
    act(lines, admin, "same key", a -> a.createTable(table(T, "f"), keys("b", "a", "b")));
    act(lines, admin, "two", a -> a.createTable(table(T, "f"), bytes("a"), bytes("z"), 2));
    act(lines, admin, "order", a -> a.createTable(table(T, "f"), bytes("z"), bytes("a"), 3));
    for (TableName each : List.of(NONE, META)) {
      act(lines, admin, "enable " + each, a -> a.enableTable(each));
      act(lines, admin, "disable " + each, a -> a.disableTable(each));
      act(lines, admin, "delete " + each, a -> a.deleteTable(each));
    }
  }

  private static void changes(List<String> lines, Admin admin) {
    act(lines, admin, "enable enabled", a -> a.enableTable(T));
    act(lines, admin, "delete enabled", a -> a.deleteTable(T));
    act(lines, admin, "disable", a -> a.disableTable(T));
    look(lines, admin, T);
    act(lines, admin, "disable disabled", a -> a.disableTable(T));
    act(lines, admin, "enable", a -> a.enableTable(T));
    look(lines, admin, T);
    act(lines, admin, "disable again", a -> a.disableTable(T));
    act(lines, admin, "delete", a -> a.deleteTable(T));
    look(lines, admin, T);
    for (int regions : new int[] {3, 4, 10}) {
      TableName name = TableName.valueOf("even" + regions);
      act(lines, admin, "even", a -> a.createTable(table(name, "f"), key(1), key(99), regions));
      note(lines, admin, "starts", a -> starts(a, name));
    }
  }

  private static void namespaces(List<String> lines, Admin admin) {
    NamespaceDescriptor shop =
        NamespaceDescriptor.create("shop").addConfiguration("k", "v").build();
    note(lines, admin, "no shop", a -> a.getNamespaceDescriptor("shop"));
    act(lines, admin, "create shop", a -> a.createNamespace(shop));
    act(lines, admin, "create shop again", a -> a.createNamespace(shop));
    note(lines, admin, "shop", a -> a.getNamespaceDescriptor("shop"));
    note(lines, admin, "all", a -> List.of(a.listNamespaceDescriptors()));
    act(lines, admin, "orders", a -> a.createTable(table(IN_NAMESPACE, "f", "g")));
    look(lines, admin, IN_NAMESPACE);
  }

  private static void patterns(List<String> lines, Admin admin) {
    List<Pattern> patterns = new ArrayList<>();
    for (String text :
        List.of("", ".*", "even.", "default:even.*", "shop:.*", "hbase:.*", "ev|x")) {
      patterns.add(Pattern.compile(text));
    }
    patterns.add(Pattern.compile("EVEN.*", Pattern.CASE_INSENSITIVE));
    patterns.add(Pattern.compile("even[", Pattern.LITERAL));
    patterns.add(null);
    for (Pattern pattern : patterns) {
      note(lines, admin, "names of " + pattern, a -> List.of(a.listTableNames(pattern)));
      for (boolean system : new boolean[] {false, true}) {
        note(lines, admin, system + " " + pattern, a -> List.of(a.listTableNames(pattern, system)));
      }
    }
  }

  private static void look(List<String> lines, Admin admin, TableName table) {
    note(lines, admin, "exists " + table, a -> a.tableExists(table));
    note(lines, admin, "enabled " + table, a -> a.isTableEnabled(table));
    note(lines, admin, "disabled " + table, a -> a.isTableDisabled(table));
    note(lines, admin, "available " + table, a -> a.isTableAvailable(table));
    note(lines, admin, "descriptor " + table, a -> a.getDescriptor(table));
  }

  private static List<String> starts(Admin admin, TableName table) throws Exception {
    List<String> starts = new ArrayList<>();
    for (byte[] key : admin.getConnection().getRegionLocator(table).getStartKeys()) {
      starts.add(Bytes.toStringBinary(key));
    }
    return starts;
  }

  private static void act(List<String> lines, Admin admin, String what, Action action) {
    note(
        lines,
        admin,
        what,
        a -> {
          action.of(a);
          return "done";
        });
  }

  private static void note(List<String> lines, Admin admin, String what, Call call) {
    String answer;
    try {
      answer = String.valueOf(call.of(admin));
    } catch (IllegalArgumentException e) {
      // Refused in the client: the wording of these is ours.
      answer = e.getClass().getName();
    } catch (Exception e) {
      // The other lines are the stack of each door.
      answer = e.getClass().getName() + ": " + e.getMessage().lines().findFirst().orElse("");
    }
    lines.add(what + " -> " + answer);
  }

  private static TableDescriptor table(TableName name, String... families) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(name);
    for (String family : families) {
      builder.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(bytes(family)).setMaxVersions(3).build());
    }
    return builder.build();
  }

  private static byte[][] keys(String... keys) {
    return Arrays.stream(keys).map(DoorTest::bytes).toArray(byte[][]::new);
  }

  private static byte[] key(int number) {
    return Bytes.toBytes(number);
  }
}
