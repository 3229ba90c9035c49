package io.rowandb.schema.typed;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles a program of statements, each in a method and a line of its own. */
final class CompiledStatements {
  /** Where an error is: the number of the statement, and the columns of its code, from 0. */
  record Refusal(int statement, long begin, long end, String code, String message) {}

  private static final String HEAD =
      """
      package typed;
      import io.rowandb.schema.join.*;
      import io.rowandb.schema.migration.*;
      import io.rowandb.schema.key.*;
      import io.rowandb.schema.packed.*;
      import io.rowandb.schema.pattern.*;
      import io.rowandb.schema.table.*;
      import io.rowandb.schema.view.*;
      import java.time.*;
      import java.util.*;
      import org.apache.hadoop.hbase.client.*;
      import org.apache.hadoop.hbase.util.*;
      final class Program {
        enum Color { RED }
        enum Size { SMALL }
        record User(String name, int age, long visits, boolean isNew, Color color, Instant at,
            LocalDate day, byte[] raw, List<String> tags, Optional<String> nick,
            OptionalInt room, OptionalLong score, OptionalDouble mean) {}
        record City(String name, int people, long area, Optional<String> lord) {}
        static class Bean {
          String getName() { return ""; }
          Integer getAge() { return 0; }
          Optional<String> getNick() { return Optional.empty(); }
          String title() { return ""; }
          Bean title(String title) { return this; }
        }
        RecordTable<User> users;
        RecordTable<Bean> beans;
        RecordTable<City> cities;
        AsyncRecordTable<User> async;
        AsyncRecordTable<Bean> asyncBeans;
        MigratedTable<User> migrated;
        ViewedTable<User> viewed;
        AsyncViewedTable<User> asyncViewed;
        PackedRecordBuilder<User> packed;
        TableDesignBuilder<User> design;
        RowKeyBuilder<User> key;
        RecordQuery<User> query;
        List<String> texts;
        List<Integer> numbers;
      """;

  private final Path directory;
  private final String head;

  /** Puts classes into a directory. */
  CompiledStatements(Path directory) {
    this(directory, HEAD);
  }

  /**
   * The same of statements that use other names.
   *
   * @param head the program up to its first method, in whole lines
   */
  CompiledStatements(Path directory, String head) {
    this.directory = directory;
    this.head = head;
  }

  private String program(List<String> statements) {
    StringBuilder text = new StringBuilder(head);
    for (int i = 0; i < statements.size(); i++) {
      text.append("  void s").append(i).append("() throws Exception {\n");
      text.append(statements.get(i)).append(";\n}\n");
    }
    return text.append("}\n").toString();
  }

  /** The errors in statements, in their order; each is of one line. */
  List<Refusal> refusals(List<String> statements) throws IOException {
    String program = program(statements);
    int first = (int) head.lines().count() + 2;
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter output = new StringWriter();
    boolean isCompiled =
        compiler.getTask(output, null, found, options(), null, List.of(source(program))).call();
    List<Refusal> refusals =
        found.getDiagnostics().stream()
            .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
            .map(each -> refusal(each, program, first))
            .toList();
    if (isCompiled != refusals.isEmpty()) {
      throw new IOException("the compiler says " + output + " " + refusals);
    }
    return refusals;
  }

  private List<String> options() {
    return List.of(
        "-proc:none",
        "-Xmaxerrs",
        "1000",
        "-cp",
        System.getProperty("java.class.path"),
        "-d",
        directory.toString());
  }

  private static Refusal refusal(
      Diagnostic<? extends JavaFileObject> found, String program, int first) {
    long line = found.getLineNumber() - first;
    int begin = program.lastIndexOf('\n', (int) found.getPosition() - 1) + 1;
    return new Refusal(
        line % 3 == 0 ? (int) (line / 3) : -1,
        found.getStartPosition() - begin,
        found.getEndPosition() - begin,
        found.getCode(),
        found.getMessage(Locale.ROOT));
  }

  private static JavaFileObject source(String program) {
    return new SimpleJavaFileObject(
        URI.create("text:///Program.java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return program;
      }
    };
  }
}
