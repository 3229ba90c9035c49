package io.rowandb.cli.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of design files, and what is refused. */
class DesignFilesTest {
  private static final String SOURCE =
      """
      package shop;
      import io.rowandb.schema.table.*;
      public class Shop {
        record Item(long id, String name) {}
        private static final TableDesign<Item> ITEMS =
            TableDesign.of("items", Item.class)
                .key(key -> key.part(Item::id))
                .family("i").column(Item::name, "i:n").build();
        static TableDesign<Item> none;
        static class More {
          static final TableDesign<Item> OLD =
              TableDesign.of("old:items", Item.class)
                  .key(key -> key.part(Item::id))
                  .family("i").column(Item::name, "i:n").build();
        }
      }
      """;

  @TempDir private Path directory;

  @Test
  void aSourceFileIsCompiled() throws IOException {
    try (DesignFiles files = read(write("Shop.java", SOURCE))) {
      assertThat(files.designs())
          .extracting(design -> design.name().getNameAsString())
          .containsExactlyInAnyOrder("items", "old:items");
      assertThat(files.forms(TableName.valueOf("items")).isEmpty()).isFalse();
      assertThat(files.forms(TableName.valueOf("others")).isEmpty()).isTrue();
    }
    try (var left = Files.list(directory)) {
      assertThat(left).as("nothing is written").hasSize(1);
    }
  }

  @Tag("slow")
  @Test
  void classesAndJarsAreRead() throws IOException {
    Path classes = compiled();
    try (DesignFiles files = read(classes)) {
      assertThat(files.designs()).hasSize(2);
    }
    Path jar = directory.resolve("shop.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        var all = Files.walk(classes)) {
      for (Path each : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
        out.write(Files.readAllBytes(each));
      }
    }
    try (DesignFiles files = DesignFiles.read(List.of(jar, jar))) {
      assertThat(files.designs()).hasSize(4);
      TableDesign<?> design = files.designs().get(0);
      assertThat(design.key().encode(field -> 5L)).endsWith(0, 0, 5);
    }
  }

  private Path compiled() throws IOException {
    Path source = write("Shop.java", SOURCE);
    Path classes = Files.createDirectory(directory.resolve("classes"));
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                classes.toString(),
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());
    assertThat(code).isZero();
    return classes;
  }

  @Test
  void whatIsNoDesignFileIsRefused() throws IOException {
    refused(directory.resolve("none.java"), "none.java: no such file or directory");
    refused(write("a.txt", SOURCE), "a.txt is no design file");
    refused(write("Empty.java", "class Empty {}"), "Empty.java declares no table");
    refused(Files.createDirectory(directory.resolve("empty")), "empty declares no table");
    refused(
        write("Wrong.java", "class Wrong {\n int a = \"\";\n int b = \"\"; }"),
        "Wrong.java:2: incompatible types: java.lang.String cannot be converted to int (and 1 more");
    refused(write("broken.jar", "no zip"), "zip");
  }

  @Test
  void aDesignThatFailsSaysWhy() throws IOException {
    refused(
        write("Shop.java", SOURCE.replace("\"i:n\"", "\"x:n\"")),
        "x:n is name: UTF-8 text: family x is not declared");
  }

  @Tag("slow")
  @Test
  void aSourceFileMayUseItsNeighbours() throws IOException {
    Path root = Files.createDirectories(directory.resolve("src"));
    Path shop = Files.createDirectories(root.resolve("shop"));
    Files.createDirectories(shop.resolve("stock"));
    Files.writeString(root.resolve("module-info.java"), "module shop { requires nothing; }");
    Files.writeString(
        shop.resolve("Shop.java"),
        SOURCE
            .replace("record Item(long id, String name) {}", "")
            .replace("package shop;", "/* package a; */ package shop; import shop.stock.Item;"));
    Files.writeString(
        shop.resolve("stock").resolve("Item.java"),
        """
        package shop.stock;
        public record Item(long id, String name) {
          static final io.rowandb.schema.table.TableDesign<Item> OWN =
              io.rowandb.schema.table.TableDesign.of("own", Item.class)
                  .key(key -> key.part(Item::id))
                  .family("i").column(Item::name, "i:n").build();
        }
        """);
    try (DesignFiles files = read(shop.resolve("Shop.java"))) {
      assertThat(names(files)).containsExactlyInAnyOrder("items", "old:items");
    }
    List<Path> both = List.of(shop.resolve("Shop.java"), shop.resolve("stock/Item.java"));
    try (DesignFiles files = DesignFiles.read(both)) {
      assertThat(names(files)).containsExactlyInAnyOrder("items", "old:items", "own");
    }
  }

  private static List<String> names(DesignFiles files) {
    return files.designs().stream().map(design -> design.name().getNameAsString()).toList();
  }

  @Test
  void aSourceFileWithoutPackageMayUseItsNeighbours() throws IOException {
    write("Item.java", "record Item(long id, String name) {}");
    String source = SOURCE.replace("record Item(long id, String name) {}", "");
    try (DesignFiles files = read(write("Shop.java", source.replace("package shop;", "")))) {
      assertThat(files.designs()).hasSize(2);
    }
  }

  @Test
  void aMissingClassIsNamedWithTheRemedy() throws IOException {
    String source = SOURCE.replace("record Item(long id, String name) {}", "");
    String remedy = "or give a jar, or a directory of classes, that has it";
    assertThatThrownBy(() -> read(write("Shop.java", source)))
        .hasMessageContaining("Shop.java:5: cannot find symbol, symbol: class Item")
        .hasMessageContaining("is looked for only where the file's directory is named as its")
        .hasMessageContaining(remedy)
        .hasMessageContaining("more error");
    Path neighbour = write("Item.java", "record Item(long id, missing.Name name) {}");
    assertThatThrownBy(() -> read(write("Shop.java", source.replace("package shop;", ""))))
        .hasMessageContaining(neighbour + ":1: package missing does not exist")
        .hasMessageContaining(remedy);
  }

  @Test
  void aClassThatIsMissingAtRunTimeIsNamedWithTheRemedy() throws IOException {
    Path classes = compiled();
    Files.delete(classes.resolve("shop").resolve("Shop$Item.class"));
    assertThatThrownBy(() -> read(classes))
        .hasMessageContaining(
            "classes: class shop.Shop$Item is needed, which neither the design file nor Rowan's"
                + " class path has: give a jar, or a directory of classes, that has it too");
  }

  private void refused(Path file, String reason) {
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(reason);
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  private static DesignFiles read(Path file) throws IOException {
    return DesignFiles.read(List.of(file));
  }
}
