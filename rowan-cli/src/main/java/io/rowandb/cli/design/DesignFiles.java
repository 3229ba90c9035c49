package io.rowandb.cli.design;

import io.rowandb.cli.source.FileFault;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;

/**
 * Reads design files: a Java source file, a jar, or a directory of classes. Each class with static
 * fields of type {@link TableDesign} declares these tables. The program that uses the tables
 * already has such a class, so nothing is written twice. Source files that a source file uses are
 * compiled with it, but tables in them are ignored; to read those, give the files themselves.
 *
 * <p>Their code is run. If it ends the process, an error names it ({@link ExitWatch}).
 */
public final class DesignFiles implements AutoCloseable {
  private static final String CLASS = ".class";

  /** What a class that has such a field has in its file: how Java names its type there. */
  private static final String MARK = 'L' + TableDesign.class.getName().replace('.', '/') + ';';

  private final List<Loader> loaders = new ArrayList<>();
  private final List<TableDesign<?>> designs = new ArrayList<>();
  private final ExitWatch exits = ExitWatch.begin();

  private DesignFiles() {}

  /**
   * Reads files. To be closed when their designs are not used any more, since these may need
   * classes of theirs later.
   *
   * @throws IOException when one cannot be read or compiled, declares no table, or its code fails
   */
  public static DesignFiles read(List<Path> files) throws IOException {
    DesignFiles read = new DesignFiles();
    try {
      for (Path file : files) {
        read.add(file);
      }
    } catch (IOException | RuntimeException | Error e) {
      try {
        read.close();
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
    return read;
  }

  /** The tables that they declare, in the order of files, classes and fields. */
  public List<TableDesign<?>> designs() {
    return List.copyOf(designs);
  }

  /** What the rows of a table may be by them. */
  public RowForms forms(TableName table) {
    return RowForms.of(table, designs);
  }

  @Override
  public void close() throws IOException {
    exits.close();
    for (Loader loader : loaders) {
      loader.close();
    }
  }

  private void add(Path file) throws IOException {
    Loader loader = loader(file);
    loaders.add(loader);
    exits.add(loader);
    int before = designs.size();
    try {
      for (String name : loader.names()) {
        addDesigns(loader, name);
      }
    } catch (LinkageError | StackOverflowError e) {
      throw new IOException(file + ": " + reason(e), e);
    }
    if (designs.size() == before) {
      throw new IOException(
          file + " declares no table: none of its classes has a static field of type TableDesign");
    }
  }

  /** Why the code of a design cannot continue; for a missing class, with the remedy. */
  public static String reason(Error failed) {
    for (Throwable each = failed; each != null; each = each.getCause()) {
      if (each instanceof ClassNotFoundException missing) {
        return "class "
            + missing.getMessage()
            + " is needed, which neither the design file nor Rowan's class path has: give a jar, or"
            + " a directory of classes, that has it too";
      }
    }
    return String.valueOf(failed.getCause() == null ? failed : failed.getCause());
  }

  private static Loader loader(Path file) throws IOException {
    String name = file.toString();
    Optional<String> fault = FileFault.ofUsing(file);
    if (fault.isPresent()) {
      throw new IOException(fault.get());
    }
    if (Files.isDirectory(file)) {
      return new Loader(file, ofDirectory(file), Map.of());
    }
    if (name.endsWith(".java")) {
      CompiledSource compiled = CompiledSource.of(file);
      return new Loader(file, List.copyOf(compiled.own()), compiled.classes());
    }
    if (name.endsWith(".jar")) {
      return new Loader(file, ofJar(file), Map.of());
    }
    throw new IOException(
        file + " is no design file: that is a .java file, a .jar, or a directory of classes");
  }

  /** The names of the classes that may declare tables. */
  private static List<String> ofDirectory(Path directory) throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path each : (Iterable<Path>) files.sorted()::iterator) {
        String path =
            directory.relativize(each).toString().replace(each.getFileSystem().getSeparator(), "/");
        if (isClass(path) && mayDeclare(Files.readAllBytes(each))) {
          names.add(className(path));
        }
      }
    }
    return names;
  }

  private static List<String> ofJar(Path file) throws IOException {
    List<String> names = new ArrayList<>();
    try (JarFile jar = new JarFile(file.toFile())) {
      for (JarEntry each : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (isClass(each.getName())) {
          try (InputStream content = jar.getInputStream(each)) {
            if (mayDeclare(content.readAllBytes())) {
              names.add(className(each.getName()));
            }
          }
        }
      }
    }
    return names;
  }

  private static boolean isClass(String path) {
    return path.endsWith(CLASS) && !path.endsWith("-info.class") && !path.startsWith("META-INF/");
  }

  private static boolean mayDeclare(byte[] classFile) {
    return new String(classFile, StandardCharsets.ISO_8859_1).contains(MARK);
  }

  private static String className(String path) {
    return path.substring(0, path.length() - CLASS.length()).replace('/', '.');
  }

  private void addDesigns(Loader loader, String className) throws IOException {
    try {
      for (Field field : loader.loadClass(className).getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == TableDesign.class) {
          field.setAccessible(true);
          if (field.get(null) instanceof TableDesign<?> design) {
            designs.add(design);
          }
        }
      }
    } catch (ClassNotFoundException | IllegalAccessException | InaccessibleObjectException e) {
      throw new IOException(className + " cannot be read: " + e, e);
    }
  }

  /** Finds classes in a design file; those of a source file are in memory. */
  private static final class Loader extends URLClassLoader {
    private final List<String> names;
    private final Map<String, byte[]> compiled;

    /**
     * Of a file.
     *
     * @param names of the classes that may declare tables
     * @param compiled those of a source file, and of the files that it uses
     */
    Loader(Path file, List<String> names, Map<String, byte[]> compiled) throws IOException {
      super(
          file.toAbsolutePath().toString(),
          new URL[] {file.toAbsolutePath().toUri().toURL()},
          DesignFiles.class.getClassLoader());
      this.names = List.copyOf(names);
      this.compiled = compiled;
    }

    List<String> names() {
      return names;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] content = compiled.get(name);
      return content == null
          ? super.findClass(name)
          : defineClass(name, content, 0, content.length);
    }
  }
}
