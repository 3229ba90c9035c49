package io.rowandb.client.filter;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator.EngineType;
import org.apache.hadoop.hbase.filter.SubstringComparator;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ComparatorProtos;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Gives the answers of {@link RegexStringComparator} with Java's engine, but within the time of a
 * filter: even a short pattern can take practically forever on a short text. The same goes for
 * {@link SubstringComparator}, whose search for a long substring in a long text can take hours.
 *
 * <p>For one filter, which is used by one thread.
 */
final class TimedPattern extends ByteArrayComparable {
  /** Text times substring, in bytes, up to which HBase's own search takes no time to speak of. */
  private static final long QUICK_SEARCH = 10_000_000;

  private final byte[] serialized;
  private final RegexSearch search;
  private final Charset charset;
  private final FilterTime time;

  private TimedPattern(
      ByteArrayComparable of, RegexSearch search, Charset charset, FilterTime time) {
    super(of.getValue());
    this.serialized = of.toByteArray();
    this.search = search;
    this.charset = charset;
    this.time = time;
  }

  /** The comparator itself, or another one that gives its answers in time. */
  static ByteArrayComparable of(ByteArrayComparable comparator, FilterTime time)
      throws IOException {
    if (comparator == null) {
      return null;
    }
    if (comparator.getClass() == RegexStringComparator.class) {
      return of((RegexStringComparator) comparator, time);
    }
    return comparator.getClass() == SubstringComparator.class
        ? new TimedSubstring((SubstringComparator) comparator, time)
        : comparator;
  }

  private static ByteArrayComparable of(RegexStringComparator regex, FilterTime time)
      throws IOException {
    // Nobody but its own package can ask it for its pattern.
    ComparatorProtos.RegexStringComparator sent =
        ComparatorProtos.RegexStringComparator.parseFrom(regex.toByteArray());
    if (sent.hasEngine() && !sent.getEngine().equals(EngineType.JAVA.name())) {
      return regex;
    }
    Pattern pattern = Pattern.compile(sent.getPattern(), sent.getPatternFlags());
    if (RegexCounts.of(pattern) > RegexCounts.MAX) {
      // It may read no character in all that time, and nothing else can be stopped.
      throw new DoNotRetryIOException(
          "The counts of the regular expression "
              + Bytes.toStringBinary(Bytes.toBytes(sent.getPattern()))
              + " make more than "
              + RegexCounts.MAX
              + " repetitions, which is the limit");
    }
    Charset charset =
        sent.getCharset().isEmpty() ? StandardCharsets.UTF_8 : Charset.forName(sent.getCharset());
    RegexSearch search = new RegexSearch(pattern, sent.getPatternFlags(), time);
    return new TimedPattern(regex, search, charset, time);
  }

  @Override
  public byte[] toByteArray() {
    return serialized;
  }

  @Override
  public int compareTo(byte[] value, int offset, int length) {
    // Many patterns that end at once may stand in one filter; each makes a text of the value.
    time.cell(length);
    return search.finds(new String(value, offset, length, charset)) ? 0 : 1;
  }

  /** A substring, in lower case as HBase has it. */
  private static final class TimedSubstring extends ByteArrayComparable {
    private final SubstringComparator plain;
    private final FilterTime time;

    TimedSubstring(SubstringComparator plain, FilterTime time) {
      super(plain.getValue());
      this.plain = plain;
      this.time = time;
    }

    @Override
    public byte[] toByteArray() {
      return plain.toByteArray();
    }

    @Override
    public int compareTo(byte[] value, int offset, int length) {
      time.cell(length);
      if ((long) length * getValue().length <= QUICK_SEARCH) {
        return plain.compareTo(value, offset, length);
      }
      String text = Bytes.toString(value, offset, length).toLowerCase(Locale.ROOT);
      return contains(text, Bytes.toString(getValue())) ? 0 : 1;
    }

    private boolean contains(String text, String wanted) {
      int last = text.length() - wanted.length();
      for (int at = text.indexOf(wanted.charAt(0)); at >= 0 && at <= last; ) {
        time.cell(wanted.length());
        if (text.startsWith(wanted, at)) {
          return true;
        }
        at = text.indexOf(wanted.charAt(0), at + 1);
      }
      return false;
    }
  }
}
