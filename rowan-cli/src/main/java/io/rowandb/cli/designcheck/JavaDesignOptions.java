package io.rowandb.cli.designcheck;

import io.rowandb.cli.ClusterOption;
import io.rowandb.cli.design.ExitWatch;
import io.rowandb.cli.source.FileFault;
import io.rowandb.client.Rowan;
import io.rowandb.design.check.DesignCheck;
import io.rowandb.design.check.DesignReport;
import io.rowandb.design.declared.DeclaredCheck;
import io.rowandb.design.declared.DeclaredPlan;
import io.rowandb.design.declared.JavaDesign;
import io.rowandb.design.declared.PlannedSample;
import io.rowandb.design.live.LiveCheck;
import io.rowandb.design.live.LiveSample;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleSpec;
import io.rowandb.schema.table.TableDesign;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A design in Java, or a table that is there, instead of a file. */
final class JavaDesignOptions {
  @Option(
      names = "--table",
      paramLabel = "NAME",
      description =
          "Checks this table of --path or --cluster: its rows, by the design that it keeps, or by --class; of others the key is bytes. Nothing is changed.")
  private String table;

  @Option(names = "--path", paramLabel = "PATH", description = "The store that has the table.")
  private String path;

  @Mixin private ClusterOption cluster;

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

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Chooses where a large table is read; ${DEFAULT-VALUE}.")
  private long seed;

  /** Whether the design is no file. */
  boolean isGiven() {
    return table != null
        || className != null
        || path != null
        || cluster.given().isPresent()
        || !classPath.isEmpty()
        || !fields.isEmpty()
        || !identity.isEmpty();
  }

  /** What is done with a plan, its sample, and what a table that is there shows besides. */
  interface Work<T> {
    T run(TablePlan plan, Optional<SampleSpec> sample, DesignReport report) throws IOException;
  }

  /** Checks what is given, and goes on with it. */
  <T> T check(DesignInput input, PageOption page, long now, Work<T> work) throws IOException {
    if (table == null && className == null) {
      throw input.refused(
          "--path, --cluster, --classpath, --field and --identity go with --table or --class");
    }
    input.takeFirstAsSample();
    page.check(read(input));
    try (ExitWatch exits = ExitWatch.begin();
        URLClassLoader loader = loader(input)) {
      exits.add(loader);
      return apart(
          loader,
          () -> {
            Optional<TableDesign<?>> design = design(loader);
            return table == null
                ? declared(input, design.orElseThrow(), now, work)
                : live(input, design, now, work);
          });
    } catch (IllegalArgumentException e) {
      throw input.refused(e.getMessage());
    }
  }

  private List<Path> read(DesignInput input) {
    List<Path> read = new ArrayList<>(input.files());
    classPath().forEach(each -> read.add(Path.of(each)));
    cluster.given().ifPresent(read::add);
    return read;
  }

  private List<String> classPath() {
    return classPath.isEmpty() ? List.of() : List.of(classPath.split(File.pathSeparator, -1));
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
        "--class " + className,
        places.toArray(URL[]::new),
        JavaDesignOptions.class.getClassLoader());
  }

  private Optional<TableDesign<?>> design(ClassLoader loader) {
    return Optional.ofNullable(className).map(name -> JavaDesign.of(name, loader));
  }

  private Map<String, FieldType> types() {
    Map<String, FieldType> types = new LinkedHashMap<>();
    for (String each : fields) {
      int mark = each.indexOf('=');
      if (mark < 1) {
        throw new IllegalArgumentException(
            "--field " + each + " should be like at=time yyyyMMddHHmmss");
      }
      types.put(each.substring(0, mark), FieldType.parse(each.substring(mark + 1)));
    }
    return types;
  }

  private <T> T declared(DesignInput input, TableDesign<?> design, long now, Work<T> work)
      throws IOException {
    if (path != null || cluster.given().isPresent()) {
      throw input.refused("--path and --cluster go with --table");
    }
    Map<String, FieldType> types = types();
    TablePlan plan = DeclaredPlan.of(design, DeclaredPlan.types(design, types), identity);
    Optional<SampleSpec> sample = input.sample(plan);
    return input.read(
        () -> {
          PlannedSample planned = DeclaredCheck.planned(design, sample, types, identity);
          return work.run(
              planned.plan(),
              planned.sample(),
              DesignCheck.run(planned.plan(), planned.sample(), now));
        });
  }

  private <T> T live(DesignInput input, Optional<TableDesign<?>> design, long now, Work<T> work)
      throws IOException {
    input.refuseSample();
    long limit = input.limit().orElse(LiveCheck.USUAL_ROWS);
    if (limit < 1 || limit > LiveCheck.MOST_ROWS) {
      throw input.refused("--limit " + limit + " should be 1 to " + LiveCheck.MOST_ROWS);
    }
    TableName name = TableName.valueOf(table);
    try (Connection connection = ConnectionFactory.createConnection(configuration(input))) {
      return input.read(
          () -> {
            try (LiveSample rows =
                LiveCheck.sample(connection, name, design, types(), identity, (int) limit, seed)) {
              return work.run(rows.plan(), rows.sample(), rows.check(now));
            }
          });
    } catch (TableNotFoundException e) {
      throw input.refused("there is no table " + name);
    }
  }

  private Configuration configuration(DesignInput input) throws IOException {
    Optional<Path> site = cluster.given();
    if (site.isPresent() == (path != null)) {
      throw input.refused("--table needs --path and a store, or --cluster and its hbase-site.xml");
    }
    if (site.isEmpty()) {
      requireStore(input, Path.of(path));
      return Rowan.configuration(path);
    }
    Optional<String> fault = FileFault.ofReading(site.get());
    if (fault.isPresent()) {
      throw input.refused(fault.get());
    }
    Configuration configuration = HBaseConfiguration.create();
    configuration.addResource(new org.apache.hadoop.fs.Path(site.get().toUri()));
    return configuration;
  }

  /** Opening another directory would make a store there. */
  private static void requireStore(DesignInput input, Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw input.refused(directory + " is no directory of a store");
    }
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isEmpty()) {
        throw input.refused(directory + " is empty, and no store");
      }
    }
  }
}
