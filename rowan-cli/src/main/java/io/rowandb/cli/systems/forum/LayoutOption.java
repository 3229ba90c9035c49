package io.rowandb.cli.systems.forum;

import io.rowandb.systems.forum.CommentLayout;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How comments are stored. */
public final class LayoutOption {
  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      defaultValue = "wide",
      converter = Converter.class,
      description =
          "wide: comments are columns of the post's row; tall: rows of a table of their own: ${DEFAULT-VALUE} unless given.")
  private CommentLayout layout;

  /** For picocli. */
  public LayoutOption() {}

  CommentLayout layout() {
    return layout;
  }

  /** Reads it in lower case. */
  static final class Converter implements ITypeConverter<CommentLayout> {
    @Override
    public CommentLayout convert(String text) {
      for (CommentLayout each : CommentLayout.values()) {
        if (each.name().toLowerCase(Locale.ROOT).equals(text)) {
          return each;
        }
      }
      throw new TypeConversionException("'" + text + "' is neither wide nor tall");
    }
  }
}
