package io.rowandb.cli.design;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A Java source file, compiled in memory against this program's own class path. */
final class CompiledSource {
  private final Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();

  private CompiledSource() {}

  /**
   * The classes of a source file by their names.
   *
   * @throws IOException when it cannot be read, is wrong Java, naming the line, or there is no
   *     compiler
   */
  static Map<String, byte[]> classesOf(Path source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IOException(
          source + " cannot be compiled: this Java has no compiler; a JDK has one, a JRE not");
    }
    CompiledSource compiled = new CompiledSource();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(found, null, StandardCharsets.UTF_8)) {
      boolean right =
          compiler
              .getTask(
                  null,
                  compiled.inMemory(files),
                  found,
                  List.of("-proc:none", "-classpath", System.getProperty("java.class.path")),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      if (!right) {
        throw new IOException(firstError(source, found));
      }
    }
    Map<String, byte[]> bytes = new LinkedHashMap<>();
    compiled.classes.forEach((name, content) -> bytes.put(name, content.toByteArray()));
    return bytes;
  }

  private static String firstError(Path source, DiagnosticCollector<JavaFileObject> found) {
    List<Diagnostic<? extends JavaFileObject>> errors =
        found.getDiagnostics().stream()
            .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
            .<Diagnostic<? extends JavaFileObject>>map(each -> each)
            .toList();
    Diagnostic<? extends JavaFileObject> first = errors.get(0);
    return source
        + ":"
        + first.getLineNumber()
        + ": "
        + first
            .getMessage(null)
            .lines()
            .map(String::strip)
            .reduce((a, b) -> a + ", " + b)
            .orElse("")
        + (errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more errors)");
  }

  private JavaFileManager inMemory(StandardJavaFileManager files) {
    return new ForwardingJavaFileManager<>(files) {
      @Override
      public JavaFileObject getJavaFileForOutput(
          Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
        return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/')), kind) {
          @Override
          public OutputStream openOutputStream() {
            return classes.computeIfAbsent(name, key -> new ByteArrayOutputStream());
          }
        };
      }
    };
  }
}
