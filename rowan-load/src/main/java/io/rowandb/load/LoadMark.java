package io.rowandb.load;

import io.rowandb.engine.io.ByteReader;
import io.rowandb.engine.io.ByteWriter;
import io.rowandb.engine.io.CorruptFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How far the sort of one table is, which it keeps with its runs.
 *
 * @param load the name of the load
 * @param job what is loaded, and where; only the same goes on
 * @param state what its source was like when it began
 * @param position the runs have the records up to this number
 * @param records how many these are
 * @param timeMillis when all records are in runs, the time that their cells get; else 0
 * @param earlier such times of files that a cluster may have got before
 * @param handedOver whether a cluster's table has the files
 */
record LoadMark(
    String load,
    String job,
    String state,
    long position,
    long records,
    long timeMillis,
    List<Long> earlier,
    boolean handedOver) {
  /** Copies the list. */
  LoadMark {
    earlier = List.copyOf(earlier);
  }

  static LoadMark start(String load, String job, String state) {
    return new LoadMark(load, job, state, 0, 0, 0, List.of(), false);
  }

  /** Whether all records are in runs. */
  boolean isWhole() {
    return timeMillis > 0;
  }

  LoadMark at(long newPosition, long newRecords) {
    return new LoadMark(load, job, state, newPosition, newRecords, timeMillis, earlier, handedOver);
  }

  /** All records are in runs, or are merged once more. */
  LoadMark timed(long newTimeMillis) {
    List<Long> times = new ArrayList<>(earlier);
    if (isWhole()) {
      times.add(timeMillis);
    }
    return new LoadMark(load, job, state, position, records, newTimeMillis, times, false);
  }

  LoadMark handed() {
    return new LoadMark(load, job, state, position, records, timeMillis, earlier, true);
  }

  byte[] encode() {
    ByteWriter out =
        new ByteWriter()
            .writeText(load)
            .writeText(job)
            .writeText(state)
            .writeLong(position)
            .writeLong(records)
            .writeLong(timeMillis)
            .writeInt(earlier.size());
    earlier.forEach(out::writeLong);
    return out.writeByte(handedOver ? 1 : 0).toByteArray();
  }

  /**
   * From bytes.
   *
   * @param directory where they were, for messages
   */
  static LoadMark decode(byte[] bytes, Path directory) throws CorruptFileException {
    ByteReader in = new ByteReader(directory, 0, bytes, 0, bytes.length);
    String load = in.readText();
    String job = in.readText();
    String state = in.readText();
    long position = in.readLong();
    long records = in.readLong();
    long timeMillis = in.readLong();
    List<Long> earlier = new ArrayList<>();
    for (int left = in.readCount(); left > 0; left--) {
      earlier.add(in.readLong());
    }
    boolean handedOver = in.readByte() != 0;
    in.expectEnd();
    return new LoadMark(load, job, state, position, records, timeMillis, earlier, handedOver);
  }
}
