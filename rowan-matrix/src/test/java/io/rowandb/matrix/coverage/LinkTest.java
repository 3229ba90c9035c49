package io.rowandb.matrix.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.matrix.coverage.References.Reference;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything of HBase's client that Rowan's compiled classes call exists in every version of the
 * matrix, or is in a list of what is asked for before it is called.
 */
@Tag("slow")
class LinkTest {
  private static final Path CLASSES = Path.of("../rowan-client/target/classes");
  private static final String HBASE = "org/apache/hadoop/hbase/";

  /**
   * By class of ours: the beginnings of what it may miss, because it looks whether it is there or
   * because nobody calls it where it is not.
   */
  private static final Map<String, Set<String>> GUARDED =
      Map.of(
          // 2.5: flushing is a procedure, tables are listed by their state otherwise.
          "io/rowandb/client/service/MasterEndpoint",
          Set.of(
              "MasterProtos$FlushTable", "MasterProtos$ListTable", "MasterProtos$TruncateRegion"),
          "io/rowandb/client/service/TableAdmin",
          Set.of("MasterProtos$FlushTable"),
          "io/rowandb/client/service/TableListing",
          Set.of("MasterProtos$ListTable"),
          // 2.5: regions are not truncated one by one.
          "io/rowandb/client/service/RegroupingAdmin",
          Set.of("MasterProtos$TruncateRegion"),
          // 3.0: the class is gone, and its parent is thrown.
          "io/rowandb/client/direct/OperationTime",
          Set.of("OperationTimeoutExceededException"),
          // 2.5: taking a snapshot is no procedure.
          "io/rowandb/client/service/SnapshotAdmin",
          Set.of("MasterProtos$SnapshotRe"),
          // 3.0 and the shaded client: another class of messages; see the page.
          "io/rowandb/client/direct/EndpointCalls",
          Set.of("Table.batchCoprocessorService("),
          // 2.5: requests have no attributes.
          "io/rowandb/client/direct/DirectBufferedMutator",
          Set.of("BufferedMutatorParams.getRequestAttributes()"),
          // 3.0: the methods that take it are gone.
          "io/rowandb/client/direct/DirectTable",
          Set.of("CompareFilter$CompareOp"));

  static List<HBaseVersion> versions() throws IOException {
    return HBaseVersion.all();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void whatIsCalledIsThere(HBaseVersion version) throws IOException {
    Map<String, ClassShape> known = new HashMap<>();
    Set<String> missing = new TreeSet<>();
    for (Path file : classFiles()) {
      try (InputStream bytes = Files.newInputStream(file)) {
        References references = References.read(bytes);
        for (Reference reference : references.all()) {
          if (reference.owner().startsWith(HBASE)
              && !isThere(version, known, reference.owner(), reference)
              && !isGuarded(references.of(), reference)) {
            missing.add(references.of() + " calls " + reference);
          }
        }
      }
    }
    assertThat(missing).as("missing in %s", version).isEmpty();
  }

  private static List<Path> classFiles() throws IOException {
    try (Stream<Path> files = Files.walk(CLASSES)) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }

  private static boolean isGuarded(String user, Reference reference) {
    return GUARDED.getOrDefault(user.replaceFirst("\\$.*", ""), Set.of()).stream()
        .anyMatch(start -> reference.toString().startsWith(start));
  }

  private static boolean isThere(
      HBaseVersion version, Map<String, ClassShape> known, String type, Reference reference) {
    ClassShape shape = known.computeIfAbsent(type, name -> find(version, name));
    if (shape == null) {
      return !type.startsWith(HBASE);
    }
    if (reference.name() == null || hasMember(shape, reference)) {
      return true;
    }
    boolean above =
        shape.superName() != null && isThere(version, known, shape.superName(), reference);
    return above
        || shape.interfaces().stream().anyMatch(i -> isThere(version, known, i, reference));
  }

  private static boolean hasMember(ClassShape shape, Reference reference) {
    return Stream.concat(shape.methods().stream(), shape.others().stream())
        .anyMatch(member -> member.isAt(reference.name(), reference.type()));
  }

  private static ClassShape find(HBaseVersion version, String name) {
    try (InputStream fallback = fallback(name)) {
      ClassShape found = version.find(name);
      return found != null || fallback == null ? found : ClassShape.read(fallback);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }

  /** Other libraries' classes, and those of HBase's small jars, as they are on the class path. */
  private static InputStream fallback(String name) {
    boolean ofTheVersion =
        name.startsWith(HBASE)
            && !name.startsWith(HBASE + "unsafe/")
            && !name.startsWith(HBASE + "metrics/");
    return ofTheVersion
        ? null
        : LinkTest.class.getClassLoader().getResourceAsStream(name + ".class");
  }
}
