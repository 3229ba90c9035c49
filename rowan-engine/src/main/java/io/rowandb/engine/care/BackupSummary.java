package io.rowandb.engine.care;

import java.nio.file.Path;

/**
 * What is in a backup, or in a store made of one.
 *
 * @param target where it is
 * @param storeFiles how many store files
 * @param storeFileBytes their length
 * @param logBytes the length of the log
 * @param logEntries how many writes the log has
 * @param tries how many times it was begun: more than once when the store changed too much
 *     meanwhile
 */
public record BackupSummary(
    Path target, int storeFiles, long storeFileBytes, long logBytes, long logEntries, int tries) {}
