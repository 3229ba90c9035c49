package io.rowandb.engine.scan;

import io.rowandb.engine.cell.Cell;
import java.util.Arrays;

/**
 * The writes of a column up to the marker that ends the epoch, see {@link SequenceDeletes}.
 *
 * <p>Markers of single versions cut it further, into segments by sequence id; each segment keeps
 * the puts that count as versions at its end. Reused, so that reading allocates nothing.
 */
final class Epoch {
  private long end;
  private long timestamp;

  // Markers of single versions.
  private long[] markerTimestamps = new long[2];
  private long[] markerSequences = new long[2];
  private int markerCount;

  // Segments ascending by the sequence id that ends them; the last is Epochs.OPEN.
  private Segment[] segments = {new Segment()};
  private int segmentCount;

  /** A piece of an epoch: its end, and the sequence ids of the puts counted in it. */
  private static final class Segment {
    private long end;
    private long[] puts = new long[4];
    private int size;

    /** Adds a sequence id; one already there is not counted again. */
    void add(long sequence) {
      for (int i = 0; i < size; i++) {
        if (puts[i] == sequence) {
          return;
        }
      }
      if (size == puts.length) {
        puts = Arrays.copyOf(puts, 2 * size);
      }
      puts[size++] = sequence;
    }

    /** Drops the put of exactly this sequence id. */
    void remove(long sequence) {
      for (int i = 0; i < size; i++) {
        if (puts[i] == sequence) {
          puts[i] = puts[--size];
          return;
        }
      }
    }

    /** Becomes a segment with those puts of {@code other} that came before {@code limit}. */
    void copyFrom(Segment other, long end, long limit) {
      this.end = end;
      size = 0;
      for (int i = 0; i < other.size; i++) {
        if (other.puts[i] < limit) {
          add(other.puts[i]);
        }
      }
    }
  }

  /** The sequence id of the marker that ends it. */
  long end() {
    return end;
  }

  /** The timestamp of that marker: puts at or before it are masked. */
  long timestamp() {
    return timestamp;
  }

  /** Starts over, empty. */
  void reset(long end, long timestamp) {
    this.end = end;
    this.timestamp = timestamp;
    markerCount = 0;
    segmentCount = 1;
    segments[0].end = Epochs.OPEN;
    segments[0].size = 0;
  }

  /** Becomes a deep copy of {@code other}. */
  void copyFrom(Epoch other) {
    reset(other.end, other.timestamp);
    for (int i = 0; i < other.markerCount; i++) {
      addMarker(other.markerTimestamps[i], other.markerSequences[i]);
    }
    segmentCount = 0;
    for (int i = 0; i < other.segmentCount; i++) {
      insertSegment(i).copyFrom(other.segments[i], other.segments[i].end, Long.MAX_VALUE);
    }
  }

  /** Takes in a marker of a single version. */
  void addVersionMarker(Cell marker) {
    long sequence = marker.sequence();
    addMarker(marker.timestamp(), sequence);
    int at = segmentAtOrAfter(sequence);
    Segment following = segments[at];
    if (following.end == sequence) {
      following.remove(sequence);
    } else {
      insertSegment(at).copyFrom(following, sequence, sequence);
    }
  }

  /** The first marker that came after {@code put} and masks its version, or Epochs.OPEN. */
  long versionMarkerFor(Cell put) {
    long first = Epochs.OPEN;
    for (int i = 0; i < markerCount; i++) {
      if (markerTimestamps[i] == put.timestamp() && markerSequences[i] >= put.sequence()) {
        first = Math.min(first, markerSequences[i]);
      }
    }
    return first;
  }

  /**
   * Counts a put as a version in all segments from its own to {@code last}.
   *
   * @return false when one of them has its versions already
   */
  boolean count(long sequence, long last, int maxVersions) {
    for (int i = segmentAtOrAfter(sequence); i < segmentCount && segments[i].end <= last; i++) {
      if (segments[i].size >= maxVersions) {
        return false;
      }
      segments[i].add(sequence);
    }
    return true;
  }

  private int segmentAtOrAfter(long sequence) {
    int i = 0;
    while (segments[i].end < sequence) {
      i++;
    }
    return i;
  }

  private void addMarker(long markerTimestamp, long markerSequence) {
    if (markerCount == markerTimestamps.length) {
      markerTimestamps = Arrays.copyOf(markerTimestamps, 2 * markerCount);
      markerSequences = Arrays.copyOf(markerSequences, 2 * markerCount);
    }
    markerTimestamps[markerCount] = markerTimestamp;
    markerSequences[markerCount] = markerSequence;
    markerCount++;
  }

  private Segment insertSegment(int at) {
    if (segmentCount == segments.length) {
      segments = Arrays.copyOf(segments, 2 * segmentCount);
    }
    Segment spare = segments[segmentCount];
    System.arraycopy(segments, at, segments, at + 1, segmentCount - at);
    segments[at] = spare == null ? new Segment() : spare;
    segmentCount++;
    return segments[at];
  }
}
