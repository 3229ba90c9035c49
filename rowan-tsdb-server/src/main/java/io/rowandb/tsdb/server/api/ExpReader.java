package io.rowandb.tsdb.server.api;

import io.rowandb.tsdb.aggregate.Interval;
import io.rowandb.tsdb.aggregate.Rate;
import io.rowandb.tsdb.expression.Formula;
import io.rowandb.tsdb.expression.SeriesJoin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a request for expressions. Used once. */
final class ExpReader {
  private static final String AGO = "-ago";

  private record Filters(List<SubQuery.Filter> filters, boolean explicitTags) {}

  private final Map<String, Object> members;
  private final Map<String, Object> time;
  private final Map<String, Filters> filters = new HashMap<>();

  private ExpReader(Map<String, Object> members) {
    this.members = members;
    if (members.get("time") == null) {
      throw new IllegalArgumentException("missing time");
    }
    time = JsonTree.object(members.get("time"));
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException naming what is wrong
   * @throws ApiException when a member is of another kind
   */
  static ExpQuestion read(Map<String, Object> members) {
    return new ExpReader(members).read();
  }

  private ExpQuestion read() {
    for (Object each : objects("filters")) {
      readFilter(JsonTree.object(each));
    }
    List<ExpQuestion.Metric> metrics = new ArrayList<>();
    for (Object each : objects("metrics")) {
      metrics.add(metric(JsonTree.object(each)));
    }
    if (metrics.isEmpty()) {
      throw new IllegalArgumentException("missing or empty metrics");
    }
    List<ExpQuestion.Expression> expressions = new ArrayList<>();
    for (Object each : objects("expressions")) {
      expressions.add(expression(JsonTree.object(each)));
    }
    AskedQueries asked =
        new AskedQueries(
            wanted(time, "start"),
            QueryReader.text(time, "end"),
            QueryReader.text(time, "timezone"),
            false,
            metrics.stream().map(ExpQuestion.Metric::query).toList(),
            new AskedQueries.Shown(true, true, false, false, false, false, false, false));
    return new ExpQuestion(asked, metrics, expressions, outputs(metrics, expressions));
  }

  private List<?> objects(String name) {
    List<?> list = QueryReader.list(members, name);
    if (list.size() > ExpQuestion.MOST) {
      throw new IllegalArgumentException(
          "At most " + ExpQuestion.MOST + " " + name + " are taken at once: " + list.size());
    }
    return list;
  }

  private static String wanted(Map<String, Object> of, String name) {
    String text = QueryReader.text(of, name);
    if (text == null || text.isEmpty()) {
      throw new IllegalArgumentException("missing or empty " + name);
    }
    return text;
  }

  private static String id(Map<String, Object> of) {
    String id = wanted(of, "id");
    if (!id.chars().allMatch(Character::isLetterOrDigit)) {
      throw new IllegalArgumentException("Invalid id (\"" + id + "\"): illegal character");
    }
    if (!Character.isLetter(id.charAt(0))) {
      throw new IllegalArgumentException("The ID begins with a letter: " + id);
    }
    return id;
  }

  private void readFilter(Map<String, Object> filter) {
    List<SubQuery.Filter> of = new ArrayList<>();
    for (Object each : QueryReader.list(filter, "tags")) {
      Map<String, Object> tag = JsonTree.object(each);
      of.add(
          new SubQuery.Filter(
              wanted(tag, "type"),
              wanted(tag, "tagk"),
              QueryReader.text(tag, "filter") == null ? "" : QueryReader.text(tag, "filter"),
              QueryReader.truth(tag, "groupBy") || QueryReader.truth(tag, "group_by")));
    }
    String id = id(filter);
    if (filters.put(id, new Filters(of, QueryReader.truth(filter, "explicitTags"))) != null) {
      throw new IllegalArgumentException("duplicated filter id: " + id);
    }
  }

  private ExpQuestion.Metric metric(Map<String, Object> metric) {
    String id = id(metric);
    String filter = QueryReader.text(metric, "filter");
    Filters of = new Filters(List.of(), false);
    if (filter != null && !filter.isEmpty()) {
      of = filters.get(filter);
      if (of == null) {
        throw new IllegalArgumentException("unrecognized filter id " + filter + " in metric " + id);
      }
    }
    String aggregator = QueryReader.text(metric, "aggregator");
    SubQuery query =
        new SubQuery(
            (aggregator == null || aggregator.isEmpty() ? wanted(time, "aggregator") : aggregator)
                .toLowerCase(Locale.ROOT),
            wanted(metric, "metric"),
            downsample(),
            QueryReader.truth(time, "rate") ? Optional.of(Rate.PLAIN) : Optional.empty(),
            of.filters(),
            of.explicitTags(),
            AskedSource.DEFAULT);
    Set<String> keys = new HashSet<>();
    of.filters().forEach(each -> keys.add(each.key()));
    return new ExpQuestion.Metric(id, query, keys, backMillis(metric), fill(metric, 0));
  }

  /** OpenTSDB checks that it is a time, and passes over it. */
  private static long backMillis(Map<String, Object> metric) {
    String offset = QueryReader.text(metric, "timeOffset");
    if (offset == null || offset.isEmpty()) {
      return 0;
    }
    if (!offset.endsWith(AGO)) {
      throw new IllegalArgumentException(
          "timeOffset is a length of time and -ago, such as 1d-ago: " + offset);
    }
    return Interval.of(offset.substring(0, offset.length() - AGO.length())).millis();
  }

  /** Without a fill, as OpenTSDB passes over that of its downsampler. */
  private String downsample() {
    if (time.get("downsampler") == null) {
      return null;
    }
    Map<String, Object> downsampler = JsonTree.object(time.get("downsampler"));
    fill(downsampler, 0); // checked alone
    return wanted(downsampler, "interval")
        + '-'
        + wanted(downsampler, "aggregator").toLowerCase(Locale.ROOT);
  }

  private ExpQuestion.Expression expression(Map<String, Object> expression) {
    Formula formula = Formula.parse(wanted(expression, "expr"));
    if (formula.variables().isEmpty()) {
      throw new IllegalArgumentException("The expression didn't appear to have any variables");
    }
    return new ExpQuestion.Expression(
        id(expression), formula, join(expression.get("join")), fill(expression, Double.NaN));
  }

  private static SeriesJoin join(Object member) {
    if (member == null) {
      return new SeriesJoin(false, false, true);
    }
    Map<String, Object> join = JsonTree.object(member);
    String operator = QueryReader.text(join, "operator");
    if (operator == null) {
      throw new IllegalArgumentException("Missing join operator");
    }
    String small = operator.toLowerCase(Locale.ROOT);
    if (!small.equals("union") && !small.equals("intersection")) {
      throw new IllegalArgumentException("Unrecognized set operator: " + operator);
    }
    return new SeriesJoin(
        small.equals("intersection"),
        QueryReader.truth(join, "useQueryTags"),
        join.get("includeAggTags") == null || QueryReader.truth(join, "includeAggTags"));
  }

  private static double fill(Map<String, Object> of, double usual) {
    if (of.get("fillPolicy") == null) {
      return usual;
    }
    Map<String, Object> fill = JsonTree.object(of.get("fillPolicy"));
    String text = QueryReader.text(fill, "value");
    double value;
    try {
      value = text == null ? 0 : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("the value of a fill policy is a number: " + text, e);
    }
    String policy = QueryReader.text(fill, "policy");
    if (policy == null || policy.equalsIgnoreCase("scalar")) {
      return value;
    }
    boolean isZero = policy.equalsIgnoreCase("zero");
    if (!isZero && !Set.of("none", "nan", "null").contains(policy.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException("Unrecognized fill policy: " + policy);
    }
    if (value != 0 && (isZero || !Double.isNaN(value))) {
      throw new IllegalArgumentException(
          "The value for " + policy + " must be " + (isZero ? "0" : "NaN") + ": " + value);
    }
    return isZero ? 0 : Double.NaN;
  }

  private List<ExpQuestion.Output> outputs(
      List<ExpQuestion.Metric> metrics, List<ExpQuestion.Expression> expressions) {
    List<ExpQuestion.Output> outputs = new ArrayList<>();
    for (Object each : objects("outputs")) {
      Map<String, Object> output = JsonTree.object(each);
      outputs.add(new ExpQuestion.Output(id(output), QueryReader.text(output, "alias")));
    }
    if (outputs.isEmpty()) {
      expressions.forEach(each -> outputs.add(new ExpQuestion.Output(each.id(), null)));
    }
    if (outputs.isEmpty()) {
      metrics.forEach(each -> outputs.add(new ExpQuestion.Output(each.id(), null)));
    }
    return outputs;
  }
}
