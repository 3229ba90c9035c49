package io.rowandb.engine.bulk;

import io.rowandb.engine.io.ByteReader;
import io.rowandb.engine.io.ByteWriter;
import io.rowandb.engine.io.CorruptFileException;
import io.rowandb.engine.io.FileSystem;
import io.rowandb.engine.io.FrameFormat;
import io.rowandb.engine.io.FrameReader;
import io.rowandb.engine.io.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * How far a sort is: what of the files in its directory counts. Replaced as one, on disk.
 *
 * <pre>
 *  PROGRESS:  prefix "ROWANSRT", version 1, header without payload | one frame ({@link WholeFile})
 *
 *  payload:   bytes mark, int64 nextRun,
 *             int32 n, n times { text family, int32 r, r times text run }         oldest run first
 *             int8 parted, int32 s, s times bytes start,
 *             int32 d, d times { text family, int32 part, int32 f, f times text file }
 * </pre>
 *
 * @param mark the caller's, up to where its input is in the runs
 * @param nextRun the number of the next run
 * @param runs by family, oldest first
 * @param starts of the parts, once merging has begun; else null
 * @param done the files of each part that is finished
 */
record SortProgress(
    byte[] mark,
    long nextRun,
    Map<String, List<String>> runs,
    List<byte[]> starts,
    Map<Part, List<String>> done) {
  static final String NAME = "PROGRESS";
  static final String MAGIC = "ROWANSRT";
  static final int VERSION = 1;

  /** What a new one is called until it is whole. */
  static final String NEW_NAME = "PROGRESS.new";

  /** One family between two starts. */
  record Part(String family, int number) implements Comparable<Part> {
    @Override
    public int compareTo(Part other) {
      int c = family.compareTo(other.family);
      return c != 0 ? c : Integer.compare(number, other.number);
    }
  }

  /** Nothing is done. */
  static SortProgress none() {
    return new SortProgress(new byte[0], 1, Map.of(), null, Map.of());
  }

  /** As far as a directory says; nothing when there is none. */
  static SortProgress read(FileSystem fileSystem, Path directory) throws IOException {
    Path path = directory.resolve(NAME);
    if (!fileSystem.exists(path)) {
      return none();
    }
    try (FrameReader reader = FrameReader.open(fileSystem, path, MAGIC, VERSION)) {
      reader.expectWhole(fileSystem.size(path));
      if (!reader.next()) {
        throw new CorruptFileException(path, reader.position(), "no progress in it");
      }
      ByteReader in = reader.payloadReader();
      SortProgress progress = decode(in);
      in.expectEnd();
      return progress;
    }
  }

  /**
   * Whether a file is the first progress of a sort, as far as it was written before a crash; where
   * power was lost there may be zeros.
   */
  static boolean isCutOff(FileSystem fileSystem, Path path) throws IOException {
    return FrameReader.isBegun(fileSystem, path, MAGIC.getBytes(StandardCharsets.US_ASCII))
        && fileSystem.size(path) <= none().fileBytes();
  }

  private long fileBytes() {
    return FrameFormat.PREFIX_BYTES + 2L * FrameFormat.FRAME_BYTES + encode().length;
  }

  /** Makes it what the directory says. */
  void write(FileSystem fileSystem, Path directory) throws IOException {
    WholeFile.replace(fileSystem, directory.resolve(NAME), NEW_NAME, MAGIC, VERSION, encode());
  }

  private byte[] encode() {
    ByteWriter out = new ByteWriter().writeBytes(mark).writeLong(nextRun).writeInt(runs.size());
    runs.forEach((family, names) -> writeTexts(out.writeText(family), names));
    out.writeByte(starts == null ? 0 : 1).writeInt(starts == null ? 0 : starts.size());
    if (starts != null) {
      starts.forEach(out::writeBytes);
    }
    out.writeInt(done.size());
    done.forEach(
        (part, files) -> writeTexts(out.writeText(part.family()).writeInt(part.number()), files));
    return out.toByteArray();
  }

  private static SortProgress decode(ByteReader in) throws CorruptFileException {
    byte[] mark = in.readBytes();
    long nextRun = in.readLong();
    Map<String, List<String>> runs = new TreeMap<>();
    for (int left = in.readCount(); left > 0; left--) {
      runs.put(readName(in), readNames(in, "run", RunWriter::isName));
    }
    boolean parted = in.readByte() != 0;
    List<byte[]> starts = new ArrayList<>();
    for (int left = in.readCount(); left > 0; left--) {
      starts.add(in.readBytes());
    }
    Map<Part, List<String>> done = new TreeMap<>();
    for (int left = in.readCount(); left > 0; left--) {
      Part part = new Part(readName(in), in.readInt());
      done.put(part, readNames(in, "finished file", PartedFiles::isName));
    }
    return new SortProgress(mark, nextRun, runs, parted ? starts : null, done);
  }

  private static void writeTexts(ByteWriter out, List<String> texts) {
    out.writeInt(texts.size());
    texts.forEach(out::writeText);
  }

  /** What is named is read, and deleted later: no other name than the sort's own will do. */
  private static List<String> readNames(ByteReader in, String what, Predicate<String> own)
      throws CorruptFileException {
    List<String> names = new ArrayList<>();
    for (int left = in.readCount(); left > 0; left--) {
      String name = in.readText();
      if (!own.test(name)) {
        throw in.corrupt("\"" + name + "\" is not the name of a " + what + " of a sort");
      }
      names.add(name);
    }
    return names;
  }

  /** A name becomes a part of a path: it is one name, and none that leads elsewhere. */
  private static String readName(ByteReader in) throws CorruptFileException {
    String name = in.readText();
    boolean leadsElsewhere = name.isEmpty() || name.startsWith(".") || name.indexOf('\0') >= 0;
    if (leadsElsewhere || name.indexOf('/') >= 0 || name.indexOf('\\') >= 0) {
      throw in.corrupt("\"" + name + "\" is not the name of a family of a sort");
    }
    return name;
  }

  /** The same with one run more of each of these families, up to this mark. */
  SortProgress spilled(byte[] newMark, Map<String, String> newest) {
    Map<String, List<String>> more = new TreeMap<>(runs);
    newest.forEach(
        (family, name) -> {
          List<String> names = new ArrayList<>(runs.getOrDefault(family, List.of()));
          names.add(name);
          more.put(family, names);
        });
    return new SortProgress(newMark, nextRun, more, starts, done);
  }

  /** The same with one run in the place of these neighbours. */
  SortProgress merged(String family, List<String> neighbours, String name) {
    List<String> names = new ArrayList<>(runs.get(family));
    int at = names.indexOf(neighbours.get(0));
    List<String> replaced = names.subList(at, at + neighbours.size());
    if (!replaced.equals(neighbours)) {
      throw new IllegalStateException("Runs " + neighbours + " are not neighbours: " + names);
    }
    replaced.clear();
    names.add(at, name);
    Map<String, List<String>> changed = new TreeMap<>(runs);
    changed.put(family, names);
    return new SortProgress(mark, nextRun, changed, starts, done);
  }

  /** The same with another number for the next run. */
  SortProgress withNextRun(long newNextRun) {
    return new SortProgress(mark, newNextRun, runs, starts, done);
  }

  /** The same with another mark. */
  SortProgress withMark(byte[] newMark) {
    return new SortProgress(newMark, nextRun, runs, starts, done);
  }

  /** The same, to be merged into these parts. */
  SortProgress parted(List<byte[]> newStarts) {
    return new SortProgress(mark, nextRun, runs, newStarts, done);
  }

  /** The same with one part more that is finished. */
  SortProgress with(Part part, List<String> files) {
    Map<Part, List<String>> more = new TreeMap<>(done);
    more.put(part, files);
    return new SortProgress(mark, nextRun, runs, starts, more);
  }
}
