package io.rowandb.schema.pattern;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.key.Condition;
import io.rowandb.schema.key.KeyRange;
import io.rowandb.schema.key.KeySelection;
import io.rowandb.schema.key.RowKey;
import io.rowandb.schema.pattern.calls.Steps;
import io.rowandb.schema.pattern.plan.AccessPath;
import io.rowandb.schema.pattern.plan.PlanUnion;
import io.rowandb.schema.pattern.plan.QueryPlan;
import io.rowandb.schema.pattern.plan.QuerySettings;
import io.rowandb.schema.pattern.plan.QuerySpec;
import io.rowandb.schema.pattern.rows.MergedRows;
import io.rowandb.schema.table.IndexDesign;
import io.rowandb.schema.table.TallDetails;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.Pair;

/** Explains reads. Gets the table's regions from HBase and counts rows. */
final class Explainer<R> {
  // Fixed at construction.
  private final Connection connection;
  private final Planner<R> planner;
  private final PlanReader<R> reader;
  private final QuerySpec<R> read;
  private final Wanted wanted;

  Explainer(
      Connection connection,
      Planner<R> planner,
      PlanReader<R> reader,
      QuerySpec<R> read,
      Wanted wanted) {
    this.connection = connection;
    this.planner = planner;
    this.reader = reader;
    this.read = read;
    this.wanted = wanted;
  }

  Explanation explain() throws IOException {
    Optional<PlanUnion<R>> union = union();
    if (union.isPresent()) {
      List<Explanation> reads = new ArrayList<>();
      for (QueryPlan<R> plan : union.get().plans()) {
        reads.add(explained(plan, tooManyRanges(plan)));
      }
      return Explanation.ofUnion(reads, limit(read.settings()));
    }
    QueryPlan<R> plan;
    try {
      plan = planner.unchecked(read);
    } catch (IllegalArgumentException e) {
      return withoutPlan(e.getMessage());
    }
    return explained(plan, refusal(plan));
  }

  /** Several ways one after the other, if the read takes them since no single one serves it. */
  private Optional<PlanUnion<R>> union() {
    if (wanted.paged() || read.settings().order() != QuerySettings.Order.KEY) {
      return Optional.empty();
    }
    try {
      planner.plan(read);
      return Optional.empty();
    } catch (UnservedReadException e) {
      return planner.union(read);
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // the refusal says why
    }
  }

  private Explanation explained(QueryPlan<R> plan, Optional<String> refusal) throws IOException {
    IndexDesign<R> index = plan.path().index();
    try {
      return explanation(plan, refusal);
    } catch (IOException e) {
      throw index == null ? e : reader.keeper().named(index, e);
    }
  }

  private Explanation explanation(QueryPlan<R> plan, Optional<String> refusal) throws IOException {
    KeySelection selection = plan.path().selection();
    List<KeyRange> ranges = selection.ranges().stream().map(KeySelection.Selected::keys).toList();
    RowKey<R> key = keyOf(plan);
    Pair<byte[][], byte[][]> regions = regions(reader.tableOfRows(plan));
    Explanation.Rows rows = Steps.ended(reader.rowCount(plan).some());
    return new Explanation(
        servedBy(plan),
        key.partCount(),
        selection.parts(),
        ranges,
        plan.isMerged(),
        plan.isReversed(),
        touched(regions, ranges),
        regions.getFirst().length,
        rows,
        wanted.sent(plan),
        limit(plan.settings()),
        detailScans(plan, rows),
        checks(plan),
        wanted.end(plan),
        refusal,
        /* union= */ List.of());
  }

  private String servedBy(QueryPlan<R> plan) {
    AccessPath<R> path = plan.path();
    if (!path.selection().whole()) {
      return path.name();
    }
    if (path.isOfFirstRows(read.conditions(), plan.settings())) {
      return path.name() + ", the first rows of it";
    }
    return path.index() == null
        ? "nothing, so that all rows are read"
        : "nothing, so that all entries of " + path.name() + " are read";
  }

  private static Optional<Long> limit(QuerySettings<?> settings) {
    long limit = settings.limit();
    return limit == QuerySettings.ALL ? Optional.empty() : Optional.of(limit);
  }

  /** Details are read with their record, before it is checked. */
  private List<Explanation.DetailScans> detailScans(QueryPlan<R> plan, Explanation.Rows rows) {
    if (!wanted.needsRecords(plan)) {
      return List.of();
    }
    Explanation.Rows records = plan.isExact() ? rows.atMost(plan.settings().limit()) : rows;
    return read.design().details().stream()
        .filter(TallDetails.class::isInstance)
        .map(each -> ((TallDetails<R, ?>) each).table().getNameAsString())
        .map(name -> new Explanation.DetailScans(name, records))
        .toList();
  }

  /** Of conditions that have no ranges. */
  private Explanation withoutPlan(String reason) throws IOException {
    return new Explanation(
        "nothing",
        read.design().key().partCount(),
        /* determinedParts= */ 0,
        List.of(),
        /* merged= */ false,
        /* reversed= */ false,
        /* regionsTouched= */ 0,
        regions(read.design().name()).getFirst().length,
        new Explanation.Rows(0, /* all= */ true),
        /* sent= */ "nothing",
        limit(read.settings()),
        List.of(),
        List.of(),
        /* end= */ Optional.empty(),
        Optional.of(reason),
        /* union= */ List.of());
  }

  private RowKey<R> keyOf(QueryPlan<R> plan) {
    return plan.path().index() == null ? read.design().key() : plan.path().index().key();
  }

  private Optional<String> refusal(QueryPlan<R> plan) {
    try {
      QueryPlan<R> served = wanted.paged() ? planner.planOfPages(read) : planner.plan(read);
      if (wanted.paged()) {
        served.checkPage(1);
      }
      if (read.settings().copied() && wanted.fields().isPresent()) {
        served.path().checkInCopies(read.design(), wanted.fields().get());
      }
    } catch (UnservedReadException | IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
    return tooManyRanges(plan);
  }

  private static Optional<String> tooManyRanges(QueryPlan<?> plan) {
    try {
      if (plan.isMerged()) {
        MergedRows.check(plan.path().selection());
      }
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  private Pair<byte[][], byte[][]> regions(TableName name) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(name)) {
      return locator.getStartEndKeys();
    }
  }

  private static int touched(Pair<byte[][], byte[][]> regions, List<KeyRange> ranges) {
    int touched = 0;
    for (int i = 0; i < regions.getFirst().length; i++) {
      byte[] start = regions.getFirst()[i];
      byte[] end = regions.getSecond()[i];
      if (ranges.stream().anyMatch(range -> overlap(range, start, end))) {
        touched++;
      }
    }
    return touched;
  }

  private static boolean overlap(KeyRange range, byte[] start, byte[] end) {
    return (end.length == 0 || Arrays.compareUnsigned(range.start(), end) < 0)
        && (range.stop().length == 0 || Arrays.compareUnsigned(range.stop(), start) > 0);
  }

  private List<String> checks(QueryPlan<R> plan) {
    List<String> checks = new ArrayList<>();
    plan.unserved()
        .forEach((component, condition) -> checks.add(component.name() + text(condition)));
    if (plan.any() != null) {
      checks.add(
          "any of "
              + plan.any().fields().stream().map(Component::name).toList()
              + text(plan.any().condition()));
    }
    if (plan.settings().filter() != null) {
      checks.add("a filter of the program");
    }
    return checks;
  }

  private static String text(Condition condition) {
    if (condition instanceof Condition.Equal equal) {
      return " is " + QueryPlan.text(equal.value());
    }
    if (condition instanceof Condition.OneOf oneOf) {
      return " is one of " + oneOf.values().stream().map(QueryPlan::text).toList();
    }
    if (condition instanceof Condition.StartsWith starts) {
      return " begins with " + QueryPlan.text(starts.prefix());
    }
    if (condition instanceof Condition.OfDomain of) {
      return " is of domain " + of.domain();
    }
    Condition.Between between = (Condition.Between) condition;
    return (between.from() == null ? "" : " from " + QueryPlan.text(between.from()))
        + (between.to() == null ? "" : " before " + QueryPlan.text(between.to()));
  }
}
