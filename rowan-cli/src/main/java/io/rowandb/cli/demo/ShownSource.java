package io.rowandb.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lines of a class's members for the screen, from its own source, which is stored beside the class.
 * So the code shown is the code that runs. It relies on formatted sources: a member is indented by
 * two columns, and its braces are balanced.
 */
final class ShownSource {
  private static final String INDENT = "  ";

  private ShownSource() {}

  /**
   * The lines of a record, an enum or a method.
   *
   * @throws IllegalArgumentException when the class has none of that name
   */
  static List<String> of(Class<?> type, String member) {
    Pattern start =
        Pattern.compile(
            INDENT + "(?:static )?(?:record |enum |[A-Z][\\w<>, ]* |boolean )" + member + "[( ].*");
    List<String> lines = new ArrayList<>();
    long depth = 0;
    for (String line : (Iterable<String>) text(type).lines()::iterator) {
      if (lines.isEmpty() && !start.matcher(line).matches()) {
        continue;
      }
      lines.add(line.isEmpty() ? line : line.substring(INDENT.length()));
      depth += count(line, '{') - count(line, '}');
      if (depth == 0 && line.endsWith("}")) {
        return lines;
      }
    }
    throw new IllegalArgumentException(type.getName() + " has no member " + member);
  }

  /** The lines of the method that a reference names. */
  static List<String> of(Class<?> type, Serializable reference) {
    try {
      Method replace = reference.getClass().getDeclaredMethod("writeReplace");
      replace.setAccessible(true);
      return of(type, ((SerializedLambda) replace.invoke(reference)).getImplMethodName());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(reference + " is no reference to a method", e);
    }
  }

  private static long count(String line, char brace) {
    return line.chars().filter(c -> c == brace).count();
  }

  private static String text(Class<?> type) {
    String name = type.getSimpleName() + ".java";
    try (InputStream source = type.getResourceAsStream(name)) {
      if (source == null) {
        throw new IllegalStateException(name + " is not beside its class: built without resources");
      }
      return new String(source.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
