package io.rowandb.engine.care;

import java.nio.file.Path;

/**
 * What is in a backup, or in a store restored from one.
 *
 * @param target where it is
 * @param storeFiles how many store files
 * @param storeFileBytes their length
 * @param logBytes the length of the log
 * @param logEntries how many writes the log has
 * @param tries how many attempts it took: more than one if the store changed too much meanwhile
 */
public record BackupSummary(
    Path target, int storeFiles, long storeFileBytes, long logBytes, long logEntries, int tries) {}
