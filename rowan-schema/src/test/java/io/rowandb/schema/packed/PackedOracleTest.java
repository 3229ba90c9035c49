package io.rowandb.schema.packed;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.Descriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.DynamicMessage;

/** Protobuf's own classes read what we write, and we read what they write. */
class PackedOracleTest {
  @Provide
  Arbitrary<Everything> everything() {
    return Everything.any();
  }

  @Tag("slow")
  @Property
  void protobufReadsOurs(@ForAll("everything") Everything record) throws Exception {
    Descriptor type = ProtobufMessages.everything(true);
    byte[] ours = Everything.PACKED.encode(record);
    DynamicMessage read = DynamicMessage.parseFrom(type, ours);
    assertThat(read).isEqualTo(ProtobufMessages.message(record, type));
    assertThat(read.getSerializedSize()).isEqualTo(ours.length);
  }

  @Tag("slow")
  @Property
  void weReadProtobufs(@ForAll("everything") Everything record, @ForAll boolean oneTag)
      throws Exception {
    Descriptor type = ProtobufMessages.everything(oneTag);
    byte[] theirs = ProtobufMessages.message(record, type).toByteArray();
    Everything read = Everything.PACKED.decode(theirs, 0, theirs.length);
    Everything.assertEqual(read, record);
  }
}
