package io.rowandb.matrix.coverage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The client of one version of HBase, as a list of jars whose classes are read, never loaded.
 *
 * @param name the version, and {@code shaded} before it for the client in one jar
 * @param jars where its classes are
 */
record HBaseVersion(String name, List<Path> jars) {
  private static final Path DIRECTORY = Path.of("target/versions");
  private static final String CLIENT = "hbase-client-";
  private static final String SHADED_CLIENT = "hbase-shaded-client-";

  /** All versions that the build has fetched. */
  static List<HBaseVersion> all() throws IOException {
    List<HBaseVersion> versions = new ArrayList<>();
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      for (Path jar : files.sorted().toList()) {
        String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
        if (name.startsWith(CLIENT)) {
          String version = name.substring(CLIENT.length());
          Path services = DIRECTORY.resolve("hbase-protocol-shaded-" + version + ".jar");
          Path common = DIRECTORY.resolve("hbase-common-" + version + ".jar");
          versions.add(new HBaseVersion(version, List.of(jar, services, common)));
        } else if (name.startsWith(SHADED_CLIENT)) {
          String version = name.substring(SHADED_CLIENT.length());
          versions.add(new HBaseVersion("shaded " + version, List.of(jar)));
        }
      }
    }
    return versions;
  }

  /** A class of this version by its internal name, or null if the version does not have it. */
  ClassShape find(String internalName) {
    for (Path path : jars) {
      try (JarFile jar = new JarFile(path.toFile())) {
        ZipEntry entry = jar.getEntry(internalName + ".class");
        if (entry != null) {
          try (InputStream bytes = jar.getInputStream(entry)) {
            return ClassShape.read(bytes);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(path.toString(), e);
      }
    }
    return null;
  }

  /** The internal names of its classes that end so. */
  List<String> namesEnding(String suffix) throws IOException {
    List<String> names = new ArrayList<>();
    for (Path path : jars) {
      try (JarFile jar = new JarFile(path.toFile())) {
        jar.stream()
            .map(entry -> entry.getName().replaceFirst("\\.class$", ""))
            .filter(name -> name.endsWith(suffix))
            .forEach(names::add);
      }
    }
    return names;
  }

  @Override
  public String toString() {
    return name;
  }
}
