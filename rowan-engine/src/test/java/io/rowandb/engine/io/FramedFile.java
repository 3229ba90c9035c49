package io.rowandb.engine.io;

import io.rowandb.engine.fuzz.InputReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Files of frames ({@link FrameFormat}) made of an input, with right checksums, and inputs made of
 * such files.
 *
 * <pre>
 *  input:  { int8 what, int16 n, n bytes } *
 *    what % 4 = 0  a file begins; the bytes are its header's payload
 *               1  a frame with these bytes, all before it on disk
 *               2  a frame with these bytes, nothing known to be on disk
 *               3  these bytes, as they are
 * </pre>
 */
public final class FramedFile {
  private static final int FILE = 0;
  private static final int FRAME = 1;
  private static final int UNFORCED_FRAME = 2;

  private FramedFile() {}

  /** The files that an input describes; what comes before the first begins one without a header. */
  public static List<byte[]> files(byte[] input, String magic, int version) {
    InputReader in = new InputReader(input);
    List<byte[]> files = new ArrayList<>();
    ByteArrayOutputStream file = null;
    FrameSeal seal = null;
    while (in.hasMore()) {
      int what = in.nextByte() % 4;
      byte[] bytes = in.nextRange();
      if (what == FILE || file == null) {
        if (file != null) {
          files.add(file.toByteArray());
        }
        byte[] start = FrameFormat.start(magic, version, bytes);
        seal = FrameFormat.seal(start);
        file = new ByteArrayOutputStream();
        file.writeBytes(start);
      } else if (what == FRAME || what == UNFORCED_FRAME) {
        byte[] frame = new byte[FrameFormat.FRAME_BYTES + bytes.length];
        System.arraycopy(bytes, 0, frame, FrameFormat.FRAME_BYTES, bytes.length);
        seal.seal(frame, 0, bytes.length, what == FRAME ? file.size() : 0);
        file.writeBytes(frame);
      } else {
        file.writeBytes(bytes);
      }
    }
    if (file != null) {
      files.add(file.toByteArray());
    }
    return files;
  }

  /** The input that describes these whole files, whose payloads are below 64 KB. */
  public static byte[] input(FileSystem files, List<Path> paths) throws IOException {
    ByteArrayOutputStream input = new ByteArrayOutputStream();
    for (Path path : paths) {
      byte[] bytes = bytes(files, path);
      for (int at = FrameFormat.PREFIX_BYTES; at < bytes.length; ) {
        int length = ByteReader.getInt(bytes, at + FrameFormat.LENGTH_OFFSET);
        boolean forced = ByteReader.getLong(bytes, at + FrameFormat.FORCED_OFFSET) > 0;
        int what = at == FrameFormat.PREFIX_BYTES ? FILE : forced ? FRAME : UNFORCED_FRAME;
        at += FrameFormat.FRAME_BYTES;
        write(input, what, Arrays.copyOfRange(bytes, at, at + length));
        at += length;
      }
    }
    return input.toByteArray();
  }

  private static byte[] bytes(FileSystem files, Path path) throws IOException {
    try (RandomReadFile file = files.open(path)) {
      byte[] bytes = new byte[(int) file.size()];
      file.readFully(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  private static void write(ByteArrayOutputStream input, int what, byte[] bytes) {
    input.write(what);
    input.write(bytes.length >> Byte.SIZE);
    input.write(bytes.length);
    input.writeBytes(bytes);
  }
}
