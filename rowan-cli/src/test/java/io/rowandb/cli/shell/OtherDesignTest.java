package io.rowandb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.cli.Failures;
import io.rowandb.cli.design.DesignFiles;
import io.rowandb.client.Rowan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table that was made by another design than the shell was given: nothing of it is misread. */
class OtherDesignTest {
  private static final String RECORDS =
      """
      import io.rowandb.schema.key.*;
      import io.rowandb.schema.table.*;
      class %1$s {
        record Item(long id, %2$s n) {}
        static final TableDesign<Item> ITEMS =
            TableDesign.of("items", Item.class)
                .key(key -> key.part(Item::id%3$s))
                .family("f").column(Item::n, "f:n").build();
      }
      """;

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter json = new StringWriter();
  private Connection connection;

  @BeforeEach
  void make() throws IOException {
    connection =
        ConnectionFactory.createConnection(Rowan.configuration("mem:" + UUID.randomUUID()));
    run(List.of(right()), "create 'items'");
    run(
        List.of(),
        "put 'items', \"\\x80\\0\\0\\0\\0\\0\\0\\5\", 'f:n', \"\\0\\0\\0\\0\\0\\0\\0\\7\"");
    out.getBuffer().setLength(0);
  }

  @AfterEach
  void close() throws IOException {
    connection.close();
  }

  private Path right() throws IOException {
    return Files.writeString(
        directory.resolve("Right.java"), RECORDS.formatted("Right", "long", ""));
  }

  private Path other() throws IOException {
    return Files.writeString(
        directory.resolve("Other.java"),
        RECORDS.formatted("Other", "double", ", Parts.descending(Parts.int64())"));
  }

  private String run(List<Path> files, String line) throws IOException {
    out.getBuffer().setLength(0);
    json.getBuffer().setLength(0);
    try (DesignFiles designs = DesignFiles.read(files)) {
      new Shell(
              new Session(connection, designs, new PrintWriter(out), () -> false, () -> null),
              Failures::oneLine)
          .line(line);
      new Shell(
              new Session(
                  connection,
                  designs,
                  new PrintWriter(new StringWriter()),
                  Optional.of(new PrintWriter(json)),
                  () -> false,
                  () -> null),
              Failures::oneLine)
          .line(line);
    }
    return out.toString();
  }

  @Tag("slow")
  @Test
  void rowsAreCellsWithTheReason() throws IOException {
    assertThat(run(List.of(right()), "scan 'items'")).contains("id=5", "n=7");
    for (String line : List.of("scan 'items'", "get 'items', \"\\x80\\0\\0\\0\\0\\0\\0\\5\"")) {
      assertThat(run(List.of(other()), line))
          .contains("value=\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x07", "another design")
          .doesNotContain("id=");
      assertThat(json.toString()).contains("\"reason\"", "another design").doesNotContain("\"id\"");
    }
  }

  @Test
  @Tag("slow")
  void descriptionsSayWhatIsWrong() throws IOException {
    assertThat(run(List.of(other()), "describe 'items'")).contains("another design");
    assertThat(json.toString()).contains("\"misfits\":[\"table items was made by another design");
    assertThat(run(List.of(right()), "describe 'items'")).doesNotContain("another design");
    assertThat(json.toString()).contains("\"misfits\":[]");
    run(List.of(), "describe 'items'");
    assertThat(json.toString()).contains("\"enabled\":true", "\"misfits\":[]"); // by what it keeps
  }

  /** In any order of the files. */
  @Tag("slow")
  @Test
  void ofTwoDesignsTheOneIsTakenThatTheTableWasMadeBy() throws IOException {
    for (List<Path> both : List.of(List.of(right(), other()), List.of(other(), right()))) {
      assertThat(run(both, "scan 'items'")).contains("id=5", "n=7");
      assertThat(run(both, "scan 'items', {WHERE => {id => 5}}")).contains("id=5", "n=7");
    }
  }

  @Test
  @Tag("slow")
  void aDesignWithoutAnEndIsAFailureOfItsCommand() throws IOException {
    Path endless =
        Files.writeString(
            directory.resolve("Endless.java"),
            """
            import io.rowandb.schema.table.*;
            class Endless {
              record Item(long id, long n) {
                Item {
                  if (n == 7) { new Item(id, n); }
                }
              }
              static final TableDesign<Item> ITEMS =
                  TableDesign.of("items", Item.class)
                      .key(key -> key.part(Item::id))
                      .family("f").column(Item::n, "f:n").build();
            }
            """);
    assertThat(run(List.of(endless), "scan 'items', {WHERE => {id => 5}}"))
        .contains("ERROR: java.lang.StackOverflowError");
  }
}
