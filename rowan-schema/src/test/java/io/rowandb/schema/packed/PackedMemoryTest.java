package io.rowandb.schema.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.value.MalformedValueException;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Few bytes with many messages, or deep ones, take no memory without a bound. */
@Tag("slow")
class PackedMemoryTest {
  private static final int MEGABYTE = 1 << 20;

  record Small(int a, String b) {}

  record Wide(
      Long a,
      Long b,
      Long c,
      Long d,
      Long e,
      Long f,
      Long g,
      Long h,
      Long i,
      Long j,
      Long k,
      Long l,
      Long m,
      Long n,
      Long o,
      Long p,
      Long q,
      Long r,
      Long s,
      Long t,
      Long u,
      Long v,
      Long w,
      Long x,
      Long y,
      Long z,
      Long a1,
      Long b1,
      Long c1,
      Long d1,
      Long e1,
      Long f1) {}

  sealed interface Shape {}

  record Dot(Integer size) implements Shape {}

  record Line(Integer length) implements Shape {}

  record Smalls(List<Small> smalls) {}

  record Shapes(List<Shape> shapes) {}

  record Lists(List<Smalls> lists) {}

  record Sets(Set<Small> smalls) {}

  record Maps(Map<Integer, Small> smalls) {}

  record Wides(List<Wide> wides) {}

  record WideMap(Map<Integer, Wide> wides) {}

  record WideShapes(List<WideShape> shapes) {}

  sealed interface WideShape {}

  record Filled(Wide wide) implements WideShape {}

  record Keeping(int a, UnknownFields rest) {}

  private static byte[] repeated(String hex, int length) {
    byte[] unit = Bytes.fromHex(hex);
    byte[] bytes = new byte[length / unit.length * unit.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = unit[i % unit.length];
    }
    return bytes;
  }

  private static byte[] mapOf(int count) throws Exception {
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(to);
    for (int key = 0; key < count; key++) {
      out.writeTag(1, 2);
      out.writeUInt32NoTag(CodedOutputStream.computeInt32Size(1, key));
      out.writeInt32(1, key);
    }
    out.flush();
    return to.toByteArray();
  }

  private static long allocated(PackedRecord<?> type, byte[] bytes) {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    type.decode(bytes, 0, bytes.length);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  /**
   * What is allocated in all, of which most is garbage at once, is less than 200 times the cell;
   * how much of it is left out depends on the JVM's compiler.
   */
  @Test
  void smallMessagesTakeMemoryInProportionToTheirBytes() throws Exception {
    assertProportional(Smalls.class, repeated("0a00", MEGABYTE));
    assertProportional(Shapes.class, repeated("0a020a00", MEGABYTE));
    assertProportional(Lists.class, repeated("0a020a00", MEGABYTE));
    assertProportional(Maps.class, mapOf(MEGABYTE / 6));
  }

  private static void assertProportional(Class<?> type, byte[] bytes) {
    assertThat(allocated(PackedRecord.inOrder(type), bytes))
        .as("%s of %s bytes", type, bytes.length)
        .isLessThan(200L * bytes.length);
  }

  @Test
  void wideMessagesHaveABound() throws Exception {
    assertRefused(Wides.class, repeated("0a00", MEGABYTE), "Wides.wides, field 1");
    assertRefused(Wides.class, repeated("0a020801", 4 * MEGABYTE), "Wides.wides, field 1");
    assertRefused(WideMap.class, mapOf(400_000), "WideMap.wides, field 1");
    assertRefused(WideShapes.class, repeated("0a040a020a00", 4 * MEGABYTE), "WideShapes.shapes");
  }

  private static void assertRefused(Class<?> type, byte[] bytes, String where) {
    PackedRecord<?> packed = PackedRecord.inOrder(type);
    assertThatThrownBy(() -> packed.decode(bytes, 0, bytes.length))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContainingAll(where, "at most 16777216 fields in all");
  }

  @Test
  void whatIsNotReadIsNotWritten() {
    Wide empty =
        new Wide(
            null, null, null, null, null, null, null, null, null, null, null, null, null, null,
            null, null, null, null, null, null, null, null, null, null, null, null, null, null,
            null, null, null, null);
    PackedRecord<Wides> packed = PackedRecord.inOrder(Wides.class);
    int most = (1 << 24) / 33;
    byte[] bytes = packed.encode(new Wides(Collections.nCopies(most, empty)));
    assertThat(packed.decode(bytes, 0, bytes.length).wides()).hasSize(most);
    assertThatThrownBy(() -> packed.encode(new Wides(Collections.nCopies(most + 1, empty))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Wides.wides, field 1", "at most 16777216 fields in all");
  }

  @Test
  void aSetWithOneElementOftenIsRefused() {
    byte[] bytes = repeated("0a00", MEGABYTE);
    PackedRecord<Sets> packed = PackedRecord.inOrder(Sets.class);
    assertThatThrownBy(() -> packed.decode(bytes, 0, bytes.length))
        .isInstanceOf(MalformedValueException.class)
        .hasMessageContainingAll("Sets.smalls, field 1", "of a set is there twice");
  }

  /** Messages in unknown fields are passed over, whatever is in them. */
  @Test
  void unknownMessagesOfAnyDepthAreKept() {
    byte[] bytes = new byte[MEGABYTE];
    int at = bytes.length;
    for (int level = 0; level < 100_000; level++) {
      int length = bytes.length - at;
      int lengthSize = CodedOutputStream.computeUInt32SizeNoTag(length);
      at -= lengthSize;
      for (int i = 0, rest = length; i < lengthSize; i++, rest >>>= 7) {
        bytes[at + i] = (byte) ((rest & 0x7F) | (i < lengthSize - 1 ? 0x80 : 0));
      }
      bytes[--at] = 0x12;
    }
    byte[] nested = Arrays.copyOfRange(bytes, at, bytes.length);
    PackedRecord<Keeping> packed = PackedRecord.inOrder(Keeping.class);
    Keeping read = packed.decode(nested, 0, nested.length);
    assertThat(packed.encode(read)).isEqualTo(Bytes.add(new byte[] {8, 0}, nested));
  }
}
