package io.rowandb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.log4j.Appender;
import org.apache.log4j.LogManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What a program prints that does not print anything itself. */
class QuietStartTest {
  @TempDir private Path directory;

  /** A first program, and what its log has. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws IOException {
      try (Connection connection =
              ConnectionFactory.createConnection(Rowan.configuration(arguments[0]));
          Admin admin = connection.getAdmin()) {
        System.out.println("tables " + admin.listTableNames().length);
      }
      LoggerFactory.getLogger("shop").warn("a warning");
      LoggerFactory.getLogger("shop").error("an error");
      Enumeration<?> appenders = LogManager.getRootLogger().getAllAppenders();
      while (appenders.hasMoreElements()) {
        System.out.println("appender " + ((Appender) appenders.nextElement()).getName());
      }
    }
  }

  @Tag("slow")
  @Test
  void nothingButErrorsOfALogThatNobodyConfigured() throws Exception {
    List<String> lines = run();
    assertThat(lines).hasSize(3);
    assertThat(lines).contains("tables 0", "appender null");
    assertThat(lines).anyMatch(line -> line.endsWith(" ERROR shop - an error"));
  }

  @Tag("slow")
  @Test
  void whatAProgramConfiguresStays() throws Exception {
    Files.writeString(
        directory.resolve("log4j.properties"),
        """
        log4j.rootLogger=WARN, own
        log4j.appender.own=org.apache.log4j.ConsoleAppender
        log4j.appender.own.threshold=WARN
        log4j.appender.own.layout=org.apache.log4j.PatternLayout
        log4j.appender.own.layout.ConversionPattern=%p %c%n
        """);
    assertThat(run())
        .contains("tables 0", "WARN shop", "ERROR shop", "appender own")
        .doesNotContain("appender null");
  }

  private List<String> run() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                directory + File.pathSeparator + System.getProperty("java.class.path"),
                Program.class.getName(),
                directory.resolve("store").toString())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed.lines().toList();
  }
}
