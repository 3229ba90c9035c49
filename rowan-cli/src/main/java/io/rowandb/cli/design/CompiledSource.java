package io.rowandb.cli.design;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import io.rowandb.engine.io.LocalFileSystem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * A Java source file, compiled in memory against this program's own class path. Source files that
 * it uses are compiled with it if their location relative to it matches their packages.
 *
 * @param classes the classes by name, of the file and of the files that it uses
 * @param own the names of the classes in the file itself
 */
record CompiledSource(Map<String, byte[]> classes, Set<String> own) {
  /**
   * Compiles.
   *
   * @throws IOException when it cannot be read, is wrong Java, naming the file and line, uses a
   *     class that is nowhere, naming the remedy, or there is no compiler
   */
  static CompiledSource of(Path source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IOException(
          source + " cannot be compiled: this Java has no compiler; a JDK has one, a JRE not");
    }
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(found, null, StandardCharsets.UTF_8)) {
      Path file = named(source);
      JavaFileObject root = files.getJavaFileObjects(file).iterator().next();
      Optional<Path> directory = sourceDirectory(file, packageOf(compiler, files, root));
      List<String> options =
          new ArrayList<>(
              List.of("-proc:none", "-classpath", System.getProperty("java.class.path")));
      directory.ifPresent(each -> options.addAll(List.of("-sourcepath", each.toString())));
      InMemory output = new InMemory(files, root.toUri());
      if (!compiler.getTask(null, output, found, options, null, List.of(root)).call()) {
        throw new IOException(firstError(source, directory, found));
      }
      return output.compiled();
    }
  }

  /** As the file says it; empty for none. */
  private static String packageOf(
      JavaCompiler compiler, StandardJavaFileManager files, JavaFileObject source)
      throws IOException {
    JavacTask parsed =
        (JavacTask)
            compiler.getTask(
                null, files, new DiagnosticCollector<>(), List.of(), null, List.of(source));
    for (CompilationUnitTree unit : parsed.parse()) {
      return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
    }
    return "";
  }

  /** Where the packages' directories are; none when the file is not in that of its package. */
  private static Optional<Path> sourceDirectory(Path file, String packageName) {
    Path directory = file.getParent();
    if (packageName.isEmpty()) {
      return Optional.of(directory);
    }
    String[] names = packageName.split("\\.", -1);
    for (int i = names.length - 1; i >= 0; i--) {
      if (directory.getFileName() == null || !directory.getFileName().toString().equals(names[i])) {
        return Optional.empty();
      }
      directory = directory.getParent();
    }
    return Optional.of(directory);
  }

  private static String firstError(
      Path source, Optional<Path> directory, DiagnosticCollector<JavaFileObject> found)
      throws IOException {
    List<Diagnostic<? extends JavaFileObject>> errors =
        found.getDiagnostics().stream()
            .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
            .<Diagnostic<? extends JavaFileObject>>map(each -> each)
            .toList();
    if (errors.isEmpty()) {
      return source + " cannot be compiled, and the compiler does not say why";
    }
    Diagnostic<? extends JavaFileObject> first = errors.get(0);
    return place(source, first)
        + ": "
        + first
            .getMessage(Locale.ENGLISH)
            .lines()
            .map(line -> line.strip().replaceAll(" +", " "))
            .reduce((a, b) -> a + ", " + b)
            .orElse("")
        + (isOfMissingClass(first) ? remedy(directory) : "")
        + (errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more errors)");
  }

  private static Path named(Path source) throws IOException {
    return new LocalFileSystem().named(source);
  }

  private static String place(Path source, Diagnostic<? extends JavaFileObject> error)
      throws IOException {
    URI own = named(source).toUri();
    Path file =
        error.getSource() == null || error.getSource().toUri().equals(own)
            ? source
            : Path.of(error.getSource().toUri());
    return error.getLineNumber() == Diagnostic.NOPOS
        ? file.toString()
        : file + ":" + error.getLineNumber();
  }

  /** By the compiler's own names of its errors. */
  private static boolean isOfMissingClass(Diagnostic<? extends JavaFileObject> error) {
    return error.getCode().equals("compiler.err.doesnt.exist")
        || error.getCode().equals("compiler.err.cant.access")
        || (error.getCode().startsWith("compiler.err.cant.resolve")
            && error.getMessage(Locale.ENGLISH).contains("class "));
  }

  private static String remedy(Optional<Path> directory) {
    return directory
            .map(each -> "; source files are looked for in " + each + ", and classes in Rowan's")
            .orElse(
                "; a source file is looked for only where the file's directory is named as its"
                    + " package, and a class in Rowan's")
        + " class path: put it there, or give a jar, or a directory of classes, that has it";
  }

  /** Where the compiler writes to, and reads from. Used by one thread. */
  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();
    private final Set<String> own = new LinkedHashSet<>();
    private final URI root;

    /**
     * Of a compilation.
     *
     * @param root the file whose classes are its own
     */
    InMemory(JavaFileManager files, URI root) {
      super(files);
      this.root = root;
    }

    /** Without a module that the file may be in: what it uses is in no module here. */
    @Override
    public JavaFileObject getJavaFileForInput(
        Location location, String name, JavaFileObject.Kind kind) throws IOException {
      return location == StandardLocation.SOURCE_PATH && name.equals("module-info")
          ? null
          : super.getJavaFileForInput(location, name, kind);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      if (sibling != null && sibling.toUri().equals(root)) {
        own.add(name);
      }
      return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/')), kind) {
        @Override
        public OutputStream openOutputStream() {
          return classes.computeIfAbsent(name, key -> new ByteArrayOutputStream());
        }
      };
    }

    CompiledSource compiled() {
      Map<String, byte[]> bytes = new LinkedHashMap<>();
      classes.forEach((name, content) -> bytes.put(name, content.toByteArray()));
      return new CompiledSource(bytes, own);
    }
  }
}
