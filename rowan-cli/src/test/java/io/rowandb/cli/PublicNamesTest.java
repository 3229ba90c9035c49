package io.rowandb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowandb.load.RecordBulkLoad;
import io.rowandb.schema.pattern.RecordTable;
import io.rowandb.systems.calls.CallRecords;
import io.rowandb.tsdb.TimeSeries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A program imports the libraries' classes beside those of HBase: no public class has the name of
 * one of HBase's, so that none must be written in full.
 */
class PublicNamesTest {
  private static final String END = ".class";

  @ParameterizedTest
  @ValueSource(
      classes = {RecordTable.class, RecordBulkLoad.class, CallRecords.class, TimeSeries.class})
  void noneIsOneOfHBase(Class<?> ofLibrary) throws Exception {
    Set<String> ours = new TreeSet<>();
    for (String name : names(ofLibrary)) {
      Class<?> each = Class.forName(name, /* initialize= */ false, getClass().getClassLoader());
      if (Modifier.isPublic(each.getModifiers())) {
        ours.add(each.getSimpleName());
      }
    }
    assertThat(ours).contains(ofLibrary.getSimpleName()).doesNotContainAnyElementsOf(hbase());
  }

  @Test
  void theNamesOfHBaseAreKnown() throws Exception {
    assertThat(hbase()).contains("Query", "Pair", "Table", "Order").hasSizeGreaterThan(500);
  }

  private static Set<String> hbase() throws IOException, URISyntaxException {
    return Stream.concat(names(Connection.class).stream(), names(Bytes.class).stream())
        .map(name -> name.substring(name.lastIndexOf('.') + 1))
        .collect(Collectors.toSet());
  }

  /** The classes where this one is from, a directory or a jar, without those in others. */
  private static Set<String> names(Class<?> of) throws IOException, URISyntaxException {
    Path place = Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(place)) {
      return namesIn(place);
    }
    try (FileSystem jar = FileSystems.newFileSystem(place)) {
      return namesIn(jar.getPath("/"));
    }
  }

  private static Set<String> namesIn(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(END) && !file.contains("$") && !file.contains("-info"))
          .filter(file -> !file.startsWith("META-INF"))
          .map(file -> file.substring(0, file.length() - END.length()).replaceAll("[/\\\\]", "."))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
