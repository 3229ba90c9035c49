package io.rowandb.bench.workload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Measures how often this disk can be forced: appends of 128 bytes to one file, each forced. */
final class ForceProbe implements TimedLoop.Operation {
  private static final int RECORD_BYTES = 128;

  private final Path file;
  private final FileChannel channel;
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(RECORD_BYTES);

  ForceProbe(Path directory) throws IOException {
    file = directory.resolve("force-probe");
    channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
  }

  @Override
  public void run() throws IOException {
    bytes.clear();
    channel.write(bytes);
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
    Files.delete(file);
  }
}
