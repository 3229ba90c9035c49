package io.rowandb.systems.twibase;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The same users, posts and looks under several plans of delivery: all written, all read, and each
 * pair as it costs less. Each has a namespace of its own, which is dropped. Used by one thread.
 */
public final class FanOutComparison {
  /** Namespaces begin with it. */
  public static final String NAMESPACE = "compare_twibase_";

  private static final int PAGE = 20;
  private static final double NANOS_PER_MICRO = 1_000;
  private static final double SLOW = 0.99;

  // Fixed at construction.
  private final Connection connection;
  private final TwiTraffic traffic;
  private final long looks;
  private final BooleanSupplier stop;

  /**
   * Of made-up users.
   *
   * @param looks how often somebody looks at the timeline, spread evenly among the posts
   * @param stop asked between posts: whether to end
   */
  public FanOutComparison(
      Connection connection, TwiTraffic traffic, long looks, BooleanSupplier stop) {
    this.connection = connection;
    this.traffic = traffic;
    this.looks = looks;
    this.stop = stop;
  }

  /**
   * What a plan is worth.
   *
   * @param rowsWritten rows of streams
   * @param authorsRead how often the posts of an author were read for a timeline
   * @param busiestAuthor the part of these reads that read the same author, from 0 to 1
   * @param postMicros half of the posts took no longer
   * @param lookMicros half of the looks took no longer
   * @param slowLookMicros 99 of 100 looks took no longer
   * @param shown how many posts the timelines showed
   */
  public record Outcome(
      long rowsWritten,
      long authorsRead,
      double busiestAuthor,
      long postMicros,
      long lookMicros,
      long slowLookMicros,
      long shown) {}

  /**
   * Measures all plans.
   *
   * @return by their names; not all of them when it was told to end
   * @throws IOException also when a namespace is there already, which is left alone
   */
  public Map<String, Outcome> measure() throws IOException {
    refuseOld();
    Map<String, Long> posts = new HashMap<>();
    traffic
        .posted()
        .forEach(event -> posts.merge(((TwiEvent.Posted) event).author(), 1L, Long::sum));
    Map<String, Long> looksOf = new HashMap<>();
    traffic.looks(looks).forEach(reader -> looksOf.merge(reader, 1L, Long::sum));
    Map<String, DeliveryPlan> plans = new LinkedHashMap<>();
    plans.put("all written", DeliveryPlan.PUSH);
    plans.put("all read", DeliveryPlan.PULL);
    plans.put(
        "per pair",
        DeliveryPlan.perPair(
            author -> posts.getOrDefault(author.name(), 0L),
            reader -> looksOf.getOrDefault(reader.name(), 0L),
            DeliveryPlan.COST_OF_LOOK));
    Map<String, Outcome> outcomes = new LinkedHashMap<>();
    for (Map.Entry<String, DeliveryPlan> each : plans.entrySet()) {
      if (!stop.getAsBoolean()) {
        outcomes.put(each.getKey(), measure(each.getValue(), each.getKey().replace(' ', '_')));
      }
    }
    return outcomes;
  }

  private Outcome measure(DeliveryPlan plan, String name) throws IOException {
    String namespace = NAMESPACE + name;
    Outcome outcome;
    try (TwiBase base = TwiBase.open(connection, plan, namespace)) {
      outcome = live(base);
    } catch (IOException | RuntimeException e) {
      try {
        drop(namespace);
      } catch (IOException dropping) {
        e.addSuppressed(dropping);
      }
      throw e;
    }
    drop(namespace);
    return outcome;
  }

  private void refuseOld() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (String namespace : admin.listNamespaces()) {
        if (namespace.startsWith(NAMESPACE)) {
          throw new IOException(
              "namespace "
                  + namespace
                  + " is there already, as after a compare that was killed; drop its tables and it"
                  + " in ./rowan shell");
        }
      }
    }
  }

  private Outcome live(TwiBase base) throws IOException {
    TwiLoad load = new TwiLoad(base);
    try (Stream<TwiEvent> before = traffic.before()) {
      load.run(before.takeWhile(each -> !stop.getAsBoolean()));
    }
    long rowsBefore = base.work().rowsWritten();
    long[] postNanos = new long[(int) traffic.posts()];
    long[] lookNanos = new long[(int) looks];
    Map<String, Long> readAuthors = new HashMap<>();
    long shown = 0;
    int looked = 0;
    int posted = 0;
    Iterator<String> readers = traffic.looks(looks).iterator();
    for (Iterator<TwiEvent> posts = traffic.posted().iterator();
        posts.hasNext() && !stop.getAsBoolean(); ) {
      TwiEvent post = posts.next();
      long start = System.nanoTime();
      load.run(Stream.of(post));
      postNanos[posted++] = System.nanoTime() - start;
      for (; readers.hasNext() && looked < looks * posted / traffic.posts(); looked++) {
        String reader = readers.next();
        start = System.nanoTime();
        shown += base.timeline(reader, null, PAGE).size();
        lookNanos[looked] = System.nanoTime() - start;
        for (String author : base.readAuthors(reader)) {
          readAuthors.merge(author, 1L, Long::sum);
        }
      }
    }
    long most = readAuthors.values().stream().mapToLong(Long::longValue).max().orElse(0);
    TwiBase.Work work = base.work();
    return new Outcome(
        work.rowsWritten() - rowsBefore,
        work.authorsRead(),
        work.authorsRead() == 0 ? 0 : (double) most / work.authorsRead(),
        micros(postNanos, 0.5),
        micros(lookNanos, 0.5),
        micros(lookNanos, SLOW),
        shown);
  }

  private static long micros(long[] nanos, double part) {
    Arrays.sort(nanos);
    return nanos.length == 0
        ? 0
        : Math.round(nanos[(int) (part * (nanos.length - 1))] / NANOS_PER_MICRO);
  }

  private void drop(String namespace) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (String each : TwiTables.names(namespace)) {
        TableName table = TableName.valueOf(each);
        if (admin.tableExists(table)) {
          admin.disableTable(table);
          admin.deleteTable(table);
        }
      }
      admin.deleteNamespace(namespace);
    }
  }
}
