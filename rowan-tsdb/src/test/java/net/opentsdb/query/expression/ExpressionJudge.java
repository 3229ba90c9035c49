package net.opentsdb.query.expression;

import io.rowandb.tsdb.aggregate.Range;
import io.rowandb.tsdb.aggregate.Samples;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import net.opentsdb.core.DataPoint;
import net.opentsdb.core.DataPoints;
import net.opentsdb.core.MutableDataPoint;
import net.opentsdb.core.SeekableView;
import net.opentsdb.core.TSQuery;
import org.apache.commons.jexl2.MapContext;
import org.hbase.async.Bytes.ByteMap;

/** OpenTSDB's own classes evaluate expressions. */
public final class ExpressionJudge {
  private ExpressionJudge() {}

  /** A formula of one number of each variable, by the engine that OpenTSDB uses. */
  public static double formula(String text, Map<String, Double> variables) {
    MapContext context = new MapContext();
    variables.forEach(context::set);
    Object made = ExpressionIterator.JEXL_ENGINE.createScript(text).execute(context);
    if (made instanceof Boolean) {
      return made.equals(true) ? 1 : 0;
    }
    return ((Number) made).doubleValue();
  }

  /** A formula of series without tags, one of each variable, at all their times. */
  public static Samples formula(String text, Map<String, Samples> variables, boolean union) {
    ExpressionIterator iterator =
        new ExpressionIterator(
            "judged",
            text,
            union ? VariableIterator.SetOperator.UNION : VariableIterator.SetOperator.INTERSECTION,
            false,
            true);
    variables.forEach(
        (name, samples) ->
            iterator.addResults(
                name, new TimeSyncedIterator(name, null, new DataPoints[] {points(samples)})));
    iterator.compile();
    Samples made = new Samples();
    for (long time = iterator.nextTimestamp();
        iterator.hasNext();
        time = iterator.nextTimestamp()) {
      made.add(time, iterator.next(time)[0].toDouble());
    }
    return made;
  }

  /** A function of series. */
  public static List<Samples> function(
      Expression function, List<Samples> series, List<String> texts, Range asked) throws Exception {
    DataPoints[] all = series.stream().map(ExpressionJudge::points).toArray(DataPoints[]::new);
    List<Samples> made = new ArrayList<>();
    for (DataPoints each : function.evaluate(query(asked), listOf(all), texts)) {
      made.add(samples(each, asked));
    }
    return made;
  }

  /** A function of series one of each argument, as those that add and divide. */
  public static Samples combined(Expression function, List<Samples> series, Range asked)
      throws Exception {
    List<DataPoints[]> all = new ArrayList<>();
    series.forEach(each -> all.add(new DataPoints[] {points(each)}));
    return samples(function.evaluate(query(asked), all, null)[0], asked);
  }

  private static List<DataPoints[]> listOf(DataPoints[] all) {
    List<DataPoints[]> list = new ArrayList<>();
    list.add(all);
    return list;
  }

  private static TSQuery query(Range asked) throws ReflectiveOperationException {
    TSQuery query = new TSQuery();
    set(query, "start_time", asked.fromMillis());
    set(query, "end_time", asked.toMillis());
    return query;
  }

  private static void set(TSQuery query, String name, long value)
      throws ReflectiveOperationException {
    Field field = TSQuery.class.getDeclaredField(name);
    field.setAccessible(true);
    field.setLong(query, value);
  }

  private static Samples samples(DataPoints points, Range asked) {
    Samples made = new Samples();
    SeekableView view = points.iterator();
    while (view.hasNext()) {
      DataPoint each = view.next();
      if (each.timestamp() < asked.fromMillis() || each.timestamp() > asked.toMillis()) {
        continue;
      }
      if (each.isInteger()) {
        made.add(each.timestamp(), each.longValue());
      } else {
        made.add(each.timestamp(), each.doubleValue());
      }
    }
    return made;
  }

  private static DataPoints points(Samples samples) {
    return (DataPoints)
        Proxy.newProxyInstance(
            ExpressionJudge.class.getClassLoader(),
            new Class<?>[] {DataPoints.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "iterator" -> new View(samples);
                  case "size", "aggregatedSize" -> samples.size();
                  case "metricUID" -> new byte[] {0, 0, 1};
                  case "getTagUids" -> new ByteMap<byte[]>();
                  case "getTSUIDs", "getAggregatedTagUids" -> List.of();
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static final class View implements SeekableView {
    private final Samples series;
    private int next;

    View(Samples series) {
      this.series = series;
    }

    @Override
    public boolean hasNext() {
      return next < series.size();
    }

    @Override
    public DataPoint next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      int at = next++;
      return series.isInteger(at)
          ? MutableDataPoint.ofLongValue(series.timeMillis(at), series.longValue(at))
          : MutableDataPoint.ofDoubleValue(series.timeMillis(at), series.doubleValue(at));
    }

    @Override
    public void remove() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void seek(long timeMillis) {
      next = 0;
      while (next < series.size() && series.timeMillis(next) < timeMillis) {
        next++;
      }
    }
  }
}
