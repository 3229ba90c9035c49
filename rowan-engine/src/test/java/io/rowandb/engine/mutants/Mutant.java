package io.rowandb.engine.mutants;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.errorprone.annotations.Immutable;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A class of the engine with a defect.
 *
 * @param source the class's source, below the folder of the engine's sources
 * @param original what is replaced; occurs once
 * @param defect what it becomes
 */
@Immutable
record Mutant(String source, String original, String defect) {
  /** Where Maven runs the tests: the module's folder. */
  private static final Path SOURCES = Path.of("src", "main", "java", "io", "rowandb", "engine");

  /**
   * Compiles it.
   *
   * @param classes gets the classes, to be put before the engine's
   * @throws IllegalStateException when the source has changed so that the defect does not fit
   */
  void compile(Path scratch, Path classes) throws IOException {
    Path file = SOURCES.resolve(source);
    String text = Files.readString(file);
    int at = text.indexOf(original);
    if (at < 0 || text.indexOf(original, at + 1) >= 0) {
      throw new IllegalStateException(file + " must have this once: " + original);
    }
    Path mutated = Files.createDirectories(scratch).resolve(file.getFileName().toString());
    Files.writeString(
        mutated, text.substring(0, at) + defect + text.substring(at + original.length()));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, Locale.ROOT, UTF_8)) {
      List<String> options =
          List.of("-proc:none", "-nowarn", "-cp", classPath(), "-d", classes.toString());
      boolean compiled =
          compiler
              .getTask(messages, files, null, options, null, files.getJavaFileObjects(mutated))
              .call();
      if (!compiled) {
        throw new IllegalStateException("The defect does not compile: " + messages);
      }
    }
  }

  /** The engine, its tests, and all they need. */
  static String classPath() {
    return System.getProperty("java.class.path");
  }
}
