package io.rowandb.cli.design;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;

/**
 * Reads design files: a Java source file, a jar, or a directory of classes, of which each class
 * that has static fields of type {@link TableDesign} declares these tables. The program that uses
 * the tables has such a class already; nothing is written twice.
 */
public final class DesignFiles implements AutoCloseable {
  private static final String CLASS = ".class";

  /** What a class that has such a field has in its file: how Java names its type there. */
  private static final String MARK = 'L' + TableDesign.class.getName().replace('.', '/') + ';';

  private final List<Loader> loaders = new ArrayList<>();
  private final List<TableDesign<?>> designs = new ArrayList<>();

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
    for (Loader loader : loaders) {
      loader.close();
    }
  }

  private void add(Path file) throws IOException {
    Loader loader = new Loader(file, classes(file));
    loaders.add(loader);
    int before = designs.size();
    try {
      for (String name : loader.names()) {
        addDesigns(loader, name);
      }
    } catch (LinkageError e) {
      throw new IOException(file + ": " + (e.getCause() == null ? e : e.getCause()), e);
    }
    if (designs.size() == before) {
      throw new IOException(
          file + " declares no table: none of its classes has a static field of type TableDesign");
    }
  }

  /** The classes by their names that may declare tables; of a source file, all. */
  private static Map<String, byte[]> classes(Path file) throws IOException {
    String name = file.toString();
    if (!Files.isReadable(file)) {
      throw new IOException(file + " is no file that can be read");
    }
    if (Files.isDirectory(file)) {
      return ofDirectory(file);
    }
    if (name.endsWith(".java")) {
      return CompiledSource.classesOf(file);
    }
    if (name.endsWith(".jar")) {
      return ofJar(file);
    }
    throw new IOException(
        file + " is no design file: that is a .java file, a .jar, or a directory of classes");
  }

  private static Map<String, byte[]> ofDirectory(Path directory) throws IOException {
    Map<String, byte[]> classes = new LinkedHashMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path each : (Iterable<Path>) files.sorted()::iterator) {
        String path =
            directory.relativize(each).toString().replace(each.getFileSystem().getSeparator(), "/");
        if (isClass(path)) {
          add(path, Files.readAllBytes(each), classes);
        }
      }
    }
    return classes;
  }

  private static Map<String, byte[]> ofJar(Path file) throws IOException {
    Map<String, byte[]> classes = new LinkedHashMap<>();
    try (JarFile jar = new JarFile(file.toFile())) {
      for (JarEntry each : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (isClass(each.getName())) {
          try (InputStream content = jar.getInputStream(each)) {
            add(each.getName(), content.readAllBytes(), classes);
          }
        }
      }
    }
    return classes;
  }

  private static boolean isClass(String path) {
    return path.endsWith(CLASS) && !path.endsWith("-info.class") && !path.startsWith("META-INF/");
  }

  private static void add(String path, byte[] content, Map<String, byte[]> classes) {
    if (new String(content, StandardCharsets.ISO_8859_1).contains(MARK)) {
      String name = path.substring(0, path.length() - CLASS.length()).replace('/', '.');
      classes.put(name, content);
    }
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
    private final Map<String, byte[]> classes;
    private final boolean source;

    Loader(Path file, Map<String, byte[]> classes) throws IOException {
      super(new URL[] {file.toAbsolutePath().toUri().toURL()}, DesignFiles.class.getClassLoader());
      this.classes = classes;
      source = file.toString().endsWith(".java");
    }

    List<String> names() {
      return List.copyOf(classes.keySet());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] content = source ? classes.get(name) : null;
      return content == null
          ? super.findClass(name)
          : defineClass(name, content, 0, content.length);
    }
  }
}
