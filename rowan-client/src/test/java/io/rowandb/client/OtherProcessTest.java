package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.client.direct.DirectConnection;
import io.rowandb.client.inprocess.CompleteDoor;
import io.rowandb.client.inprocess.InProcessRegistry;
import io.rowandb.client.inprocess.InProcessRpcClient;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What takes a process of its own: class paths, starting from nothing, a store in use elsewhere.
 */
@Tag("slow")
@Timeout(120)
class OtherProcessTest {
  /** From Java 23 on HBase's own provider of users fails in Hadoop, before anything of ours. */
  private static final String USER_PROVIDER_KEY = "hbase.client.userprovider.class";

  private static final Map<String, String> FAST =
      Map.of(
          "hbase.client.connection.impl",
          DirectConnection.class.getName(),
          USER_PROVIDER_KEY,
          LocalUserProvider.class.getName());
  private static final Map<String, String> COMPLETE =
      Map.of(
          "hbase.rpc.client.impl",
          InProcessRpcClient.class.getName(),
          "hbase.client.registry.impl",
          InProcessRegistry.class.getName(),
          USER_PROVIDER_KEY,
          LocalUserProvider.class.getName());

  @TempDir private Path directory;

  @Test
  void oneFileOnTheClassPathLeadsAProgramToTheFastDoor() throws Exception {
    Process program = start(FAST, List.of());
    assertThat(firstLine(program)).isEqualTo("value DirectConnection");
    assertThat(program.waitFor()).isZero();
    // And it is on disk.
    Process again = start(FAST, List.of());
    assertThat(firstLine(again)).isEqualTo("value DirectConnection");
    assertThat(again.waitFor()).isZero();
  }

  @Test
  void andToTheCompleteDoor() throws Exception {
    Process program = start(COMPLETE, List.of());
    assertThat(firstLine(program)).isEqualTo("value ConnectionImplementation");
    assertThat(program.waitFor()).isZero();
  }

  /**
   * What the time to the first row is made of: whoever loads HBase's messages, its network or a
   * login on this way takes most of a second more.
   */
  @Test
  void theFirstRowNeedsNeitherMessagesNorNetworkNorLogin() throws Exception {
    Path log = directory.resolve("classes.txt");
    Process program = start(FAST, List.of("-Xlog:class+load:file=" + log));
    assertThat(firstLine(program)).isEqualTo("value DirectConnection");
    assertThat(program.waitFor()).isZero();
    List<String> loaded = Files.readAllLines(log);
    assertThat(loaded).anyMatch(line -> line.contains(DirectConnection.class.getName()));
    assertThat(loaded.stream().map(OtherProcessTest::className).filter(OtherProcessTest::isHeavy))
        .isEmpty();
  }

  private static String className(String line) {
    return line.replaceFirst("\\[.*] (\\S+) source: .*", "$1");
  }

  private static boolean isHeavy(String className) {
    return className.startsWith("org.apache.hadoop.hbase.shaded.protobuf.generated.")
        || className.contains(".netty.")
        || className.startsWith("org.apache.zookeeper.")
        || className.equals("javax.security.auth.login.LoginContext");
  }

  @Test
  void aStoreInUseNamesTheProcessThatUsesIt() throws Exception {
    Process holder = start(FAST, List.of(), "hold");
    assertThat(firstLine(holder)).isEqualTo("value DirectConnection");
    Configuration fast = Rowan.configuration(store().toString());
    Configuration complete = CompleteDoor.configure(new Configuration(fast));
    for (Configuration conf : List.of(fast, complete)) {
      assertThatThrownBy(() -> ConnectionFactory.createConnection(conf))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(store().toString())
          .hasMessageContaining(Long.toString(holder.pid()));
    }
    holder.getOutputStream().close();
    assertThat(holder.waitFor()).isZero();
    try (var connection = ConnectionFactory.createConnection(fast);
        var admin = connection.getAdmin()) {
      assertThat(admin.listTableNames()).hasSize(1);
    }
  }

  private Path store() throws IOException {
    return directory.toRealPath().resolve("store");
  }

  /** Starts {@link FirstRow} with an hbase-site.xml of these keys and the path of the store. */
  private Process start(Map<String, String> keys, List<String> flags, String... arguments)
      throws IOException {
    Configuration site = new Configuration(false);
    keys.forEach(site::set);
    site.set(Rowan.PATH_KEY, store().toString());
    Path classPath = Files.createDirectories(directory.resolve("conf"));
    try (var out = Files.newOutputStream(classPath.resolve("hbase-site.xml"))) {
      site.writeXml(out);
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-cp");
    command.add(classPath + File.pathSeparator + System.getProperty("java.class.path"));
    command.add(FirstRow.class.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static String firstLine(Process program) throws IOException {
    return new BufferedReader(
            new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))
        .readLine();
  }
}
