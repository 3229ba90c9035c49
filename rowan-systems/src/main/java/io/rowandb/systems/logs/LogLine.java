package io.rowandb.systems.logs;

import java.util.Optional;

/**
 * A line with the title of its file.
 *
 * @param record the line
 * @param title empty when it is not registered ({@link LogStore#addFile})
 */
public record LogLine(LogRecord record, Optional<String> title) {}
