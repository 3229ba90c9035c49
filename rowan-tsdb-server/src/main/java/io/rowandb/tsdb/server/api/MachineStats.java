package io.rowandb.tsdb.server.api;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figures of the Java machine, with OpenTSDB's names. */
final class MachineStats {
  private MachineStats() {}

  /** {@code /api/stats/jvm}. */
  static Map<String, Object> machine() {
    Map<String, Object> all = new LinkedHashMap<>();
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    all.put(
        "runtime",
        members(
            "startTime", runtime.getStartTime(),
            "uptime", runtime.getUptime(),
            "vmName", runtime.getVmName(),
            "vmVendor", runtime.getVmVendor(),
            "vmVersion", runtime.getVmVersion()));
    var memory = ManagementFactory.getMemoryMXBean();
    all.put(
        "memory",
        members(
            "heapMemoryUsage", usage(memory.getHeapMemoryUsage()),
            "nonHeapMemoryUsage", usage(memory.getNonHeapMemoryUsage()),
            "objectsPendingFinalization", memory.getObjectPendingFinalizationCount()));
    Map<String, Object> collectors = new LinkedHashMap<>();
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      collectors.put(
          name(each.getName()),
          members(
              "collectionCount", each.getCollectionCount(),
              "collectionTime", each.getCollectionTime()));
    }
    all.put("gc", collectors);
    Map<String, Object> pools = new LinkedHashMap<>();
    for (MemoryPoolMXBean each : ManagementFactory.getMemoryPoolMXBeans()) {
      pools.put(
          name(each.getName()),
          members(
              "collectionUsage", usage(each.getCollectionUsage()),
              "usage", usage(each.getUsage()),
              "peakUsage", usage(each.getPeakUsage()),
              "type", each.getType().name()));
    }
    all.put("pools", pools);
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    all.put("os", members("systemLoadAverage", new JsonTree.Number(Double.toString(load))));
    return all;
  }

  private static Map<String, Object> members(Object... namesAndValues) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      members.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return members;
  }

  private static Map<String, Object> usage(MemoryUsage usage) {
    return usage == null
        ? null
        : members(
            "init", usage.getInit(),
            "used", usage.getUsed(),
            "committed", usage.getCommitted(),
            "max", usage.getMax());
  }

  /** The first letter small, without blanks and other signs. */
  private static String name(String bean) {
    String letters = bean.replaceAll("[^A-Za-z0-9]", "");
    return letters.substring(0, 1).toLowerCase(Locale.ROOT) + letters.substring(1);
  }

  /** {@code /api/stats/threads}. */
  static List<Map<String, Object>> threads() {
    List<Map<String, Object>> all = new ArrayList<>();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) ->
                all.add(
                    members(
                        "threadID", thread.getId(),
                        "name", thread.getName(),
                        "state", thread.getState().toString(),
                        "interrupted", thread.isInterrupted(),
                        "priority", thread.getPriority(),
                        "stack", Arrays.stream(stack).map(Object::toString).toList())));
    return all;
  }
}
