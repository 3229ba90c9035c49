package io.rowandb.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.junit.jupiter.api.Test;

/** The histories ask with every filter and comparator that HBase's client has. */
class FilterGeneratorTest {
  private static final Map<String, String> LEFT_OUT =
      Map.of(
          "FilterListWithAND", "inside of FilterList",
          "FilterListWithOR", "inside of FilterList");

  @Test
  void makesEveryKind() throws Exception {
    Set<String> made = new TreeSet<>();
    // Not seeds in a row, whose first numbers are alike.
    Random seeds = new Random(1);
    World.Rules rules = new World.Rules(false, false, World.Splits.NONE);
    for (int i = 0; i < 50; i++) {
      World world = new World(new Random(seeds.nextLong()), new String[] {"f", "g"}, rules, 20_250);
      FilterGenerator filters = new FilterGenerator(world);
      for (int j = 0; j < 500; j++) {
        add(filters.next(false, true), made);
      }
    }
    Set<String> missing = clientsOwn();
    missing.removeAll(made);
    missing.removeAll(LEFT_OUT.keySet());
    assertThat(missing).as("filters and comparators that no history asks with").isEmpty();
  }

  private static void add(Filter filter, Set<String> made) {
    made.add(filter.getClass().getSimpleName());
    if (filter instanceof FilterList list) {
      list.getFilters().forEach(part -> add(part, made));
    } else if (filter instanceof SkipFilter skip) {
      add(skip.getFilter(), made);
    } else if (filter instanceof WhileMatchFilter whileMatch) {
      add(whileMatch.getFilter(), made);
    } else if (filter instanceof CompareFilter compare && compare.getComparator() != null) {
      made.add(compare.getComparator().getClass().getSimpleName());
    } else if (filter instanceof SingleColumnValueFilter column) {
      made.add(column.getComparator().getClass().getSimpleName());
    } else if (filter instanceof ColumnValueFilter column) {
      made.add(column.getComparator().getClass().getSimpleName());
    }
  }

  /** The concrete filters and comparators of the package, from every jar that has some. */
  private static Set<String> clientsOwn() throws Exception {
    Set<String> names = new TreeSet<>();
    String packageName = Filter.class.getPackageName();
    for (Class<?> example : List.of(Filter.class, ByteArrayComparable.class)) {
      URI jar = example.getProtectionDomain().getCodeSource().getLocation().toURI();
      try (FileSystem content = FileSystems.newFileSystem(Path.of(jar));
          Stream<Path> files = Files.list(content.getPath(packageName.replace('.', '/')))) {
        for (Path file : files.toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(".class") && !name.contains("$")) {
            addIfConcrete(packageName + "." + name.replace(".class", ""), names);
          }
        }
      }
    }
    assertThat(names).hasSizeGreaterThan(35);
    return names;
  }

  private static void addIfConcrete(String className, Set<String> names)
      throws IOException, ClassNotFoundException {
    Class<?> type = Class.forName(className);
    boolean concrete = !Modifier.isAbstract(type.getModifiers());
    boolean asked =
        Filter.class.isAssignableFrom(type) || ByteArrayComparable.class.isAssignableFrom(type);
    if (concrete && asked) {
      names.add(type.getSimpleName());
    }
  }
}
