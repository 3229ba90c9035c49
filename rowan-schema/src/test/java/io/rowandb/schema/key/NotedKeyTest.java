package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.Component;
import io.rowandb.schema.field.NamedValues;
import io.rowandb.schema.field.RecordShape;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys of what tables keep of them. */
class NotedKeyTest {
  record Visit(String site, Instant time, int number, byte[] session) {}

  static List<PartCase<?>> parts() {
    return PartCases.all();
  }

  /** Its values may be of another type where a program made that of a part. */
  @ParameterizedTest
  @MethodSource("parts")
  @Tag("slow")
  void aPartIsKnownByItsForm(PartCase<?> each) {
    List<PartForms.Typed> found = PartForms.of(each.part().describe(), each.part().constants());
    assertThat(found).isNotEmpty();
    assertThat(found)
        .allSatisfy(
            typed -> {
              assertThat(typed.part().describe()).isEqualTo(each.part().describe());
              assertThat(typed.part().width()).isEqualTo(each.part().width());
              assertThat(typed.part().isSelfDelimiting()).isEqualTo(each.part().isSelfDelimiting());
              assertThat(typed.part().isLossless()).isEqualTo(each.part().isLossless());
            });
    each.values()
        .sampleStream()
        .limit(200)
        .forEach(value -> assertThat(readAnyhow(each, value, found)).isTrue());
  }

  /** Whether some part reads what was written, and writes it again as it was. */
  private static <T> boolean readAnyhow(
      PartCase<T> each, Object value, List<PartForms.Typed> found) {
    @SuppressWarnings("unchecked") // a value of the case
    byte[] bytes = each.write((T) value);
    return found.stream().anyMatch(typed -> isWrittenAgain(typed.part(), bytes));
  }

  private static <T> boolean isWrittenAgain(KeyPart<T> part, byte[] bytes) {
    KeyReader in = new KeyReader(bytes);
    KeyWriter out = new KeyWriter();
    part.write(part.read(in), out);
    return in.remaining() == 0 && Arrays.equals(out.toByteArray(), bytes);
  }

  @Test
  void aWholeKey() {
    RowKey<Visit> key =
        RowKey.of(Visit.class)
            .salt(4)
            .literal("V|;\"\\+ ")
            .hash(Digest.sha256(3).hex(), Visit::site, Visit::number)
            .salt(7, Visit::site)
            .part(Visit::time, Parts.calendar("yyyyMM").truncated())
            .part(Visit::site, Parts.reversedDomain(Parts.text()))
            .part(Visit::number, Parts.descending(Parts.int32()))
            .part(Visit::time, Parts.descending(Parts.millis()))
            .part(Visit::session, Parts.bytesToEnd())
            .build();
    List<String> fields = new ArrayList<>();
    List<String> forms = new ArrayList<>();
    key.forms()
        .forEach(
            form -> {
              fields.addAll(form.fields());
              forms.add(form.form());
            });
    NotedKey noted = NotedKey.of(fields, String.join(" + ", forms), Map.of());
    assertThat(noted.forms()).isEqualTo(key.forms());
    List<Component> components = new ArrayList<>();
    noted
        .types()
        .forEach(
            (name, types) -> {
              Class<?> type = types.iterator().next();
              components.add(new Component(components.size(), name, type, type, false, false));
            });
    RecordShape<NamedValues> shape = RecordShape.ofNames("Visit", components);
    RowKey<NamedValues> again = noted.key(shape);
    assertThat(again.forms()).isEqualTo(key.forms());
    Visit visit =
        new Visit(
            "www.rowandb.io", Instant.ofEpochMilli(1_790_000_000_123L), -5, new byte[] {0, 7});
    byte[] row = key.encode(visit);
    Object[] values = new Object[components.size()];
    again.decode(row, values);
    NamedValues read = shape.create(values);
    assertThat(read.get("site")).contains("www.rowandb.io");
    assertThat(read.get("number")).contains(-5);
    assertThat(read.get("time")).contains(visit.time());
    assertThat(again.encode(read)).isEqualTo(row);
  }

  @Test
  void aFormOfItsProgramIsNamed() {
    assertThatThrownBy(() -> NotedKey.of(List.of("a"), "zigzag", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("part 1", "a", "zigzag");
    assertThatThrownBy(() -> NotedKey.of(List.of("a"), "1 digit + 1 digit", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 digit");
    assertThatThrownBy(() -> NotedKey.of(List.of("a", "b"), "1 digit", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[a, b]");
    assertThatThrownBy(
            () -> NotedKey.of(List.of("a"), "1 digit" + ", optional".repeat(50_000), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aFieldInTwoPartsIsOfATypeOfBoth() {
    NotedKey key = NotedKey.of(List.of("a", "a"), "signed, 4 bytes + 4 digits", Map.of());
    assertThat(key.types()).isEqualTo(Map.of("a", Set.of(Long.class)));
  }
}
