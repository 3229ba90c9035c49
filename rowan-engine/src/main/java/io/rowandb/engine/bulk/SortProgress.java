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
 * How far a sort is: which files in its directory count. The file is replaced atomically.
 *
 * <pre>
 *  PROGRESS:  prefix "ROWANSRT", version 2, header without payload | one frame ({@link WholeFile})
 *
 *  payload:   bytes mark, int64 nextRun,
 *             int32 n, n times { text family, int32 r, r times file }             oldest run first
 *             int8 parted, int32 s, s times bytes start,
 *             int32 d, d times { text family, int32 part, int32 f, f times file }
 *
 *  file:      text name, int64 bytes, text digest of its ends                {@link FileDigest}
 * </pre>
 *
 * Version 1 had no digests, so one file could be mistaken for another; it is refused.
 *
 * @param mark the caller's mark: the runs have its input up to there
 * @param nextRun the number of the next run
 * @param runs by family, oldest first
 * @param starts of the parts, once merging has begun; else null
 * @param done the files of each part that is finished
 */
record SortProgress(
    byte[] mark,
    long nextRun,
    Map<String, List<NotedFile>> runs,
    List<byte[]> starts,
    Map<Part, List<NotedFile>> done) {
  static final String NAME = "PROGRESS";
  static final String MAGIC = "ROWANSRT";
  static final int VERSION = 2;

  /** What a new one is called until it is whole. */
  static final String NEW_NAME = "PROGRESS.new";

  /** A file that counts, and what it was when it was finished. */
  record NotedFile(String name, FileDigest digest) {
    /** That of a finished file. */
    static NotedFile of(FileSystem fileSystem, Path path) throws IOException {
      return new NotedFile(path.getFileName().toString(), FileDigest.of(fileSystem, path));
    }

    /** The names of some. */
    static List<String> names(List<NotedFile> files) {
      return files.stream().map(NotedFile::name).toList();
    }
  }

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
      if (reader.version() != VERSION) {
        throw new CorruptFileException(
            path,
            0,
            "was written by an earlier release, which noted too little to go on with; delete "
                + directory
                + ", and all is sorted anew");
      }
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
    runs.forEach((family, files) -> writeFiles(out.writeText(family), files));
    out.writeByte(starts == null ? 0 : 1).writeInt(starts == null ? 0 : starts.size());
    if (starts != null) {
      starts.forEach(out::writeBytes);
    }
    out.writeInt(done.size());
    done.forEach(
        (part, files) -> writeFiles(out.writeText(part.family()).writeInt(part.number()), files));
    return out.toByteArray();
  }

  private static SortProgress decode(ByteReader in) throws CorruptFileException {
    byte[] mark = in.readBytes();
    long nextRun = in.readLong();
    Map<String, List<NotedFile>> runs = new TreeMap<>();
    for (int left = in.readCount(); left > 0; left--) {
      runs.put(readName(in), readFiles(in, "run", RunName::isOne));
    }
    boolean parted = in.readByte() != 0;
    List<byte[]> starts = new ArrayList<>();
    for (int left = in.readCount(); left > 0; left--) {
      starts.add(in.readBytes());
    }
    Map<Part, List<NotedFile>> done = new TreeMap<>();
    for (int left = in.readCount(); left > 0; left--) {
      Part part = new Part(readName(in), in.readInt());
      done.put(part, readFiles(in, "finished file", PartedFiles::isName));
    }
    return new SortProgress(mark, nextRun, runs, parted ? starts : null, done);
  }

  private static void writeFiles(ByteWriter out, List<NotedFile> files) {
    out.writeInt(files.size());
    files.forEach(
        file ->
            out.writeText(file.name())
                .writeLong(file.digest().bytes())
                .writeText(file.digest().ends()));
  }

  /** What is named is read, and deleted later: no other name than the sort's own will do. */
  private static List<NotedFile> readFiles(ByteReader in, String what, Predicate<String> own)
      throws CorruptFileException {
    List<NotedFile> files = new ArrayList<>();
    for (int left = in.readCount(); left > 0; left--) {
      String name = in.readText();
      if (!own.test(name)) {
        throw in.corrupt("\"" + name + "\" is not the name of a " + what + " of a sort");
      }
      files.add(new NotedFile(name, new FileDigest(in.readLong(), in.readText())));
    }
    return files;
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
  SortProgress spilled(byte[] newMark, Map<String, NotedFile> newest) {
    Map<String, List<NotedFile>> more = new TreeMap<>(runs);
    newest.forEach(
        (family, run) -> {
          List<NotedFile> files = new ArrayList<>(runs.getOrDefault(family, List.of()));
          files.add(run);
          more.put(family, files);
        });
    return new SortProgress(newMark, nextRun, more, starts, done);
  }

  /** The same with one run in the place of these neighbours. */
  SortProgress merged(String family, List<String> neighbours, NotedFile run) {
    List<NotedFile> files = new ArrayList<>(runs.get(family));
    List<String> names = NotedFile.names(files);
    int at = names.indexOf(neighbours.get(0));
    if (!names.subList(at, at + neighbours.size()).equals(neighbours)) {
      throw new IllegalStateException("Runs " + neighbours + " are not neighbours: " + names);
    }
    files.subList(at, at + neighbours.size()).clear();
    files.add(at, run);
    Map<String, List<NotedFile>> changed = new TreeMap<>(runs);
    changed.put(family, files);
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

  /** The same before merging has begun, with another mark. */
  SortProgress unmerged(byte[] newMark) {
    return new SortProgress(newMark, nextRun, runs, null, Map.of());
  }

  /** The same, to be merged into these parts. */
  SortProgress parted(List<byte[]> newStarts) {
    return new SortProgress(mark, nextRun, runs, newStarts, done);
  }

  /** The same with one part more that is finished. */
  SortProgress with(Part part, List<NotedFile> files) {
    Map<Part, List<NotedFile>> more = new TreeMap<>(done);
    more.put(part, files);
    return new SortProgress(mark, nextRun, runs, starts, more);
  }
}
