package io.rowandb.engine.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a file asks of the system. */
class LocalReadFileTest {
  private static final int MOST_BYTES = 64 * 1024;

  /** The JDK keeps a buffer of the largest call for each thread that ever read. */
  @Test
  void noCallAsksForMoreThanAThreadMayKeep() throws IOException {
    Channel channel = new Channel();
    byte[] target = new byte[(3 << 20) + 7];
    try (LocalReadFile file = new LocalReadFile(Path.of("any"), path -> channel)) {
      file.readFully(5, target, 2, target.length - 2);
    }
    assertThat(channel.asked).allMatch(bytes -> bytes <= MOST_BYTES);
    byte[] expected = new byte[target.length];
    for (int i = 2; i < expected.length; i++) {
      expected[i] = Channel.at(3L + i);
    }
    assertThat(target).isEqualTo(expected);
  }

  /** Of a file that has a byte for each position. */
  private static final class Channel extends FileChannel {
    final List<Integer> asked = new ArrayList<>();

    static byte at(long position) {
      return (byte) ((position * 31) >> 3);
    }

    @Override
    public int read(ByteBuffer target, long position) {
      int bytes = target.remaining();
      asked.add(bytes);
      for (int i = 0; i < bytes; i++) {
        target.put(at(position + i));
      }
      return bytes;
    }

    @Override
    public long size() {
      return Long.MAX_VALUE;
    }

    @Override
    protected void implCloseChannel() {}

    @Override
    public int read(ByteBuffer target) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer source) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer source, long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel position(long newPosition) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel truncate(long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void force(boolean metaData) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
      throw new UnsupportedOperationException();
    }
  }
}
