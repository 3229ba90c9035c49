package io.rowandb.schema.typed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of the page of daily calls compiles, but for that of other libraries. */
class DailyCallsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "daily-calls.md");

  private static final Set<String> OTHERS = Set.of("### DynamoDB Enhanced Client", "### JPA");

  /** What the page says of its names in words. */
  private static final String HEAD =
      """
      package typed;
      import io.rowandb.schema.pattern.*;
      import java.util.*;
      import java.util.stream.*;
      final class Program {
        record Part(int number, int seconds) {}
        record Flight(String code, long sold) {}
        record Comment(String text) {}
        record Post(String id, String title, long edits, List<Comment> comments) {
          boolean isOpen() { return true; }
          Post retagged(String tag) { return this; }
        }
        record Call(String phone, int number, String cell, int seconds, long moves VERSION) {
          Call answered() { return this; }
        }
        RecordTable<Call> table;
        AsyncRecordTable<Call> async;
        RecordTable<Flight> flights;
        RecordTable<Post> posts;
        MalformedRows report;
        Comment comment;
        Call call;
        Call read;
        String token;
      """;

  @TempDir private Path directory;

  /** Blocks of Java, each in one line, without its comments and its declarations of records. */
  private static List<String> blocks() throws IOException {
    List<String> blocks = new ArrayList<>();
    StringBuilder block = null;
    boolean isOurs = true;
    boolean isRecord = false;
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("##") && block == null) {
        isOurs = !OTHERS.contains(line);
      } else if (line.equals("```java") && isOurs) {
        block = new StringBuilder();
      } else if (line.equals("```") && block != null) {
        blocks.add(block.toString());
        block = null;
      } else if (block != null) {
        isRecord |= line.startsWith("record ");
        if (!isRecord) {
          block.append(line.replaceAll("//.*", "").strip()).append(' ');
        }
        isRecord &= !line.startsWith("}") && !line.contains("{}");
      }
    }
    return blocks;
  }

  private static String head(String version) {
    return HEAD.replace(" VERSION", version);
  }

  @Tag("slow")
  @Test
  void ourCodeCompiles() throws IOException {
    List<String> blocks = blocks();
    assertThat(blocks).hasSize(6).noneMatch(String::isBlank);
    List<String> versioned = blocks.stream().filter(each -> each.contains(".version()")).toList();
    assertThat(versioned).hasSize(1);
    assertThat(new CompiledStatements(directory, head(", long version")).refusals(versioned))
        .isEmpty();
    List<String> others = blocks.stream().filter(each -> !versioned.contains(each)).toList();
    assertThat(new CompiledStatements(directory, head("")).refusals(others)).isEmpty();
  }

  @Tag("slow")
  @Test
  void whatDoesNotCompileIsFound() throws IOException {
    assertThat(
            new CompiledStatements(directory, head(""))
                .refusals(List.of("table.put(call)", "table.together(1).set(Call::cell).to(5)")))
        .extracting(CompiledStatements.Refusal::statement)
        .containsExactly(1);
  }
}
