package io.rowandb.bench.reads;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** One way to read a range of a file. Used by one thread; made for one open file. */
abstract class ReadWay {
  private final String name;
  private final CRC32C checksum = new CRC32C();

  ReadWay(String name) {
    this.name = name;
  }

  /** For the table. */
  final String name() {
    return name;
  }

  /** Brings the bytes to where the way leaves them. */
  abstract void read(int position, int length) throws IOException;

  /** The same, and their checksum, which looks at each of them. */
  final long readAndSum(int position, int length) throws IOException {
    read(position, length);
    checksum.reset();
    sum(checksum, position, length);
    return checksum.getValue();
  }

  /** Adds the bytes of the last read to {@code into}. */
  abstract void sum(CRC32C into, int position, int length);

  /** Ways that end with the bytes in an array of the heap, which is where the engine wants them. */
  private abstract static class IntoHeap extends ReadWay {
    final byte[] heap;

    IntoHeap(String name, int mostBytes) {
      super(name);
      this.heap = new byte[mostBytes];
    }

    @Override
    final void sum(CRC32C into, int position, int length) {
      into.update(heap, 0, length);
    }
  }

  /** A read call whose target is an array: the JDK reads into a buffer of its own and copies. */
  static ReadWay heapBuffer(FileChannel file, int mostBytes) {
    return new IntoHeap("read into a heap buffer, as it is now", mostBytes) {
      @Override
      void read(int position, int length) throws IOException {
        fill(file, ByteBuffer.wrap(heap, 0, length), position);
      }
    };
  }

  /** A read call into a buffer outside of the heap that is kept, and a copy. */
  static ReadWay directBuffer(FileChannel file, int mostBytes) {
    ByteBuffer direct = ByteBuffer.allocateDirect(mostBytes);
    return new IntoHeap("read into a direct buffer, copied", mostBytes) {
      @Override
      void read(int position, int length) throws IOException {
        fill(file, direct.clear().limit(length), position);
        direct.get(0, heap, 0, length);
      }
    };
  }

  /** A copy out of the mapped file, without a call. */
  static ReadWay mapped(MappedByteBuffer mapping, int mostBytes, String name) {
    return new IntoHeap(name, mostBytes) {
      @Override
      void read(int position, int length) {
        mapping.get(position, heap, 0, length);
      }
    };
  }

  /** Only a view of the mapped file; accessing the bytes loads them. */
  static ReadWay mappedInPlace(MappedByteBuffer mapping) {
    return new ReadWay("mapped, in place") {
      private ByteBuffer view = mapping;

      @Override
      void read(int position, int length) {
        view = mapping.slice(position, length);
      }

      @Override
      void sum(CRC32C into, int position, int length) {
        into.update(view);
      }
    };
  }

  private static void fill(FileChannel file, ByteBuffer target, int position) throws IOException {
    int start = target.position();
    while (target.hasRemaining()) {
      if (file.read(target, (long) position + target.position() - start) < 0) {
        throw new EOFException("the file ends before " + position + " and " + target.limit());
      }
    }
  }
}
