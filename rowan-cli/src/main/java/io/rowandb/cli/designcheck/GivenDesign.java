package io.rowandb.cli.designcheck;

import io.rowandb.design.check.DesignFinding;
import io.rowandb.design.declared.DeclaredCheck;
import io.rowandb.design.declared.DeclaredPlan;
import io.rowandb.design.declared.PlannedSample;
import io.rowandb.design.live.LiveCheck;
import io.rowandb.design.live.LiveSample;
import io.rowandb.design.plan.FieldType;
import io.rowandb.design.plan.TablePlan;
import io.rowandb.design.sample.SampleSpec;
import io.rowandb.schema.table.TableDesign;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * The design and the rows that a command is given, in one of three ways: files, a design in Java
 * with a file of rows, or a table that is there with its own rows.
 */
final class GivenDesign {
  /**
   * A design with its rows.
   *
   * @param findings what a table that is there shows beside its rows
   */
  record Given(TablePlan plan, Optional<SampleSpec> sample, List<DesignFinding> findings) {}

  /** What is done with it. */
  interface Work<T> {
    T run(Given given) throws IOException;
  }

  private final DesignInput input;
  private final ClassOptions java;
  private final Optional<TableOptions> table;
  private final PageOption page;

  /**
   * Of the options of a command.
   *
   * @param table empty for a command that takes no table
   */
  GivenDesign(DesignInput input, ClassOptions java, Optional<TableOptions> table, PageOption page) {
    this.input = input;
    this.java = java;
    this.table = table;
    this.page = page;
  }

  /** Works with the design and its rows, which are needed. */
  <T> T useWithRows(Work<T> work) throws IOException {
    return use(
        given -> {
          if (given.sample().isEmpty()) {
            throw input.refused(
                table.filter(TableOptions::isGiven).isPresent()
                    ? "table " + given.plan().table() + " has no row that can be read"
                    : "SAMPLE is missing: the rows that the table will have");
          }
          return work.run(given);
        });
  }

  /** Works with the design and its rows, if there are any. */
  <T> T use(Work<T> work) throws IOException {
    boolean isLive = table.filter(TableOptions::isGiven).isPresent();
    if (isLive || java.isGiven()) {
      input.takeFirstAsSample();
      page.check(read(), directories());
      return java.use(input, design -> isLive ? live(design, work) : declared(design, work));
    }
    if (java.hasOthers() || table.filter(TableOptions::hasPlace).isPresent()) {
      throw input.refused(
          table.isPresent()
              ? "--path, --cluster, --classpath, --field and --identity go with --table or --class"
              : "--classpath, --field and --identity go with --class");
    }
    if (!input.hasDesign()) {
      throw input.refused(
          "DESIGN is missing: the file of the design, or --class and a design in Java"
              + (table.isPresent() ? ", or --table and a table that is there" : ""));
    }
    TablePlan plan = input.plan();
    page.check(read(), List.of());
    Optional<SampleSpec> sample = input.sample(plan);
    return input.read(() -> work.run(new Given(plan, sample, List.of())));
  }

  private List<Path> read() {
    List<Path> read = new ArrayList<>(input.files());
    read.addAll(java.files());
    table.flatMap(TableOptions::file).ifPresent(read::add);
    return read;
  }

  private List<Path> directories() {
    return table.flatMap(TableOptions::directory).stream().toList();
  }

  private <T> T declared(Optional<TableDesign<?>> declared, Work<T> work) throws IOException {
    TableDesign<?> design = declared.orElseThrow();
    if (table.filter(TableOptions::hasPlace).isPresent()) {
      throw input.refused("--path and --cluster go with --table");
    }
    Map<String, FieldType> types = java.types();
    List<String> identity = java.identity();
    TablePlan plan = DeclaredPlan.of(design, DeclaredPlan.types(design, types), identity);
    Optional<SampleSpec> sample = input.sample(plan);
    return input.read(
        () -> {
          PlannedSample planned = DeclaredCheck.planned(design, sample, types, identity);
          return work.run(new Given(planned.plan(), planned.sample(), List.of()));
        });
  }

  private <T> T live(Optional<TableDesign<?>> design, Work<T> work) throws IOException {
    input.refuseSample();
    long limit = input.limit().orElse(LiveCheck.USUAL_ROWS);
    if (limit < 1 || limit > LiveCheck.MOST_ROWS) {
      throw input.refused("--limit " + limit + " should be 1 to " + LiveCheck.MOST_ROWS);
    }
    TableOptions from = table.orElseThrow();
    TableName name = from.name();
    try (Connection connection = ConnectionFactory.createConnection(from.configuration(input))) {
      return input.read(
          () -> {
            try (LiveSample rows =
                LiveCheck.sample(
                    connection,
                    name,
                    design,
                    java.types(),
                    java.identity(),
                    (int) limit,
                    from.seed())) {
              return work.run(new Given(rows.plan(), rows.sample(), rows.findings()));
            }
          });
    } catch (TableNotFoundException e) {
      throw input.refused("there is no table " + name);
    }
  }
}
