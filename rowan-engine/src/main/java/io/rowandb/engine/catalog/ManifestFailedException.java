package io.rowandb.engine.catalog;

import java.io.IOException;

/**
 * It is unknown whether the last record of the manifest is on disk: neither undo nor repeat what it
 * describes. The next opening finds out.
 */
public final class ManifestFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  ManifestFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
