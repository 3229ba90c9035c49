package io.rowandb.tsdb.server.api;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** What the server has done since it began, with OpenTSDB's names. Used by all threads. */
public final class ServerStats {
  /** What is counted. */
  public enum Count {
    /** Lines of telnet sessions. */
    LINES("rpc.received", "telnet"),
    /** HTTP requests. */
    REQUESTS("rpc.received", "http"),
    /** Requests to put points, over HTTP. */
    PUTS("rpc.received", "put"),
    /** Points and other lines that are refused. */
    ILLEGAL("rpc.errors", "illegal_arguments"),
    /** Points whose value is no number. */
    INVALID("rpc.errors", "invalid_values"),
    /** Points with a name that has and gets no UID. */
    UNKNOWN("rpc.errors", "unknown_metrics"),
    /** Points that the store failed to write. */
    STORAGE("rpc.errors", "hbase_errors"),
    /** Requests refused as too many were waiting. */
    BUSY("rpc.errors", "please_throttle"),
    /** Failures of the server. */
    EXCEPTIONS("rpc.exceptions", ""),
    /** Points stored. */
    POINTS("datapoints.added", "all"),
    /** Questions answered. */
    ANSWERED("http.query.success_requests", ""),
    /** Questions refused. */
    REFUSED("http.query.invalid_requests", ""),
    /** Questions that failed. */
    FAILED("http.query.exceptions", ""),
    /** Connections since the beginning. */
    CONNECTED("connectionmgr.connections", "total"),
    /** Connections refused as there were too many. */
    REJECTED("connectionmgr.connections", "rejected");

    private final String metric;
    private final String type;

    Count(String metric, String type) {
      this.metric = metric;
      this.type = type;
    }
  }

  /** A number of now. */
  record Stat(String metric, long value, Map<String, String> tags) {}

  private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);
  private final LongAdder open = new LongAdder();
  private final String host = hostName();

  /** All zero. */
  public ServerStats() {
    for (Count each : Count.values()) {
      counts.put(each, new LongAdder());
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost"; // a machine without a name of its own
    }
  }

  /** The machine's name. */
  public String host() {
    return host;
  }

  /** One more. */
  public void add(Count count) {
    counts.get(count).increment();
  }

  void add(Count count, long more) {
    counts.get(count).add(more);
  }

  /** So many. */
  public long get(Count count) {
    return counts.get(count).sum();
  }

  /** One more, or one less, is open. */
  public void connections(int change) {
    open.add(change);
  }

  List<Stat> all() {
    List<Stat> all = new ArrayList<>();
    counts.forEach((count, sum) -> all.add(stat(count.metric, count.type, sum.sum())));
    all.add(stat("connectionmgr.connections", "open", open.sum()));
    Runtime runtime = Runtime.getRuntime();
    all.add(stat("jvm.ramfree", "", runtime.freeMemory()));
    all.add(stat("jvm.ramused", "", runtime.totalMemory() - runtime.freeMemory()));
    return all;
  }

  /** All, as lines of points of a time in seconds. */
  List<String> lines(long seconds) {
    return all().stream().map(each -> line(each, seconds)).toList();
  }

  private static String line(Stat stat, long seconds) {
    StringBuilder line = new StringBuilder(stat.metric());
    line.append(' ').append(seconds).append(' ').append(stat.value());
    stat.tags().forEach((key, value) -> line.append(' ').append(key).append('=').append(value));
    return line.toString();
  }

  private Stat stat(String metric, String type, long value) {
    Map<String, String> tags = new TreeMap<>(Map.of("host", host));
    if (!type.isEmpty()) {
      tags.put("type", type);
    }
    return new Stat("tsd." + metric, value, tags);
  }
}
