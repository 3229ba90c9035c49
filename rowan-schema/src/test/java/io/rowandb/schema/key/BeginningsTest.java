package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Rows whose text begins so, and those of a domain. */
class BeginningsTest {
  record Page(int site, String name, byte[] body) {}

  private static final List<KeyPart<String>> TEXTS =
      List.of(
          Parts.text(),
          Parts.textToEnd(),
          Parts.fixedText(40),
          Parts.separatedText('~'),
          Parts.descending(Parts.text()),
          Parts.optional(Parts.text()),
          Parts.descending(Parts.optional(Parts.fixedText(40))));

  private static RowKey<Page> named(KeyPart<String> part) {
    return RowKey.of(Page.class).part(Page::site).part(Page::name, part).build();
  }

  private static KeySelection select(RowKey<Page> key, String field, Condition condition) {
    return key.select(
        Map.of(
            key.shape().component(Page::site),
            new Condition.Equal(1),
            key.shape().component(field),
            condition));
  }

  private static boolean isRead(RowKey<Page> key, Page page, String field, Condition condition) {
    KeySelection selection = select(key, field, condition);
    assertThat(selection.used()).hasSize(2);
    assertThat(selection.served()).as("it is checked again").hasSize(1);
    byte[] row = key.encode(page);
    return selection.ranges().stream().anyMatch(range -> range.keys().contains(row));
  }

  @Property
  void textThatBeginsSoIsReadAndNoOther(
      @ForAll("texts") String name, @ForAll("texts") String prefix, @ForAll("parts") int part) {
    Assume.that(!prefix.isEmpty());
    boolean begins = name.startsWith(prefix);
    Condition condition = new Condition.StartsWith(prefix);
    assertThat(condition.holds(name)).isEqualTo(begins);
    RowKey<Page> key = named(TEXTS.get(part));
    assertThat(isRead(key, new Page(1, name, null), "name", condition)).isEqualTo(begins);
    assertThat(isRead(key, new Page(1, prefix + name, null), "name", condition)).isTrue();
    assertThat(isRead(key, new Page(2, prefix, null), "name", condition)).isFalse();
  }

  @Provide
  static Arbitrary<String> texts() {
    return Arbitraries.of("a", "b", "\u0001", "\u00ff", "\ud83d\ude00", "ab", ".")
        .list()
        .ofMaxSize(4)
        .map(parts -> String.join("", parts));
  }

  @Provide
  static Arbitrary<Integer> parts() {
    return Arbitraries.integers().between(0, TEXTS.size() - 1);
  }

  /** U+0000 is escaped in some forms, and fills up others. */
  @Test
  void aBeginningMayHaveAZero() {
    for (KeyPart<String> part : List.of(Parts.text(), Parts.textToEnd(), Parts.fixedText(9))) {
      RowKey<Page> key = named(part);
      Condition condition = new Condition.StartsWith("a\0");
      assertThat(isRead(key, new Page(1, "a\0b", null), "name", condition)).isTrue();
      assertThat(isRead(key, new Page(1, "ab", null), "name", condition)).isFalse();
    }
    assertThat(new Condition.StartsWith("a\0").holds("a")).isFalse();
  }

  @Property
  void bytesThatBeginSoAreRead(@ForAll byte[] body, @ForAll byte[] prefix) {
    Assume.that(prefix.length > 0);
    Condition condition = new Condition.StartsWith(prefix);
    for (KeyPart<byte[]> part : List.of(Parts.escapedBytes(), Parts.bytesToEnd())) {
      RowKey<Page> key = RowKey.of(Page.class).part(Page::site).part(Page::body, part).build();
      assertThat(isRead(key, new Page(1, null, body), "body", condition))
          .isEqualTo(condition.holds(body));
      assertThat(isRead(key, new Page(1, null, Bytes.add(prefix, body)), "body", condition))
          .isTrue();
    }
  }

  @Test
  void aDomainHasItsSubdomainsAndNoOthers() {
    Condition cnn = new Condition.OfDomain("cnn.com");
    RowKey<Page> key = named(Parts.reversedDomain(Parts.text()));
    for (String domain : List.of("cnn.com", "www.cnn.com", "a.b.cnn.com")) {
      assertThat(cnn.holds(domain)).isTrue();
      assertThat(isRead(key, new Page(1, domain, null), "name", cnn)).isTrue();
    }
    assertThat(cnn.holds("cnn.community")).isFalse();
    assertThat(cnn.holds("xcnn.com")).isFalse();
    assertThat(cnn.holds("com")).isFalse();
    assertThat(cnn.holds(null)).isFalse();
    assertThat(isRead(key, new Page(1, "com", null), "name", cnn)).isFalse();
    assertThat(isRead(key, new Page(1, "bbc.com", null), "name", cnn)).isFalse();
  }

  /** Neither is known to be together there: the rows before are read, and checked. */
  @Test
  void otherPartsDoNotNarrowIt() {
    Condition condition = new Condition.StartsWith("a");
    assertThat(select(named(Parts.reversed(Parts.text())), "name", condition).used()).hasSize(1);
    assertThat(select(named(Parts.text()), "name", new Condition.OfDomain("a.b")).used())
        .hasSize(1);
  }

  @Test
  void whatIsNoBeginningIsRefused() {
    assertThatThrownBy(() -> new Condition.StartsWith(""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Condition.StartsWith(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("and not null");
    for (String domain : List.of("", ".com", "com.")) {
      assertThatThrownBy(() -> new Condition.OfDomain(domain))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("\"" + domain + "\"");
    }
    assertThatThrownBy(
            () -> select(named(Parts.fixedText(2)), "name", new Condition.StartsWith("abc")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("it has 3 bytes");
  }
}
