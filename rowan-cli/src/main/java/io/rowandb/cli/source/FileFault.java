package io.rowandb.cli.source;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says in one form what was tried with a file, which file that is, and why it failed, as in {@code
 * cannot read /data/x: permission denied}. The JDK has several forms, and some of them say only the
 * path. No instances.
 */
public final class FileFault {
  private static final String DENIED = "permission denied";
  private static final String MISSING = "no such file or directory";

  /** As streams of {@code java.io} say it: {@code /data/x (Permission denied)}. */
  private static final Pattern OF_STREAM = Pattern.compile("(?s)(.+) \\((.+)\\)");

  private FileFault() {}

  /** Why a file cannot be read, before it is tried; a directory cannot. Empty when it can be. */
  public static Optional<String> ofReading(Path file) {
    return reasonBefore(file).map(reason -> reading(file, reason));
  }

  /** The same of a file or a directory. */
  public static Optional<String> ofUsing(Path file) {
    return Files.isDirectory(file) && Files.isReadable(file) ? Optional.empty() : ofReading(file);
  }

  private static Optional<String> reasonBefore(Path file) {
    try {
      boolean directory = Files.readAttributes(file, BasicFileAttributes.class).isDirectory();
      if (Files.isReadable(file)) {
        return directory ? Optional.of("is a directory") : Optional.empty();
      }
      return Optional.of(DENIED);
    } catch (IOException e) {
      return Optional.of(reason(e));
    }
  }

  /** What is said of a file that could not be read. */
  public static String ofReading(Path file, IOException failure) {
    return reading(file, reason(failure));
  }

  /** What is said of standard input that could not be read. */
  public static String ofStandardInput(IOException failure) {
    return reading("standard input", reason(failure));
  }

  /** What is said of a file or directory that this account may not read. */
  public static String denied(Path file) {
    return reading(file, DENIED);
  }

  private static String reading(Object file, String reason) {
    return "cannot read " + file + ": " + reason;
  }

  /** What an exception alone says of a file; empty when it is of no file. */
  public static Optional<String> of(Throwable failure) {
    if (failure instanceof FileSystemException e && e.getFile() != null) {
      return Optional.of(told(e));
    }
    Matcher ofStream = ofStream(failure);
    return ofStream == null
        ? Optional.empty()
        : Optional.of(told(ofStream.group(1), lowerCase(ofStream.group(2))));
  }

  private static String told(FileSystemException failure) {
    String reason = reason(failure);
    boolean both = failure.getOtherFile() != null;
    return failure.getReason() != null && !reason.equals(DENIED)
        ? failure.getMessage()
        : told(failure.getFile() + (both ? " -> " + failure.getOtherFile() : ""), reason);
  }

  private static String told(String file, String reason) {
    return reason.equals(DENIED) ? deniedAccess(file) : file + ": " + reason;
  }

  /** Nothing tells which of the two was tried, or whether it was to be made or deleted. */
  private static String deniedAccess(String file) {
    return "cannot read or write " + file + ": " + DENIED;
  }

  /** Why alone, without the path. */
  private static String reason(IOException failure) {
    if (failure instanceof FileSystemException e && e.getReason() != null) {
      return lowerCase(e.getReason());
    }
    if (failure instanceof AccessDeniedException) {
      return DENIED;
    }
    if (failure instanceof NoSuchFileException) {
      return MISSING;
    }
    if (failure instanceof FileAlreadyExistsException) {
      return "is there already";
    }
    if (failure instanceof DirectoryNotEmptyException) {
      return "is not empty";
    }
    if (failure instanceof NotDirectoryException) {
      return "is not a directory";
    }
    if (failure instanceof FileSystemException) {
      return failure.getClass().getSimpleName(); // its message is the path
    }
    Matcher ofStream = ofStream(failure);
    if (ofStream != null) {
      return lowerCase(ofStream.group(2));
    }
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  /** Null when it is another failure. */
  private static Matcher ofStream(Throwable failure) {
    if (!(failure instanceof FileNotFoundException) || failure.getMessage() == null) {
      return null;
    }
    Matcher matcher = OF_STREAM.matcher(failure.getMessage());
    return matcher.matches() ? matcher : null;
  }

  /** What the operating system says begins with a capital. */
  private static String lowerCase(String reason) {
    return reason.isEmpty()
        ? reason
        : Character.toLowerCase(reason.charAt(0)) + reason.substring(1);
  }
}
