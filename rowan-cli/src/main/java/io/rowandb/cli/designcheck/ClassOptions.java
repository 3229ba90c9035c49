package io.rowandb.cli.designcheck;

import io.rowandb.cli.design.ExitWatch;
import io.rowandb.cli.source.FileFault;
import io.rowandb.design.declared.JavaDesign;
import io.rowandb.design.plan.FieldType;
import io.rowandb.schema.table.TableDesign;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A design in Java instead of a file. */
final class ClassOptions {
  @Option(
      names = "--class",
      paramLabel = "CLASS",
      description =
          "The design is a static field of this class, or a static method without arguments, as com.acme.Calls#DESIGN. Its code is run. SAMPLE has the record's fields.")
  private String className;

  @Option(
      names = "--classpath",
      paramLabel = "FILES",
      description = "Jars and directories that have the class, with colons between them.")
  private String classPath = "";

  @Option(
      names = "--field",
      paramLabel = "NAME=TYPE",
      description =
          "How a field is read, as under \"fields\" of a design: at=time seconds. May be given several times.")
  private List<String> fields = new ArrayList<>();

  @Option(
      names = "--identity",
      paramLabel = "NAMES",
      split = ",",
      description = "The fields that tell records apart, with commas between them.")
  private List<String> identity = new ArrayList<>();

  /** Whether a class is named. */
  boolean isGiven() {
    return className != null;
  }

  /** Whether one of the others is given, which need a class or a table. */
  boolean hasOthers() {
    return !classPath.isEmpty() || !fields.isEmpty() || !identity.isEmpty();
  }

  /** The fields that tell records apart. */
  List<String> identity() {
    return identity;
  }

  /** How fields are read. */
  Map<String, FieldType> types() {
    Map<String, FieldType> types = new LinkedHashMap<>();
    for (String each : fields) {
      int mark = each.indexOf('=');
      if (mark < 1) {
        throw new IllegalArgumentException(
            "--field " + each + " should be like at=time yyyyMMddHHmmss");
      }
      try {
        types.put(each.substring(0, mark), FieldType.parse(each.substring(mark + 1)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("--field " + each + ": " + e.getMessage(), e);
      }
    }
    return types;
  }

  /** The jars and directories that are read. */
  List<Path> files() {
    return classPath().stream().map(Path::of).toList();
  }

  private List<String> classPath() {
    return classPath.isEmpty() ? List.of() : List.of(classPath.split(File.pathSeparator, -1));
  }

  /** What is done with a design, if a class is named. */
  interface Work<T> {
    T run(Optional<TableDesign<?>> design) throws IOException;
  }

  /** Works with the design while its classes can be loaded. */
  <T> T use(DesignInput input, Work<T> work) throws IOException {
    try (ExitWatch exits = ExitWatch.begin();
        URLClassLoader loader = loader(input)) {
      exits.add(loader);
      return apart(loader, () -> work.run(design(loader)));
    } catch (IllegalArgumentException e) {
      throw input.refused(e.getMessage());
    }
  }

  /** What the code of a design prints is no part of the report; it may ask for its own loader. */
  private static <T> T apart(ClassLoader loader, DesignInput.Work<T> work) throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    PrintStream out = System.out;
    System.setOut(System.err);
    thread.setContextClassLoader(loader);
    try {
      return work.run();
    } finally {
      thread.setContextClassLoader(before);
      System.setOut(out);
    }
  }

  private URLClassLoader loader(DesignInput input) throws IOException {
    List<URL> places = new ArrayList<>();
    for (String each : classPath()) {
      Optional<String> fault = FileFault.ofUsing(Path.of(each));
      if (each.isEmpty() || fault.isPresent()) {
        throw input.refused("--classpath: " + fault.orElse("a name is empty"));
      }
      places.add(Path.of(each).toUri().toURL());
    }
    return new URLClassLoader(
        "--class " + className, places.toArray(URL[]::new), ClassOptions.class.getClassLoader());
  }

  private Optional<TableDesign<?>> design(ClassLoader loader) {
    return Optional.ofNullable(className).map(name -> JavaDesign.of(name, loader));
  }
}
