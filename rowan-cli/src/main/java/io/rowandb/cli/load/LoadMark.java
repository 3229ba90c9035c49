package io.rowandb.cli.load;

import io.rowandb.engine.io.ByteReader;
import io.rowandb.engine.io.ByteWriter;
import io.rowandb.engine.io.CorruptFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How far a load is, as the sort keeps it with what is sorted.
 *
 * @param job what is loaded and how; a load goes on only with the same
 * @param inputs what each of its files was like at the beginning, {@link LoadRequest#inputs}
 * @param timeMillis of cells whose line has none
 * @param file which of the files is at hand
 * @param position where in it the next line begins
 * @param lines that were read
 * @param rows lines that became rows
 * @param cells they have
 * @param badLines that did not
 * @param nanos spent until then, with reading and sorting
 * @param mergeNanos spent after that, with merging
 * @param handOver how far the table has taken the sorted files
 */
record LoadMark(
    String job,
    List<String> inputs,
    long timeMillis,
    int file,
    long position,
    long lines,
    long rows,
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
  LoadMark {
    inputs = List.copyOf(inputs);
  }

  /** The beginning of a load. */
  static LoadMark start(String job, List<String> inputs, long timeMillis) {
    return new LoadMark(job, inputs, timeMillis, 0, 0, 0, 0, 0, 0, 0, 0, HandOver.NOT_BEGUN);
  }

  /** The same with another time of merging. */
  LoadMark withMergeNanos(long newMergeNanos) {
    return new LoadMark(
        job,
        inputs,
        timeMillis,
        file,
        position,
        lines,
        rows,
        cells,
        badLines,
        nanos,
        newMergeNanos,
        handOver);
  }

  /** The same with the table further. */
  LoadMark with(HandOver newHandOver) {
    return new LoadMark(
        job,
        inputs,
        timeMillis,
        file,
        position,
        lines,
        rows,
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
        .writeLong(rows)
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
  static LoadMark decode(byte[] bytes, Path directory) throws CorruptFileException {
    ByteReader in = new ByteReader(directory, 0, bytes, 0, bytes.length);
    LoadMark mark =
        new LoadMark(
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
