package io.rowandb.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;
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
    "rest --path=, '--path needs the name of a directory'",
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
