package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.schema.key.PartCase.Pair;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.apache.hadoop.hbase.util.Bytes;

/** What {@link KeyPart} promises, for each part and for each pair of parts one behind the other. */
class PartLawsTest {
  private static final List<PartCase<?>> CASES = PartCases.all();

  /** Two values of one part. */
  @Provide
  Arbitrary<Pair<?>> pair() {
    return Arbitraries.of(CASES).flatMap(PartCase::pairs);
  }

  /** Two values of each part, in the order of the parts. */
  @Provide
  Arbitrary<List<Pair<?>>> pairOfEach() {
    List<Arbitrary<Pair<?>>> pairs =
        CASES.stream().<Arbitrary<Pair<?>>>map(PartCase::pairs).toList();
    return Combinators.combine(pairs).as(list -> list);
  }

  @Tag("slow")
  @Property(tries = 40_000, edgeCases = EdgeCasesMode.NONE)
  void bytesCompareAsDeclared(@ForAll("pair") Pair<?> pair) {
    int ofBytes = Integer.signum(Arrays.compareUnsigned(pair.firstBytes(), pair.secondBytes()));
    assertThat(ofBytes).as(pair.toString()).isEqualTo(pair.declaredOrder());
  }

  /** Ranges of values are read as ranges of rows of parts that have a direction. */
  @Tag("slow")
  @Property(tries = 40_000, edgeCases = EdgeCasesMode.NONE)
  void theDirectionIsThatOfTheOrder(@ForAll("pair") Pair<?> pair) {
    boolean values = pair.first() != null && pair.second() != null; // null has no natural order
    if (values && pair.part().direction() != Direction.OTHER) {
      int natural = Integer.signum(NaturalOrder.compare(pair.first(), pair.second()));
      int expected = pair.part().direction() == Direction.ASCENDING ? natural : -natural;
      boolean truncated = !pair.part().isLossless() && pair.declaredOrder() == 0;
      assertThat(truncated ? expected : pair.declaredOrder())
          .as(pair.toString())
          .isEqualTo(expected);
    }
  }

  @Tag("slow")
  @Property(tries = 20_000, edgeCases = EdgeCasesMode.NONE)
  void whatWasWrittenIsRead(@ForAll("pair") Pair<?> pair) {
    KeyReader in = new KeyReader(pair.firstBytes());
    Object read = pair.part().read(in);
    assertThat(in.remaining()).as(pair.toString()).isZero();
    assertThat(pair.isFirstAgain(read)).as("%s, read %s", pair, read).isTrue();
  }

  @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE)
  @Tag("slow")
  void widthIsAsDeclared(@ForAll("pair") Pair<?> pair) {
    int width = pair.part().width();
    if (width != KeyPart.VARIABLE) {
      assertThat(pair.firstBytes()).as(pair.toString()).hasSize(width);
      assertThat(pair.part().isSelfDelimiting()).isTrue();
    }
  }

  @Tag("slow")
  @Property(tries = 40_000, edgeCases = EdgeCasesMode.NONE)
  void noValueBeginsAnotherOfAPartThatDelimitsItself(@ForAll("pair") Pair<?> pair) {
    byte[] first = pair.firstBytes();
    byte[] second = pair.secondBytes();
    if (pair.part().isSelfDelimiting() && !Arrays.equals(first, second)) {
      assertThat(Bytes.startsWith(first, second)).as(pair.toString()).isFalse();
      assertThat(Bytes.startsWith(second, first)).as(pair.toString()).isFalse();
    }
  }

  @Tag("slow")
  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void everyTwoPartsTogetherCompareAsOneAfterTheOther(@ForAll("pairOfEach") List<Pair<?>> pairs) {
    for (Pair<?> left : pairs) {
      if (left.part().isSelfDelimiting()) {
        for (Pair<?> right : pairs) {
          assertOrder(left, right);
        }
      }
    }
  }

  private static void assertOrder(Pair<?> left, Pair<?> right) {
    byte[] a = Bytes.add(left.firstBytes(), right.firstBytes());
    byte[] b = Bytes.add(left.secondBytes(), right.secondBytes());
    byte[] sameLeft = Bytes.add(left.firstBytes(), right.secondBytes());
    int declared = left.declaredOrder() != 0 ? left.declaredOrder() : right.declaredOrder();
    if (Integer.signum(Arrays.compareUnsigned(a, b)) != declared
        || Integer.signum(Arrays.compareUnsigned(a, sameLeft)) != right.declaredOrder()) {
      assertThat(Bytes.toStringBinary(a) + " and " + Bytes.toStringBinary(b))
          .as("%s, then %s", left, right)
          .isEqualTo("in the declared order");
    }
  }

  @Tag("slow")
  @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
  void everyTwoPartsTogetherAreRead(@ForAll("pairOfEach") List<Pair<?>> pairs) {
    for (Pair<?> left : pairs) {
      if (left.part().isSelfDelimiting()) {
        for (Pair<?> right : pairs) {
          KeyReader in = new KeyReader(Bytes.add(left.firstBytes(), right.firstBytes()));
          Object first = left.part().read(in);
          Object second = right.part().read(in);
          boolean read = left.isFirstAgain(first) && right.isFirstAgain(second);
          assertThat(read && in.remaining() == 0).as("%s, then %s", left, right).isTrue();
        }
      }
    }
  }
}
