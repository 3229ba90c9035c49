package io.rowandb.bench.bulk;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Lines of a telephone network's call records, which depend only on their number:
 *
 * <pre>
 *  key           TAB  caller       TAB  callee       TAB  station  TAB  seconds  LF
 *  caller-number      138ddddddddd      139ddddddddd      Bdddddd       dddd
 * </pre>
 *
 * The key is the caller and the line's number, so all are different; callers come in no order, and
 * some call often. With 70 bytes per line and three cells besides the caller it resembles the data
 * of a log system, which is queried by callee and station besides its key.
 */
final class CallLines {
  /** The load's description of the fields. */
  static final String COLUMNS = "HBASE_ROW_KEY,f:caller,f:callee,f:station,f:seconds";

  /** Of each line a row for whom was called and one for where. */
  static final List<String> INDEXES = List.of("to:=f:callee", "at:=f:station");

  private static final int BUFFER_BYTES = 1 << 20;
  private static final long PHONES = 100_000_000;
  private static final long STATIONS = 200_000;
  private static final long LONGEST_SECONDS = 3_600;

  /** The odd number nearest to 2^64 divided by the golden ratio; steps a Weyl sequence. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private CallLines() {}

  /** Writes so many lines to a new file; its length in bytes. */
  static long write(Path file, long lines) throws IOException {
    StringBuilder text = new StringBuilder();
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES)) {
      for (long line = 0; line < lines; line++) {
        text.setLength(0);
        append(text, line);
        out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
      }
    }
    return Files.size(file);
  }

  /** The line of this number, with its line feed. */
  static String line(long number) {
    StringBuilder text = new StringBuilder();
    append(text, number);
    return text.toString();
  }

  private static void append(StringBuilder text, long number) {
    long random = mix(number);
    String caller = phone("138", random);
    text.append(caller).append('-');
    digits(text, number, 12);
    text.append('\t').append(caller);
    text.append('\t').append(phone("139", mix(random)));
    text.append("\tB");
    digits(text, Long.remainderUnsigned(mix(random + 1), STATIONS), 6);
    text.append('\t').append(1 + Long.remainderUnsigned(mix(random + 2), LONGEST_SECONDS));
    text.append('\n');
  }

  /** Of two numbers the smaller is taken: some call and are called more than others. */
  private static String phone(String prefix, long random) {
    long one = Long.remainderUnsigned(random, PHONES);
    long other = Long.remainderUnsigned(mix(random ^ GOLDEN_GAMMA), PHONES);
    StringBuilder text = new StringBuilder(prefix);
    digits(text, Math.min(one, other), 9);
    return text.toString();
  }

  private static void digits(StringBuilder text, long number, int count) {
    String plain = Long.toString(number);
    for (int i = plain.length(); i < count; i++) {
      text.append('0');
    }
    text.append(plain);
  }

  /** Stafford's thirteenth mix of 64 bits: a bijection. */
  private static long mix(long value) {
    long z = value + GOLDEN_GAMMA;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
