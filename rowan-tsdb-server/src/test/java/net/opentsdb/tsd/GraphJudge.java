package net.opentsdb.tsd;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import net.opentsdb.core.DataPoint;
import net.opentsdb.core.DataPoints;
import net.opentsdb.core.MutableDataPoint;
import net.opentsdb.core.SeekableView;
import net.opentsdb.graph.Plot;

/**
 * The lines that OpenTSDB's own handler of graphs writes. It wants a script of gnuplot on its class
 * path, which is never run: so it is loaded by itself, beside an empty one.
 */
public final class GraphJudge implements BiFunction<Path, List<Map<String, Object>>, byte[]> {
  /** Made by {@link #load}. */
  public GraphJudge() {}

  /**
   * One that is ready.
   *
   * @param directory where it may write
   */
  @SuppressWarnings("unchecked")
  public static BiFunction<Path, List<Map<String, Object>>, byte[]> load(Path directory)
      throws Exception {
    Path script = Files.createDirectories(directory.resolve("script")).resolve("mygnuplot.sh");
    Files.createFile(script);
    if (!script.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + script + " executable");
    }
    List<URL> path = new ArrayList<>(List.of(script.getParent().toUri().toURL()));
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      path.add(url(each));
    }
    return (BiFunction<Path, List<Map<String, Object>>, byte[]>)
        new OwnFirst(path.toArray(new URL[0]))
            .loadClass(GraphJudge.class.getName())
            .getConstructor()
            .newInstance();
  }

  private static URL url(String path) throws MalformedURLException {
    return Path.of(path).toUri().toURL();
  }

  /** Loads OpenTSDB's classes itself. */
  private static final class OwnFirst extends URLClassLoader {
    OwnFirst(URL[] path) {
      super(path, GraphJudge.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith("net.opentsdb.")) {
          return super.loadClass(name, resolve);
        }
        Class<?> known = findLoadedClass(name);
        return known == null ? findClass(name) : known;
      }
    }
  }

  /**
   * The lines of groups.
   *
   * @param groups each with its metric, its tags in the order of the UIDs of their keys, and points
   *     of a time in milliseconds and a Long or a Double
   */
  @Override
  public byte[] apply(Path directory, List<Map<String, Object>> groups) {
    Plot plot = new Plot(1, 2);
    groups.forEach(each -> plot.add(points(each), ""));
    String base = directory.resolve("answer").toString();
    try {
      Method respond =
          GraphHandler.class.getDeclaredMethod(
              "respondAsciiQuery", HttpQuery.class, int.class, String.class, Plot.class);
      respond.setAccessible(true);
      respond.invoke(null, null, 0, base, plot);
      throw new AssertionError("it has no connection to answer to");
    } catch (InvocationTargetException e) {
      return written(Path.of(base + ".txt"), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("OpenTSDB's handler of graphs is another one", e);
    }
  }

  /** The file was written before it was to be sent over the connection that is not there. */
  private static byte[] written(Path file, Throwable end) {
    if (!(end instanceof NullPointerException)) {
      throw new AssertionError(end);
    }
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static DataPoints points(Map<String, Object> group) {
    Map<?, ?> tags = (Map<?, ?>) group.get("tags");
    Map<Object, Object> asThere = new HashMap<>(tags.size()); // as its groups of series make it
    tags.forEach(asThere::put); // one by one: putAll would make it larger
    return proxy(
        DataPoints.class,
        Map.of(
            "metricName", () -> group.get("metric"),
            "getTags", () -> asThere,
            "iterator", () -> view((Map<?, ?>) group.get("points"))));
  }

  private static SeekableView view(Map<?, ?> points) {
    Iterator<? extends Map.Entry<?, ?>> each = points.entrySet().iterator();
    return proxy(
        SeekableView.class, Map.of("hasNext", each::hasNext, "next", () -> point(each.next())));
  }

  private static DataPoint point(Map.Entry<?, ?> point) {
    long millis = (Long) point.getKey();
    return point.getValue() instanceof Long value
        ? MutableDataPoint.ofLongValue(millis, value)
        : MutableDataPoint.ofDoubleValue(millis, (Double) point.getValue());
  }

  private static <T> T proxy(Class<T> type, Map<String, Supplier<?>> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answers.get(method.getName()).get()));
  }
}
