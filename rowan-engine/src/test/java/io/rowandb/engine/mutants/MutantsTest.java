package io.rowandb.engine.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An engine that forces too little, releases its log too early, or believes what it reads, is found
 * out by the tests that promise to; and they find nothing in the engine as it is.
 */
@Tag("slow")
class MutantsTest {
  private static final String CRASHES = "io.rowandb.engine.world.CrashEverywhereTest";
  private static final String LOSSES = "io.rowandb.engine.PowerLossTest";
  private static final String FLIPS =
      "io.rowandb.engine.FlippedBytesTest#everyFlippedByteIsNoticedOrHarmless";

  /** Enough for each defect to show. */
  private static final String CRASH_POINTS = "-Drowan.crash.points=2000";

  @TempDir Path directory;

  /** One line of the engine that safety hangs on, and the test that sees it missing. */
  enum Defect {
    STORE_FILE_NOT_FORCED_BEFORE_MANIFEST(
        CRASHES, new Mutant("storefile/StoreFileWriter.java", "    file.force();\n", "")),
    MANIFEST_NOT_FORCED(
        CRASHES,
        new Mutant(
            "catalog/Manifest.java",
            "      file.force();\n",
            "      if (file == null) {\n        throw new IOException();\n      }\n")),
    MANIFEST_NOT_FORCED_WHEN_OPENED(
        CRASHES, new Mutant("catalog/Manifest.java", "    force(fileSystem, directory);\n", "")),
    LOG_RELEASED_BEFORE_FLUSH(
        CRASHES,
        new Mutant(
            "background/Maintenance.java",
            "Math.min(releasable, region.oldestUnflushed() - 1)",
            "Math.min(releasable, log.lastSequence())")),
    LOG_NOT_FORCED(CRASHES, new Mutant("wal/WalSegment.java", "      open.force();\n", "")),
    LOG_NOT_FORCED_BEFORE_PART_IS_LISTED(
        CRASHES, new Mutant("region/RegionFiles.java", "      content.forceLogOf(frozen);\n", "")),
    UNLOGGED_FAMILIES_FLUSHED_ALONE(
        "io.rowandb.engine.TornRowsTest#oneUnloggedRowIsWholeToo",
        new Mutant("region/RegionContent.java", "              && !unflushed.hasUnlogged()\n", "")),
    PARTS_OF_A_CHANGE_LOGGED_APART(
        CRASHES, new Mutant("region/Update.java", "      change.durability(strongest);", "")),
    NEEDED_MARKERS_PURGED(
        "io.rowandb.engine.PurgeTest#whatFilesHaveStaysHidden",
        new Mutant("store/Store.java", "mayContainRow(row)", "mayContainRow(row) && row == null")),
    LOADED_FILE_NOT_FORCED(
        LOSSES,
        new Mutant(
            "load/StagedFile.java",
            "      to.force(path); // who wrote it may not have forced it\n",
            "")),
    LOADED_FILES_NAME_NOT_FORCED(
        LOSSES,
        new Mutant(
            "store/StoreDirectory.java",
            """
            link(file, loaded);
                  }
                  environment.fileSystem().forceDirectory(path);
            """,
            "link(file, loaded);\n      }\n")),
    LOAD_LISTED_STORE_BY_STORE(
        LOSSES,
        new Mutant(
            "load/LoadCommit.java",
            "      environment.manifest().commit(listed);\n",
            """
                  for (StoreManifest.Change change : listed) {
                    environment.manifest().commit(List.of(change));
                  }
            """)),
    LOAD_MOVED_BEFORE_MANIFEST(
        LOSSES,
        new Mutant(
            "load/LoadCommit.java",
            "      tables.whileNoneChanges(this::intoRegions);\n",
            """
                  loads.forEach(BulkLoading::removeSources);
                  tables.whileNoneChanges(this::intoRegions);
            """)),
    LOAD_WITHOUT_SECOND_FLUSH(
        "io.rowandb.engine.BulkLoadTest#whatIsWrittenDuringALoadStays",
        new Mutant(
            "region/RegionFiles.java",
            "      flushes += writeFrozen(null) ? 1 : 0;\n      gap =",
            "      gap =")),
    LOG_SEGMENT_NOT_NOTED(
        "io.rowandb.engine.MissingLogTest#anOlderLogIsNotTakenForThePresentOne",
        new Mutant("wal/WalSegment.java", "      note.write();\n", "")),
    LOG_IDENTITIES_NOT_COMPARED(
        "io.rowandb.engine.MissingLogTest#theLogOfACopyThatWentOnIsNotTaken",
        new Mutant("wal/WalReplay.java", "following.identity() != wanted", "false")),
    NAMES_NOT_COMPARED(
        "io.rowandb.engine.ExchangedFilesTest#eachFileInThePlaceOfEachOtherIsNoticed",
        new Mutant("storefile/StoreFile.java", "      opened.checkName();\n", "")),
    NO_CHECKSUM_OF_BLOCKS(
        FLIPS,
        new Mutant(
            "storefile/BlockChecksum.java",
            "if ((int) checksum.getValue() != Bytes.getInt(array, stored)) {",
            "if (false) {")),
    NO_CHECKSUM_OF_LOG_AND_MANIFEST(
        FLIPS,
        new Mutant(
            "io/FrameSeal.java",
            "return ((int) checksum.getValue() ^ salt) == ByteReader.getInt(array, at);",
            "return true;"));

    private final String killer;
    private final Mutant mutant;

    Defect(String killer, Mutant mutant) {
      this.killer = killer;
      this.mutant = mutant;
    }
  }

  @ParameterizedTest
  @EnumSource
  void isFoundOut(Defect defect) throws Exception {
    Path classes = Files.createDirectory(directory.resolve("classes"));
    defect.mutant.compile(directory.resolve("source"), classes);
    Path output = directory.resolve("output.txt");
    assertThat(run(defect.killer, classes, output))
        .as("%s is to fail with this defect:%n%s", defect.killer, Files.readString(output))
        .isEqualTo(OneTest.FAILED);
    System.out.printf("mutant: %s found out by %s%n", defect, defect.killer);
  }

  /**
   * The long ones pass beside this test, as they are; here is seen that what passes is told from
   * what fails.
   */
  @ParameterizedTest
  @MethodSource
  void theEngineAsItIsPasses(String killer) throws Exception {
    Path output = directory.resolve("output.txt");
    assertThat(run(killer, directory, output))
        .as("%s:%n%s", killer, Files.readString(output))
        .isZero();
  }

  static Stream<String> theEngineAsItIsPasses() {
    Stream<String> killers = Stream.of(Defect.values()).map(defect -> defect.killer).distinct();
    return Boolean.getBoolean("rowan.full")
        ? killers
        : killers.filter(killer -> !Set.of(CRASHES, LOSSES, FLIPS).contains(killer));
  }

  /** Runs a test in a process of its own, with {@code classes} before the engine's. */
  private static int run(String test, Path classes, Path output)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-ea");
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1"); // short runs
    command.add(CRASH_POINTS);
    command.add("-cp");
    command.add(classes + System.getProperty("path.separator") + Mutant.classPath());
    command.add(OneTest.class.getName());
    command.add(test);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start()
        .waitFor();
  }
}
