package io.rowandb.schema.key;

import io.rowandb.schema.value.Utf8;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The condition of a read on one field. Values are of the field's type. */
public sealed interface Condition {
  /**
   * The field has this value; null only where the field may be null.
   *
   * @param value of the field
   */
  record Equal(Object value) implements Condition {}

  /**
   * The field has one of these values.
   *
   * @param values at least one
   */
  record OneOf(List<?> values) implements Condition {
    /** Refuses an empty list, and null in it. */
    public OneOf {
      if (values.stream().anyMatch(Objects::isNull)) {
        throw new IllegalArgumentException("one of " + values + " may not be null");
      }
      values = List.copyOf(values);
      if (values.isEmpty()) {
        throw new IllegalArgumentException("one of no values is none");
      }
    }
  }

  /**
   * The field is not before one value and before another, in the order of {@link Direction}.
   *
   * @param from the least value, or null for no lower end
   * @param to the least value that is too great, or null for no upper end
   */
  record Between(Object from, Object to) implements Condition {
    /** Refuses a range without any end. */
    public Between {
      if (from == null && to == null) {
        throw new IllegalArgumentException("a range needs at least one end");
      }
    }
  }

  /**
   * The field's text, or bytes, begin so.
   *
   * @param prefix text of at least one character, or that many bytes
   */
  record StartsWith(Object prefix) implements Condition {
    /** Refuses what everything begins with, and what nothing does. */
    public StartsWith {
      int length =
          prefix instanceof String text
              ? text.length()
              : prefix instanceof byte[] bytes ? bytes.length : 0;
      if (length == 0) {
        throw new IllegalArgumentException(
            "a beginning is text or bytes, at least one of them, and not " + prefix);
      }
    }

    private boolean begins(Object value) {
      if (prefix instanceof String text) {
        return value instanceof String whole && whole.startsWith(text);
      }
      byte[] bytes = (byte[]) prefix;
      return value instanceof byte[] whole
          && whole.length >= bytes.length
          && Arrays.equals(whole, 0, bytes.length, bytes, 0, bytes.length);
    }
  }

  /**
   * The field is a domain, or one that belongs to it: {@code cnn.com} and {@code www.cnn.com}.
   *
   * @param domain without a dot at either end
   */
  record OfDomain(String domain) implements Condition {
    /** Refuses what is no domain. */
    public OfDomain {
      if (domain == null || domain.isEmpty() || domain.startsWith(".") || domain.endsWith(".")) {
        throw new IllegalArgumentException(
            "a domain has labels with dots between them, and none at its ends: \"" + domain + "\"");
      }
    }
  }

  /** The bytes, of text its UTF-8, that values are to begin with; empty when not by these. */
  static Optional<byte[]> prefix(Condition condition) {
    return condition instanceof StartsWith starts
        ? Optional.of(
            starts.prefix() instanceof String text ? Utf8.encode(text) : (byte[]) starts.prefix())
        : Optional.empty();
  }

  /** All values that it names. */
  default List<?> values() {
    if (this instanceof Equal equal) {
      return Collections.singletonList(equal.value());
    }
    if (this instanceof OneOf oneOf) {
      return oneOf.values;
    }
    if (this instanceof StartsWith starts) {
      return List.of(starts.prefix());
    }
    if (this instanceof OfDomain of) {
      return List.of(of.domain());
    }
    Between between = (Between) this;
    return Arrays.asList(between.from(), between.to());
  }

  /** Whether a value is as asked for. */
  default boolean holds(Object value) {
    if (this instanceof Equal equal) {
      return Objects.deepEquals(equal.value(), value);
    }
    if (this instanceof OneOf oneOf) {
      return oneOf.values().stream().anyMatch(each -> Objects.deepEquals(each, value));
    }
    if (this instanceof StartsWith starts) {
      return starts.begins(value);
    }
    if (this instanceof OfDomain of) {
      return value instanceof String domain
          && (domain.equals(of.domain()) || domain.endsWith("." + of.domain()));
    }
    Between between = (Between) this;
    return value != null
        && (between.from() == null || NaturalOrder.compare(value, between.from()) >= 0)
        && (between.to() == null || NaturalOrder.compare(value, between.to()) < 0);
  }
}
