package io.rowandb.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.client.Rowan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines for Java's own programs in startup.md and encryption.md do what is said there. */
@Tag("slow")
class ShownShellLinesTest {
  private static final String MAIN =
      """
      package com.example;
      public class Main {
        public static void main(String[] args) {
          System.out.println("it runs");
        }
      }
      """;

  @TempDir private Path directory;

  /** A shell carries it out in the directory of this test, with this Java's programs. */
  private String run(String line) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", line).directory(directory.toFile());
    String programs = Path.of(System.getProperty("java.home"), "bin").toString();
    builder.environment().merge("PATH", programs, (old, mine) -> mine + ":" + old);
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close(); // keytool asks for a password of the key, and takes none
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s%n%s", line, output).isZero();
    return output;
  }

  private static List<String> lines(String page) throws IOException {
    return PageBlock.of(page, PageBlock.Kind.SHELL).get(0).text().lines().toList();
  }

  @Test
  void anArchiveOfClassesIsMade() throws Exception {
    makeProgram();
    List<String> lines = lines("docs/startup.md");
    assertThat(lines).hasSize(3);
    assertThat(run(lines.get(0))).contains("it runs");
    assertThat(directory.resolve("app.list")).content().contains("com/example/Main");
    run(lines.get(1));
    assertThat(directory.resolve("app.jsa")).isNotEmptyFile();
    assertThat(run(lines.get(2))).isEqualTo("it runs\n");
    // As the page says, this makes it an error if the archive is not used.
    assertThat(run(lines.get(2).replace("java ", "java -Xshare:on "))).isEqualTo("it runs\n");
  }

  private void makeProgram() throws IOException {
    Path source = Files.writeString(directory.resolve("Main.java"), MAIN);
    String[] options = {"-d", directory.resolve("classes").toString(), source.toString()};
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options)).isZero();
    String name = "com/example/Main.class";
    Path library = Files.createDirectory(directory.resolve("lib")).resolve("library.jar");
    for (Path jar : List.of(directory.resolve("app.jar"), library)) {
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
        out.putNextEntry(new JarEntry(name));
        out.write(Files.readAllBytes(directory.resolve("classes").resolve(name)));
      }
    }
  }

  /** With the keys of the page's table. */
  @Test
  void aKeyStoreEncryptsAFamily() throws Exception {
    run(lines("docs/encryption.md").get(0));
    Configuration conf = Rowan.configuration(directory.resolve("store").toString());
    conf.set("hbase.crypto.keyprovider", "org.apache.hadoop.hbase.io.crypto.KeyStoreKeyProvider");
    conf.set(
        "hbase.crypto.keyprovider.parameters",
        "jceks://" + directory.resolve("hbase.jks") + "?password=SECRET");
    conf.set("hbase.crypto.master.key.name", "hbase");
    TableName name = TableName.valueOf("secrets");
    byte[] text = Bytes.toBytes("nobody reads this");
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(name)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                      .setEncryptionType("AES")
                      .build())
              .build());
      table.put(new Put(text).addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), text));
      admin.flush(name);
      assertThat(table.exists(new Get(text))).isTrue();
    }
    try (Stream<Path> files = Files.walk(directory.resolve("store"))) {
      assertThat(files.filter(each -> each.getParent().endsWith("f")))
          .isNotEmpty()
          .allSatisfy(
              each ->
                  assertThat(Bytes.indexOf(Files.readAllBytes(each), text))
                      .as("in %s", each)
                      .isNegative());
    }
  }
}
