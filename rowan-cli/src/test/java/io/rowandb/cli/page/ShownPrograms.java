package io.rowandb.cli.page;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles the Java blocks of pages, each within a frame that declares what the page says in words:
 * {@code src/test/resources/page/java} of the module, {@code docs_load.txt} for {@code
 * docs/load.md}. A line {@code // BLOCK} of a frame is the next block of the page; {@code //
 * ELSEWHERE} is one that another test compiles.
 *
 * <p>A block may leave out what a reader does not miss: semicolons at the end of its calls, and
 * what an ellipsis stands for. Its imports go to the head of the frame, its records of one line
 * into the class.
 */
public final class ShownPrograms {
  private static final Path FRAMES = Path.of("src", "test", "resources", "page", "java");
  private static final String CLASS = "class Program {";

  private ShownPrograms() {}

  private static Path frame(String page) {
    return FRAMES.resolve(name(page) + ".txt");
  }

  /** Of a page, as that of a package. */
  private static String name(String page) {
    return page.replaceFirst("\\.md$", "").replaceAll("\\W", "_");
  }

  /** What the compiler says of the programs of pages; nothing, if it takes them. */
  public static String refusals(Path directory, List<String> pages) throws IOException {
    List<JavaFileObject> sources = new ArrayList<>();
    for (String page : pages) {
      sources.add(new Source(name(page), program(page)));
    }
    List<String> options =
        List.of(
            "-proc:none", "-cp", System.getProperty("java.class.path"), "-d", directory.toString());
    StringWriter errors = new StringWriter();
    boolean isCompiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(errors, null, null, options, null, sources)
            .call();
    return isCompiled ? "" : errors.toString();
  }

  private static String program(String page) throws IOException {
    Deque<PageBlock> blocks = new ArrayDeque<>(PageBlock.of(page, PageBlock.Kind.JAVA));
    List<String> imports = new ArrayList<>();
    List<String> records = new ArrayList<>();
    List<String> program = new ArrayList<>();
    for (String line : Files.readAllLines(frame(page))) {
      String mark = line.strip();
      if (mark.equals("// ELSEWHERE")) {
        blocks.remove();
      } else if (mark.equals("// BLOCK")) {
        for (String each : statements(blocks.remove().text())) {
          List<String> part =
              each.startsWith("import ") ? imports : isRecord(each) ? records : program;
          part.add(each);
        }
      } else {
        program.add(line);
      }
    }
    if (!blocks.isEmpty()) {
      throw new IOException("not in the frame of " + page + ": " + blocks);
    }
    String text = program.stream().collect(Collectors.joining("\n"));
    return "package page.%s;%n%s%n".formatted(name(page), String.join("\n", imports))
        + text.replace(CLASS, CLASS + "\n" + String.join("\n", records));
  }

  private static boolean isRecord(String line) {
    return line.startsWith("record ") && code(line).endsWith("{}");
  }

  /** The lines, with what was left out. */
  private static List<String> statements(String block) {
    List<String> lines = new ArrayList<>();
    String last = ";";
    for (String line : block.lines().filter(each -> !each.strip().equals("...")).toList()) {
      String code = code(line);
      if (!code.isEmpty()) {
        boolean begins = Character.isLetter(line.charAt(0));
        lines.add(begins && !isEnd(last) ? ";" : "");
        last = code;
      }
      lines.add(line.replace("…", ""));
    }
    return lines;
  }

  /** Whether nothing is missing behind a line before the next statement. */
  private static boolean isEnd(String code) {
    return code.endsWith(";") || code.endsWith("{") || code.endsWith("}") || code.startsWith("@");
  }

  private static String code(String line) {
    return line.replaceFirst("//.*", "").strip();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    private Source(String name, String text) {
      super(URI.create("page:///" + name + "/Program.java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
