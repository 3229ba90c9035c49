package io.rowandb.cli.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A code block of a page.
 *
 * @param page its file, from the project's root, with slashes
 * @param line where the block begins, from 1
 * @param language what stands behind the three backquotes; may be empty
 * @param text its lines, without the backquotes
 */
public record PageBlock(String page, int line, String language, String text) {
  /** The project's root; tests run in their module's directory. */
  public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Also one that is a part of a list, and so is indented. */
  private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)```([a-z]*)\n(.*?)^\\1```$");

  private static final String CHINESE = "docs/zh/";

  /** What is in a block, by its language or by how its lines begin. */
  public enum Kind {
    /** Lines of {@code ./rowan}, and nothing that they print. */
    COMMANDS,
    /** A line of {@code ./rowan}, and what it prints. */
    TRANSCRIPT,
    /** What is typed into Rowan's shell behind its prompt, with or without what it prints. */
    SESSION,
    /** Requests to a server. */
    REQUESTS,
    /** Lines for other programs. */
    SHELL,
    /** In the languages of these names. */
    JAVA,
    XML,
    YAML,
    JSON,
    SQL,
    /** All else: what is printed, or read. */
    TEXT
  }

  private static final Pattern REQUESTS = Pattern.compile("(curl|echo) .*");
  private static final Pattern SHELL = Pattern.compile("(mvn|git|java|keytool) .*");

  /** What is in it. */
  public Kind kind() {
    if (!language.isEmpty() && !language.equals("sh")) {
      return Kind.valueOf(language.toUpperCase(Locale.ROOT));
    }
    String first = text.lines().findFirst().orElse("");
    if (first.startsWith("./rowan ")) {
      boolean isPrinted =
          text.lines().anyMatch(each -> !each.isBlank() && !each.startsWith("./rowan "));
      return isPrinted ? Kind.TRANSCRIPT : Kind.COMMANDS;
    }
    if (first.startsWith("rowan> ")) {
      return Kind.SESSION;
    }
    if (REQUESTS.matcher(first).matches()) {
      return Kind.REQUESTS;
    }
    return SHELL.matcher(first).matches() ? Kind.SHELL : Kind.TEXT;
  }

  /** Where it is, as an editor finds it. */
  public String place() {
    return page + ":" + line;
  }

  /** Those of a page in their order; the page by its path from the project's root. */
  public static List<PageBlock> of(String page) throws IOException {
    String text = Files.readString(ROOT.resolve(page));
    List<PageBlock> blocks = new ArrayList<>();
    Matcher found = BLOCK.matcher(text);
    while (found.find()) {
      int line = (int) text.substring(0, found.start()).lines().count() + 1;
      blocks.add(new PageBlock(page, line, found.group(2), found.group(3)));
    }
    return blocks;
  }

  /** The same, of one kind. */
  public static List<PageBlock> of(String page, Kind kind) throws IOException {
    return of(page).stream().filter(each -> each.kind() == kind).toList();
  }

  /** The README and the pages in English, by their paths from the project's root. */
  public static List<String> pages() throws IOException {
    List<String> pages = new ArrayList<>(List.of("README.md"));
    try (Stream<Path> all = Files.walk(ROOT.resolve("docs"))) {
      all.map(each -> ROOT.relativize(each).toString().replace('\\', '/'))
          .filter(each -> each.endsWith(".md") && !each.startsWith(CHINESE))
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }

  /** The same page in Chinese, whether it is there or not. */
  public static String inChinese(String page) {
    return page.equals("README.md") ? "README.zh.md" : page.replaceFirst("^docs/", CHINESE);
  }
}
