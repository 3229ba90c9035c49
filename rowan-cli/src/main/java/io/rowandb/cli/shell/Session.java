package io.rowandb.cli.shell;

import io.rowandb.cli.design.DesignFiles;
import io.rowandb.cli.design.RowForms;
import io.rowandb.cli.terminal.JsonText;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.schema.pattern.notes.NotedDesigns;
import io.rowandb.schema.table.ChangedDesignException;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The context in which commands run.
 *
 * @param connection to the store or cluster
 * @param designs designs of tables; may be empty
 * @param out the output for text
 * @param json the output for answers as JSON, one object per line, if requested; then {@code out}
 *     is only for people
 * @param stopped whether the running command must end
 * @param answers the answers of the user
 */
public record Session(
    Connection connection,
    DesignFiles designs,
    PrintWriter out,
    Optional<PrintWriter> json,
    BooleanSupplier stopped,
    Answers answers) {
  /** With text alone. */
  public Session(
      Connection connection,
      DesignFiles designs,
      PrintWriter out,
      BooleanSupplier stopped,
      Answers answers) {
    this(connection, designs, out, Optional.empty(), stopped, answers);
  }

  /** Where answers to questions come from. */
  public interface Answers {
    /** The next line; null when there is none. */
    String next() throws IOException;
  }

  /**
   * What the rows of a table may be: by the designs of the session that are of it, as far as its
   * rows were written by them; without any, by the design that the table keeps.
   */
  RowForms forms(TableName table) throws IOException {
    if (designs.forms(table).isEmpty()) {
      return kept(table);
    }
    Map<TableDesign<?>, String> refused = new HashMap<>();
    for (TableDesign<?> design : designs.designs()) {
      if (!RowForms.of(table, List.of(design)).isEmpty()) {
        try {
          RecordTable.open(connection, design).close();
        } catch (ChangedDesignException e) {
          refused.put(design, e.getMessage());
        }
      }
    }
    return RowForms.of(table, designs.designs(), refused);
  }

  private RowForms kept(TableName table) throws IOException {
    try {
      return RowForms.of(table, List.copyOf(NotedDesigns.of(connection, table)));
    } catch (IllegalArgumentException e) {
      return RowForms.unreadable(table, e.getMessage());
    }
  }

  /** Says what a command was asked for, to people or to programs. */
  void say(String text, Map<String, ?> object) {
    json.ifPresentOrElse(lines -> lines.println(JsonText.line(object)), () -> out.println(text));
  }

  /** Says what only people want beside it: headings, counts of lines, progress. */
  void remark(String text) {
    if (json.isEmpty()) {
      out.println(text);
    }
  }

  void flush() {
    out.flush();
    json.ifPresent(PrintWriter::flush);
  }

  /**
   * Asks before something is done to several things, as HBase's shell does.
   *
   * @param word what is done, as in Disable
   * @param names to what
   * @param what these are, as in tables
   * @param pattern which all of them match
   * @return whether the answer is y; not when there is nothing
   */
  boolean agreesTo(String word, List<String> names, String what, String pattern)
      throws IOException {
    if (names.isEmpty()) {
      out.println("No " + what + " matched " + pattern);
      return false;
    }
    names.forEach(out::println);
    out.println();
    out.println(word + " the above " + names.size() + " " + what + " (y/n)?");
    out.flush();
    String answer = answers.next();
    if (answer == null) {
      throw new IOException("nothing is done: there was no answer to the question");
    }
    boolean agreed = answer.strip().equals("y");
    if (!agreed) {
      out.println("Nothing is done: the answer was not y.");
    }
    return agreed;
  }
}
