package io.rowandb.tsdb.server.graph;

/** This Java has no fonts, or no drawing at all, so that there are no graphs. */
public final class NoFontsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoFontsException(Throwable cause) {
    super(
        "graphs need a Java with java.desktop and a font (the packages fontconfig and"
            + " fonts-dejavu-core of most systems): "
            + cause,
        cause);
  }
}
