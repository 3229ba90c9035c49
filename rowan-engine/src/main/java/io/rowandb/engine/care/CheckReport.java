package io.rowandb.engine.care;

/**
 * What a check has read, and how much it found.
 *
 * @param tables in the manifest
 * @param regions of them
 * @param snapshots in the manifest
 * @param storeFiles that were read, those of snapshots too
 * @param storeFileBytes their bytes
 * @param cells in them
 * @param logSegments that were read
 * @param logBytes their bytes
 * @param logEntries in them
 * @param notes facts that are fine but worth knowing
 * @param warnings things that should not be there, or are missing
 * @param errors things that are damaged
 */
public record CheckReport(
    int tables,
    int regions,
    int snapshots,
    int storeFiles,
    long storeFileBytes,
    long cells,
    int logSegments,
    long logBytes,
    long logEntries,
    long notes,
    long warnings,
    long errors) {
  /** Whether there is nothing to do. */
  public boolean isClean() {
    return warnings == 0 && errors == 0;
  }
}
