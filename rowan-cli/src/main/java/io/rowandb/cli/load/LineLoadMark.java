package io.rowandb.cli.load;

import io.rowandb.engine.io.ByteReader;
import io.rowandb.engine.io.ByteWriter;
import io.rowandb.engine.io.CorruptFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The progress of a load, which the sort stores together with the sorted cells.
 *
 * @param job what is loaded and how; a load continues only with the same job
 * @param inputs the state of each input file at the beginning, {@link LoadRequest#inputs}
 * @param timeMillis the time of cells whose line has none
 * @param file the index of the current file
 * @param position the offset of the next line in it
 * @param lines lines read
 * @param goodLines lines that became cells
 * @param cells of these lines
 * @param badLines lines that did not
 * @param nanos time spent so far on reading and sorting
 * @param mergeNanos time spent after that on merging
 * @param handOver how far the table has taken the sorted files
 */
record LineLoadMark(
    String job,
    List<String> inputs,
    long timeMillis,
    int file,
    long position,
    long lines,
    long goodLines,
    long cells,
    long badLines,
    long nanos,
    long mergeNanos,
    HandOver handOver) {
  /** What the table has of the sorted files. */
  enum HandOver {
    /** Nothing. */
    NOT_BEGUN(0),

    /** Perhaps all: it was to take them. */
    BEGUN(1),

    /** All, as it said, whatever became of the rows since. */
    DONE(2);

    /** On disk; frozen. */
    private final int code;

    HandOver(int code) {
      this.code = code;
    }

    static HandOver of(ByteReader in) throws CorruptFileException {
      int code = in.readByte();
      for (HandOver each : values()) {
        if (each.code == code) {
          return each;
        }
      }
      throw in.corrupt(code + " says not whether the table has the sorted files");
    }
  }

  /** Copies the list. */
  LineLoadMark {
    inputs = List.copyOf(inputs);
  }

  /** The beginning of a load. */
  static LineLoadMark start(String job, List<String> inputs, long timeMillis) {
    return new LineLoadMark(job, inputs, timeMillis, 0, 0, 0, 0, 0, 0, 0, 0, HandOver.NOT_BEGUN);
  }

  /** The same with another time of merging. */
  LineLoadMark withMergeNanos(long newMergeNanos) {
    return new LineLoadMark(
        job,
        inputs,
        timeMillis,
        file,
        position,
        lines,
        goodLines,
        cells,
        badLines,
        nanos,
        newMergeNanos,
        handOver);
  }

  /** The same with the table further. */
  LineLoadMark with(HandOver newHandOver) {
    return new LineLoadMark(
        job,
        inputs,
        timeMillis,
        file,
        position,
        lines,
        goodLines,
        cells,
        badLines,
        nanos,
        mergeNanos,
        newHandOver);
  }

  /** As bytes. */
  byte[] encode() {
    ByteWriter out = new ByteWriter().writeText(job).writeInt(inputs.size());
    inputs.forEach(out::writeText);
    return out.writeLong(timeMillis)
        .writeInt(file)
        .writeLong(position)
        .writeLong(lines)
        .writeLong(goodLines)
        .writeLong(cells)
        .writeLong(badLines)
        .writeLong(nanos)
        .writeLong(mergeNanos)
        .writeByte(handOver.code)
        .toByteArray();
  }

  /**
   * From bytes.
   *
   * @param directory where they were, for messages
   */
  static LineLoadMark decode(byte[] bytes, Path directory) throws CorruptFileException {
    ByteReader in = new ByteReader(directory, 0, bytes, 0, bytes.length);
    LineLoadMark mark =
        new LineLoadMark(
            in.readText(),
            readInputs(in),
            in.readLong(),
            in.readInt(),
            in.readLong(),
            in.readLong(),
            in.readLong(),
            in.readLong(),
            in.readLong(),
            in.readLong(),
            in.readLong(),
            HandOver.of(in));
    in.expectEnd();
    return mark;
  }

  private static List<String> readInputs(ByteReader in) throws CorruptFileException {
    List<String> inputs = new ArrayList<>();
    for (int left = in.readCount(); left > 0; left--) {
      inputs.add(in.readText());
    }
    return inputs;
  }
}
