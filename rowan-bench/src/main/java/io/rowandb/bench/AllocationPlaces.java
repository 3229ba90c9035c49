package io.rowandb.bench;

import io.rowandb.bench.peer.PeerSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Finds the lines of code that allocate the bytes of an operation, from the samples of a flight
 * recording.
 *
 * <p>An operation is a call of a {@link PeerSession}; allocations of other threads are not counted.
 * A sample stands for the bytes that its thread allocated since the previous sample. The warm-up is
 * included, so retained chunks and blocks are shown too, garbage or not.
 */
final class AllocationPlaces {
  private static final String EVENT = "jdk.ObjectAllocationSample";

  /** Places with a smaller share of an operation's bytes go unnamed. */
  private static final double LEAST_SHARE = 0.03;

  /** Operation, place: bytes. */
  private final Map<String, Map<String, Long>> bytes = new TreeMap<>();

  private AllocationPlaces() {}

  /** Without any yet. */
  static AllocationPlaces empty() {
    return new AllocationPlaces();
  }

  /** Settings of a recording that has what {@link #of} needs, as the JVM's option takes them. */
  static String recordingSettings() {
    return "settings=none,+" + EVENT + "#enabled=true,+" + EVENT + "#throttle=1000/s";
  }

  /** The places in a recording. */
  static AllocationPlaces of(Path recording) throws IOException {
    AllocationPlaces places = new AllocationPlaces();
    try (RecordingFile events = new RecordingFile(recording)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (event.getEventType().getName().equals(EVENT) && event.getStackTrace() != null) {
          places.add(event);
        }
      }
    }
    return places;
  }

  private void add(RecordedEvent event) {
    List<RecordedFrame> frames = event.getStackTrace().getFrames();
    frames.stream()
        .map(AllocationPlaces::operation)
        .flatMap(Stream::ofNullable)
        .findFirst()
        .ifPresent(
            operation ->
                add(
                    operation,
                    simple(event.getClass("objectClass").getName()) + " in " + place(frames),
                    event.getLong("weight")));
  }

  void add(String operation, String place, long weight) {
    bytes.computeIfAbsent(operation, o -> new HashMap<>()).merge(place, weight, Long::sum);
  }

  /** One line a place, the greatest first, each operation with a heading. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    bytes.forEach(
        (operation, places) -> {
          long all = places.values().stream().mapToLong(Long::longValue).sum();
          lines.add("bytes of " + operation + " are allocated as");
          places.entrySet().stream()
              .filter(e -> e.getValue() >= LEAST_SHARE * all)
              .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
              .forEach(
                  e ->
                      lines.add(
                          String.format(
                              Locale.ROOT,
                              "%3.0f %%  %s",
                              100.0 * e.getValue() / all,
                              e.getKey())));
        });
    return lines;
  }

  /** The session's method that a frame is in, or null. */
  private static String operation(RecordedFrame frame) {
    String type = frame.getMethod().getType().getName();
    boolean ofSession =
        type.startsWith(PeerSession.class.getPackageName()) && type.endsWith("PeerSession");
    return ofSession ? frame.getMethod().getName() : null;
  }

  /** The innermost frame that is not the JDK's. */
  private static String place(List<RecordedFrame> frames) {
    RecordedFrame shown =
        frames.stream()
            .filter(f -> !f.getMethod().getType().getName().startsWith("java."))
            .findFirst()
            .orElse(frames.get(0));
    return simple(shown.getMethod().getType().getName())
        + "."
        + shown.getMethod().getName()
        + ":"
        + shown.getLineNumber();
  }

  private static String simple(String className) {
    return switch (className) {
      case "[B" -> "byte[]";
      case "[I" -> "int[]";
      case "[J" -> "long[]";
      default -> {
        String name = className.substring(className.lastIndexOf('.') + 1);
        yield name.endsWith(";") ? name.substring(0, name.length() - 1) + "[]" : name;
      }
    };
  }
}
