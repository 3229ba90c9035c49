package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.apache.hbase.thirdparty.com.google.common.hash.Hashing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Digests against the published values of their algorithms. */
class DigestTest {
  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static Stream<Arguments> published() {
    return Stream.of(
        // RFC 1321, A.5.
        arguments(Digest.md5(16), "", "d41d8cd98f00b204e9800998ecf8427e"),
        arguments(Digest.md5(16), "a", "0cc175b9c0f1b6a831c399e269772661"),
        arguments(Digest.md5(16), "abc", "900150983cd24fb0d6963f7d28e17f72"),
        arguments(Digest.md5(16), "message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        arguments(Digest.md5(16), "abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        // FIPS 180, examples.
        arguments(
            Digest.sha256(32),
            "abc",
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        arguments(
            Digest.sha256(32),
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        arguments(
            Digest.sha256(32),
            "",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        // MurmurHash3_x64_128 with seed 0.
        arguments(Digest.murmur3(16), "", "00000000000000000000000000000000"),
        arguments(
            Digest.murmur3(16),
            "The quick brown fox jumps over the lazy dog",
            "6c1b07bc7bbc4be347939ac4a93c437a"));
  }

  @ParameterizedTest
  @MethodSource("published")
  void isAsPublished(Digest digest, String text, String hex) {
    assertThat(HexFormat.of().formatHex(digest.of(ascii(text)))).isEqualTo(hex);
    assertThat(digest.hex().of(ascii(text))).asString().isEqualTo(hex);
  }

  @Property
  void murmur3IsGuavas(@ForAll @Size(max = 70) byte[] bytes) {
    assertThat(Digest.murmur3(16).of(bytes))
        .isEqualTo(Hashing.murmur3_128().hashBytes(bytes).asBytes());
  }

  @Test
  void shorterOnesAreItsBeginning() {
    assertThat(Digest.md5(2).of(ascii("abc"))).containsExactly(0x90, 0x01);
    assertThat(Digest.sha256(1).of(ascii("abc"))).containsExactly(0xba);
    assertThat(Digest.murmur3(3).of(ascii("a")))
        .isEqualTo(Arrays.copyOf(Digest.murmur3(16).of(ascii("a")), 3));
    assertThat(Digest.md5(2).hex().of(ascii("abc"))).asString().isEqualTo("9001");
  }

  @Test
  void widthIsThatOfTheKey() {
    assertThat(Digest.md5(4).width()).isEqualTo(4);
    assertThat(Digest.md5(4).hex().width()).isEqualTo(8);
    assertThat(Digest.md5(4).hex().hex().width()).isEqualTo(8);
  }

  @Test
  void describesItself() {
    assertThat(Digest.md5(1).describe()).isEqualTo("MD5, first 1 byte");
    assertThat(Digest.murmur3(4).describe()).isEqualTo("Murmur3 x64 128, first 4 bytes");
    assertThat(Digest.sha256(8).hex().describe()).isEqualTo("SHA-256, first 8 bytes, in hex");
  }

  @Test
  void isTheSameOnAllThreads() {
    Digest digest = Digest.md5(16);
    List<byte[]> inputs = IntStream.range(0, 20_000).mapToObj(i -> ascii("row " + i)).toList();
    List<String> alone =
        inputs.stream().map(bytes -> HexFormat.of().formatHex(digest.of(bytes))).toList();
    List<String> together =
        inputs.parallelStream().map(bytes -> HexFormat.of().formatHex(digest.of(bytes))).toList();
    assertThat(together).isEqualTo(alone);
  }
}
