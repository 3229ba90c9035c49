package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowandb.schema.field.Component;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What a key is made of, and which declarations are refused. */
class RowKeyTest {
  record Call(String phone, Instant time, int month, String other, Long seconds) {}

  private static final Instant TIME = Instant.parse("2014-05-12T08:05:30Z");
  private static final Call CALL = new Call("95598", TIME, 5, "10086", 61L);

  private static RowKeyBuilder<Call> key() {
    return RowKey.of(Call.class);
  }

  private static String text(RowKey<Call> key) {
    return Bytes.toStringBinary(key.encode(CALL));
  }

  private static Object[] decoded(RowKey<Call> key) {
    Object[] values = new Object[5];
    key.decode(key.encode(CALL), values);
    return values;
  }

  @Test
  void partsStandOneBehindTheOther() {
    RowKey<Call> key =
        key()
            .literal("C-")
            .part(Call::phone)
            .part(Call::time, Parts.calendar("yyyyMMddHHmmss"))
            .part(Call::other, Parts.textToEnd())
            .build();
    assertThat(text(key)).isEqualTo("C-95598\\x00\\x002014051208053010086");
    assertThat(decoded(key)).containsExactly("95598", TIME, null, "10086", null);
    assertThat(key.held()).extracting(Component::name).containsExactly("phone", "time", "other");
  }

  @Test
  void aHashOfOneFieldIsOfItsPlainBytes() {
    RowKey<Call> key = key().hash(Digest.md5(4).hex(), Call::phone).part(Call::phone).build();
    byte[] md5 = Digest.md5(4).of(Bytes.toBytes("95598"));
    assertThat(text(key)).isEqualTo(Bytes.toHex(md5) + "95598\\x00\\x00");
  }

  @Test
  void aHashOfSeveralFieldsKeepsThemApart() {
    RowKey<Call> key =
        key()
            .hash(Digest.sha256(8), Call::phone, Call::other)
            .part(Call::phone)
            .part(Call::other)
            .build();
    byte[] one = key.encode(new Call("1", TIME, 1, "23", null));
    byte[] other = key.encode(new Call("12", TIME, 1, "3", null));
    assertThat(Arrays.copyOf(one, 8)).isNotEqualTo(Arrays.copyOf(other, 8));
  }

  @Test
  void aSaltIsTheSameForTheSameKeyAndSpreads() {
    RowKey<Call> key = key().salt(16).part(Call::time, Parts.millis()).build();
    assertThat(key.encode(CALL)).isEqualTo(key.encode(CALL)).hasSize(9);
    int[] rows = new int[16];
    for (int i = 0; i < 16_000; i++) {
      rows[key.encode(new Call("", TIME.plusMillis(i), 0, "", null))[0]]++;
    }
    double chiSquare = Arrays.stream(rows).mapToDouble(n -> (n - 1e3) * (n - 1e3) / 1e3).sum();
    assertThat(chiSquare).isLessThan(37.7); // 15 degrees of freedom, 0.1 %
    assertThat(decoded(key)[1]).isEqualTo(TIME);
  }

  @Test
  void whatIsHeldWithALossMustBeDeclaredSo() {
    assertThatThrownBy(() -> key().hash(Digest.md5(16), Call::phone).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Call.phone is in the key only as MD5")
        .hasMessageContaining("declare it lossy");
    assertThatThrownBy(
            () -> key().part(Call::time, Parts.seconds().truncatedTo(ChronoUnit.HOURS)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Call.time is in the key only as");
    RowKey<Call> lossy = key().hash(Digest.md5(16), Call::phone).lossy(Call::phone).build();
    assertThat(lossy.held()).isEmpty();
    assertThat(lossy.toString()).contains("differ only in phone");
    assertThatThrownBy(() -> key().part(Call::phone).lossy(Call::phone).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("declared lossy, but the key holds all of it");
  }

  @Test
  void anOpenEndInTheMiddleIsRefused() {
    assertThatThrownBy(() -> key().part(Call::phone, Parts.textToEnd()).part(Call::other).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Call.phone")
        .hasMessageContaining("does not tell where it ends");
    assertThatThrownBy(() -> key().salt(4).build()).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> key().build()).hasMessageContaining("has no part");
    assertThatThrownBy(() -> key().salt(1)).hasMessageContaining("2 to 256 buckets, not 1");
  }

  @Test
  void onlyAccessorsAreFields() {
    assertThatThrownBy(() -> key().part(call -> call.phone() + "!"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Call::phone")
        .hasMessageContaining("as its accessor");
  }

  @Test
  void aNullHasAFormOnlyInAnOptionalPart() {
    Call call = new Call("1", TIME, 1, "2", null);
    assertThatThrownBy(() -> key().part(Call::seconds).build().encode(call))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Call.seconds is null");
    RowKey<Call> optional = key().part(Call::seconds, Parts.optional(Parts.int64())).build();
    assertThat(optional.encode(call)).containsExactly(0);
    assertThat(decoded(optional)[4]).isEqualTo(61L);
  }

  @Test
  void aRowOfAnotherKeyIsMalformed() {
    RowKey<Call> key = key().literal("D-").part(Call::month).build();
    assertThatThrownBy(() -> key.decode(Bytes.toBytes("I-1_x"), new Object[5]))
        .isInstanceOf(MalformedKeyException.class)
        .hasMessageContaining("I-1_x")
        .hasMessageContaining("\"D-\" is expected");
    assertThatThrownBy(() -> key.decode(Bytes.add(key.encode(CALL), new byte[2]), new Object[5]))
        .isInstanceOf(MalformedKeyException.class)
        .hasMessageContaining("2 more bytes are there");
  }

  @Test
  void twoKeysAreApartIfTheirLiteralsAre() {
    RowKey<Call> data = key().literal("D-").part(Call::month).build();
    RowKey<Call> index = key().literal("I-1_").part(Call::month).buildFollowed();
    RowKey<Call> longer = key().literal("D-2").part(Call::month).buildFollowed();
    assertThat(data.isApartFrom(index)).isTrue();
    assertThat(data.isApartFrom(longer)).isFalse();
    assertThat(data.isApartFrom(key().part(Call::month).build())).isFalse();
    byte[] row = Bytes.add(index.encode(CALL), Bytes.toBytes("rest"));
    assertThat(index.decodeFrom(row, new Object[5])).isEqualTo(Bytes.toBytes("rest"));
  }

  @Test
  void tooLongAKeyIsRefused() {
    RowKey<Call> key = key().part(Call::phone, Parts.textToEnd()).build();
    assertThat(key.encode(call("x".repeat(RowKey.MAX_BYTES)))).hasSize(RowKey.MAX_BYTES);
    assertThatThrownBy(() -> key.encode(call("x".repeat(RowKey.MAX_BYTES + 1))))
        .hasMessageContaining("1 to 32767 bytes, and this one 32768");
    assertThatThrownBy(() -> key.encode(call(""))).hasMessageContaining("this one 0");
  }

  private static Call call(String phone) {
    return new Call(phone, TIME, 1, "", null);
  }

  @Test
  void theDescriptionNamesThePartsInTheirOrder() {
    RowKey<Call> key =
        key()
            .literal("D-")
            .salt(8, Call::phone)
            .part(Call::phone, Parts.fixedText(11))
            .part(Call::time, Parts.descending(Parts.millis()))
            .build();
    assertThat(key.describe())
        .isEqualTo(
            List.of(
                "\"D-\"",
                "1 of 8 buckets by phone",
                "phone: " + Parts.fixedText(11).describe(),
                "time: " + Parts.descending(Parts.millis()).describe()));
  }
}
