package io.rowandb.schema.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An enum has a byte if all its constants have one. */
class EnumBytePartTest {
  @TempDir private Path directory;

  private enum None {}

  /** Compiled here, as nobody wants to read such an enum. */
  private Class<?> enumOf(int constantCount) throws IOException, ReflectiveOperationException {
    String constants =
        IntStream.range(0, constantCount).mapToObj(i -> "C" + i).collect(Collectors.joining(","));
    Path source = directory.resolve("Many.java");
    Files.writeString(source, "public enum Many {" + constants + "}");
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", directory.toString(), source.toString());
    assertThat(result).isZero();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
      return loader.loadClass("Many");
    }
  }

  @Tag("slow")
  @Test
  void has256Constants() throws IOException, ReflectiveOperationException {
    Class<?> type = enumOf(256);
    assertLastIsRead(type);
  }

  private static <T> void assertLastIsRead(Class<T> type) {
    KeyPart<T> part = Parts.forType(type);
    T last = type.getEnumConstants()[255];
    KeyWriter out = new KeyWriter();
    part.write(last, out);
    assertThat(out.toByteArray()).containsExactly(0xFF);
    assertThat(part.read(new KeyReader(out.toByteArray()))).isSameAs(last);
  }

  @Tag("slow")
  @Test
  void hasMore() throws IOException, ReflectiveOperationException {
    Class<?> type = enumOf(257);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parts.forType(type))
        .withMessage("Many has 257 constants; a byte tells 256 apart");
  }

  @Test
  void hasNone() {
    KeyPart<None> part = Parts.enumByte(None.class);
    assertThatExceptionOfType(MalformedKeyException.class)
        .isThrownBy(() -> part.read(new KeyReader(new byte[1])))
        .withMessageContaining("None has no ordinal 0");
  }
}
