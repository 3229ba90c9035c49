package io.rowandb.schema.key;

import io.rowandb.schema.field.Component;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;

/** A stretch of a row key. Immutable. */
sealed interface Segment {
  /** For people. */
  String describe();

  /** What decides on its bytes but the fields: tables keep it, so it stays as it is. */
  String form();

  /** The fields that its bytes depend on, and their forms. */
  List<Source> sources();

  /** The fields that its bytes depend on. */
  default List<Component> components() {
    return sources().stream().map(Source::component).toList();
  }

  /** Bytes of every key there, or {@link KeyPart#VARIABLE}. */
  int width();

  /** Bytes that every key has there. */
  record Literal(byte[] bytes) implements Segment {
    @Override
    public String describe() {
      return "\"" + Bytes.toStringBinary(bytes) + "\"";
    }

    @Override
    public String form() {
      return describe();
    }

    @Override
    public int width() {
      return bytes.length;
    }

    @Override
    public List<Source> sources() {
      return List.of();
    }
  }

  /** A field in a form from which it can be read, unless that is not lossless. */
  record OfField(Source source) implements Segment {
    @Override
    public String describe() {
      return source.component().name() + ": " + source.part().describe();
    }

    @Override
    public String form() {
      return source.part().describe();
    }

    @Override
    public int width() {
      return source.part().width();
    }

    @Override
    public List<Source> sources() {
      return List.of(source);
    }

    @Override
    public List<Component> components() {
      return List.of(source.component());
    }
  }

  /** A digest of fields' bytes. */
  record OfHash(Digest digest, List<Source> sources) implements Segment {
    @Override
    public String describe() {
      return digest.describe() + " of " + names(sources);
    }

    @Override
    public String form() {
      return digest.describe() + " of " + forms(sources);
    }

    @Override
    public int width() {
      return digest.width();
    }
  }

  /**
   * The number of a bucket, one byte: a hash of fields' bytes, modulo how many there are.
   *
   * @param sources whose hash it is; empty for that of all bytes behind this one
   */
  record Salt(int buckets, List<Source> sources) implements Segment {
    @Override
    public String describe() {
      return "1 of "
          + buckets
          + " buckets by "
          + (sources.isEmpty() ? "what follows" : names(sources));
    }

    @Override
    public String form() {
      return "1 of "
          + buckets
          + " buckets by "
          + (sources.isEmpty() ? "what follows" : forms(sources));
    }

    @Override
    public int width() {
      return 1;
    }
  }

  /** A field and its form. */
  record Source(Component component, KeyPart<Object> part) {
    void write(Object value, KeyWriter out) {
      part.write(value, out);
    }
  }

  private static String names(List<Source> sources) {
    return sources.stream()
        .map(source -> source.component().name())
        .collect(Collectors.joining(", "));
  }

  private static String forms(List<Source> sources) {
    return sources.stream()
        .map(source -> source.part().describe())
        .collect(Collectors.joining(" and "));
  }
}
