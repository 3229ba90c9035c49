package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.PartCase.Pair;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** Bytes that no value has are malformed; all others are of the value that writes them. */
@Tag("slow")
class MalformedKeyTest {
  private static final List<PartCase<?>> CASES = PartCases.all();

  @Provide
  Arbitrary<PartCase<?>> part() {
    return Arbitraries.of(CASES);
  }

  @Provide
  Arbitrary<Pair<?>> pair() {
    return Arbitraries.of(CASES).flatMap(PartCase::pairs);
  }

  @Provide
  Arbitrary<byte[]> bytes() {
    return PartValues.byteArrays(0, 20);
  }

  @Property(tries = 60_000, edgeCases = EdgeCasesMode.NONE)
  void anyBytes(@ForAll("part") PartCase<?> part, @ForAll("bytes") byte[] bytes) {
    assertRefusedOrRewritten(part, bytes);
  }

  @Property(tries = 40_000, edgeCases = EdgeCasesMode.NONE)
  void truncated(@ForAll("pair") Pair<?> pair, @ForAll @IntRange(max = 20) int dropped) {
    byte[] bytes = pair.firstBytes();
    byte[] truncated = Arrays.copyOf(bytes, Math.max(0, bytes.length - dropped));
    boolean refused = assertRefusedOrRewritten(pair.of(), truncated);
    if (truncated.length < bytes.length && pair.part().isSelfDelimiting()) {
      assertThat(refused).as(pair.toString()).isTrue();
    }
  }

  @Property(tries = 60_000, edgeCases = EdgeCasesMode.NONE)
  void oneByteChanged(
      @ForAll("pair") Pair<?> pair,
      @ForAll @IntRange(max = 1000) int position,
      @ForAll byte value) {
    byte[] bytes = pair.firstBytes();
    if (bytes.length > 0) {
      bytes[position % bytes.length] = value;
      assertRefusedOrRewritten(pair.of(), bytes);
    }
  }

  private static <T> boolean assertRefusedOrRewritten(PartCase<T> part, byte[] bytes) {
    KeyReader in = new KeyReader(bytes);
    T read;
    try {
      read = part.part().read(in);
    } catch (MalformedKeyException refused) {
      assertThat(refused).hasMessageContaining("row key").hasMessageContaining("at byte");
      return true;
    }
    assertThat(part.write(read))
        .as("%s, read %s", part, read)
        .isEqualTo(Arrays.copyOf(bytes, in.position()));
    return false;
  }
}
