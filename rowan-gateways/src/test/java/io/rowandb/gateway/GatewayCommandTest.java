package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Command lines that are refused before anything is opened. */
class GatewayCommandTest {
  @ParameterizedTest
  @CsvSource({
    "rest --port=x, '--port'",
    "rest --port=65536, '65536 is not a port'",
    "thrift --port=-1, '-1 is not a port'",
    "rest --path=, 'PATH is empty; it needs the name of a directory'",
    "thrift --host=no.such.host.invalid, 'no.such.host.invalid'",
    "rest --v2, '--v2'",
    "thrift --frobnicate, '--frobnicate'",
    "'', 'a command is missing'"
  })
  void refusesAWrongCommandLine(String line, String reason) {
    StringWriter errors = new StringWriter();
    CommandLine command = Gateways.newCommandLine().setErr(new PrintWriter(errors, true));
    assertThat(command.execute(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
    assertThat(errors.toString()).startsWith("rowan: ").contains(reason, "--help");
  }

  /** HBase's file of defaults is loaded over those of the gateway. */
  @Test
  void defaultsOfAGatewayGoBeforeThoseOfHBase() {
    Configuration conf = HBaseConfiguration.create();
    assertThat(conf.getInt("hbase.thrift.maxWorkerThreads", 0)).isEqualTo(1000);
    GatewayCommand.useDefaults(conf);
    assertThat(conf.getInt("hbase.thrift.maxWorkerThreads", 0)).isEqualTo(200);
    assertThat(conf.getBoolean("hbase.use.dynamic.jars", true)).isFalse();
    Configuration own = HBaseConfiguration.create();
    own.setInt("hbase.thrift.maxWorkerThreads", 1000);
    own.setBoolean("hbase.use.dynamic.jars", true);
    GatewayCommand.useDefaults(own);
    assertThat(own.getInt("hbase.thrift.maxWorkerThreads", 0)).isEqualTo(1000);
    assertThat(own.getBoolean("hbase.use.dynamic.jars", false)).isTrue();
  }

  /** A mistyped path is no new store. */
  @Test
  void makesNoStoreUnasked(@TempDir Path directory) {
    Path absent = directory.resolve("absent");
    for (String gateway : new String[] {"rest", "thrift"}) {
      for (String[] store : new String[][] {{"--path", absent.toString()}, {absent.toString()}}) {
        StringWriter err = new StringWriter();
        CommandLine command = Gateways.newCommandLine().setErr(new PrintWriter(err, true));
        List<String> arguments = new ArrayList<>(List.of(gateway, "--port=0"));
        arguments.addAll(List.of(store));
        assertThat(command.execute(arguments.toArray(new String[0]))).isEqualTo(1);
        assertThat(err.toString())
            .isEqualTo("rowan: " + absent + " does not exist; --create makes a store there\n");
      }
    }
    assertThat(absent).doesNotExist();
  }

  @Test
  void explainsItself() {
    for (String gateway : new String[] {"rest", "thrift"}) {
      StringWriter help = new StringWriter();
      CommandLine command = Gateways.newCommandLine().setOut(new PrintWriter(help, true));
      assertThat(command.execute(gateway, "--help")).isZero();
      assertThat(help.toString()).contains("--path", "--port", "--host", "rowan-data", "SIGTERM");
    }
  }
}
