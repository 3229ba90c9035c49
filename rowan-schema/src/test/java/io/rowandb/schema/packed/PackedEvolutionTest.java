package io.rowandb.schema.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.value.MalformedValueException;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.com.google.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.Test;

/**
 * Old programs read what new ones wrote, and the other way, and lose nothing that they can keep.
 */
class PackedEvolutionTest {
  record Old(String text, long likes) {}

  record Keeping(UnknownFields rest, String text, long likes) {}

  record New(String lang, String text, long likes, List<Integer> votes, Boolean hidden, int rank) {}

  record Outer(Keeping kept, UnknownFields rest) {}

  record NewOuter(New kept, Integer added) {}

  /** {@link Everything} where only one of its fields is known, and not by its type. */
  record Two(Everything.Boxed boxed, UnknownFields rest) {}

  private static final PackedRecord<Old> OLD =
      PackedRecord.of(Old.class).field(1, Old::text).field(2, Old::likes).build();
  private static final PackedRecord<Keeping> KEEPING =
      PackedRecord.of(Keeping.class).field(1, Keeping::text).field(2, Keeping::likes).build();
  private static final PackedRecord<New> NEW =
      PackedRecord.of(New.class)
          .field(1, New::text)
          .field(2, New::likes)
          .fieldWithDefault(3, New::lang)
          .of("en")
          .field(5, New::votes)
          .field(6, New::hidden)
          .fieldWithDefault(7, New::rank)
          .of(-1)
          .reserved(4)
          .build();
  private static final New WRITTEN = new New("de", "t", 7, List.of(1, 300), false, 0);

  private static <R> R read(PackedRecord<R> type, byte[] bytes) {
    return type.decode(bytes, 0, bytes.length);
  }

  @Test
  void aNewReaderGivesDefaultsForWhatAnOldWriterDidNotKnow() {
    assertThat(read(NEW, OLD.encode(new Old("t", 7))))
        .isEqualTo(new New("en", "t", 7, List.of(), null, -1));
  }

  @Test
  void valuesThatEqualZeroAreNotTakenForMissing() {
    assertThat(read(NEW, NEW.encode(WRITTEN))).isEqualTo(WRITTEN);
  }

  @Test
  void anOldReaderPassesOverNewFields() {
    assertThat(read(OLD, NEW.encode(WRITTEN))).isEqualTo(new Old("t", 7));
  }

  @Test
  void anOldProgramThatKeepsUnknownFieldsChangesARecordWithoutLoss() {
    Keeping seen = read(KEEPING, NEW.encode(WRITTEN));
    assertThat(seen.text()).isEqualTo("t");
    assertThat(seen.rest().isEmpty()).isFalse();
    byte[] changed = KEEPING.encode(new Keeping(seen.rest(), "u", 8));
    assertThat(read(NEW, changed)).isEqualTo(new New("de", "u", 8, List.of(1, 300), false, 0));
    assertThat(read(KEEPING, changed).rest()).isEqualTo(seen.rest()).hasSameHashCodeAs(seen.rest());
  }

  @Test
  void unknownFieldsInNestedMessagesAreKeptThere() {
    PackedRecord<Outer> old =
        PackedRecord.of(Outer.class).fieldAs(1, Outer::kept, PackedTypes.message(KEEPING)).build();
    PackedRecord<NewOuter> added =
        PackedRecord.of(NewOuter.class)
            .fieldAs(1, NewOuter::kept, PackedTypes.message(NEW))
            .field(2, NewOuter::added)
            .build();
    NewOuter written = new NewOuter(WRITTEN, 150);
    Outer seen = read(old, added.encode(written));
    assertThat(seen.rest().toByteArray()).containsExactly(0x10, 0x96, 0x01);
    assertThat(read(added, old.encode(seen))).isEqualTo(written);
  }

  @Test
  void recordsWithoutUnknownFieldsHaveNone() {
    Keeping seen = read(KEEPING, OLD.encode(new Old("t", 7)));
    assertThat(seen.rest()).isSameAs(UnknownFields.none());
    assertThat(KEEPING.encode(seen)).isEqualTo(OLD.encode(new Old("t", 7)));
  }

  @Test
  void aFieldThatIsGoneIsPassedOver() {
    record Less(long likes) {}
    PackedRecord<Less> less = PackedRecord.of(Less.class).field(2, Less::likes).reserved(1).build();
    assertThat(read(less, OLD.encode(new Old("t", 7)))).isEqualTo(new Less(7));
  }

  @Test
  void wholeNumbersMayBecomeOthersOfEnoughWidth() {
    record Wide(long value) {}
    record Narrow(byte value) {}
    PackedRecord<Wide> wide = PackedRecord.inOrder(Wide.class);
    PackedRecord<Narrow> narrow = PackedRecord.inOrder(Narrow.class);
    assertThat(read(wide, narrow.encode(new Narrow((byte) -3)))).isEqualTo(new Wide(-3));
    assertThat(read(narrow, wide.encode(new Wide(-3)))).isEqualTo(new Narrow((byte) -3));
    assertThatThrownBy(() -> read(narrow, wide.encode(new Wide(128))))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContaining("Narrow.value, field 1")
        .hasMessageContaining("128 is not from -128 to 127");
  }

  @Test
  void aConstantThatAnEnumNoLongerHasIsNamed() {
    record Text(String state) {}
    record State(Thread.State state) {}
    byte[] bytes = PackedRecord.inOrder(Text.class).encode(new Text("RUNNING"));
    assertThatThrownBy(() -> read(PackedRecord.inOrder(State.class), bytes))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContaining("State.state, field 1")
        .hasMessageContaining("RUNNING")
        .hasMessageContaining("RUNNABLE");
  }

  @Provide
  Arbitrary<Everything> everything() {
    return Everything.any();
  }

  @Tag("slow")
  @Property
  void protobufSeesTheSameFieldsBehindAnOldProgram(@ForAll("everything") Everything record)
      throws InvalidProtocolBufferException {
    PackedRecord<Two> two = PackedRecord.of(Two.class).field(2, Two::boxed).build();
    byte[] bytes = Everything.PACKED.encode(record);
    Two seen = read(two, bytes);
    assertThat(seen.boxed()).isEqualTo(record.boxed());
    byte[] again = two.encode(seen);
    assertThat(UnknownFieldSet.parseFrom(again)).isEqualTo(UnknownFieldSet.parseFrom(bytes));
    Everything.assertEqual(read(Everything.PACKED, again), record);
  }
}
