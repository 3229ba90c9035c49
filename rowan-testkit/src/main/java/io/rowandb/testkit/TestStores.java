package io.rowandb.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.SearchOption;

/**
 * Finds the store of a test or of a class, and makes it on first use.
 *
 * <ol>
 *   <li>JUnit keeps each store in the context that has the store's lifetime, and closes it with
 *       that context.
 *   <li>Tables declared on the store's own level and above are created with it. Those declared
 *       further down are created on first use there, and live as long as the level on which they
 *       are declared.
 * </ol>
 *
 * Stateless; runs in JUnit's threads.
 */
final class TestStores {
  private static final Namespace NAMESPACE = Namespace.create(TestStores.class);

  private TestStores() {}

  /** A store in JUnit's hands. */
  private record Held(TestStore store, Leaks leaks) implements CloseableResource {
    @Override
    public void close() throws IOException {
      List<String> left = store.closeAndFindLeaks();
      if (left.isEmpty()) {
        return;
      }
      String message = String.join("; ", left);
      if (leaks == Leaks.FAIL) {
        throw new AssertionError(message);
      }
      System.getLogger(TestStores.class.getName()).log(System.Logger.Level.WARNING, message);
    }
  }

  /** Tables in a store that outlives them. */
  private record HeldTables(TestStore store, List<DeclaredTable> tables)
      implements CloseableResource {
    @Override
    public void close() throws IOException {
      try (Admin admin = store.connection().getAdmin()) {
        for (DeclaredTable table : tables) {
          table.delete(admin);
        }
      }
    }
  }

  /**
   * The store of this context with the tables declared for it, or nothing when the context is a
   * class and its stores are of test methods.
   */
  static Optional<TestStore> of(ExtensionContext context) {
    Deque<ExtensionContext> path = path(context);
    ExtensionContext home = home(path);
    RowanTest settings = settings(home);
    checkNames(path);
    if (settings.lifetime() != StoreLifetime.CLASS && context.getTestMethod().isPresent()) {
      return Optional.of(ofMethod(path, home, settings));
    }
    if (settings.lifetime() == StoreLifetime.METHOD) {
      return Optional.empty();
    }
    TestStore store = ofClass(home, settings);
    for (ExtensionContext level : below(path, home)) {
      addTables(level, store);
    }
    return Optional.of(store);
  }

  /**
   * The names of the tables that a method or constructor finds declared next to it: on itself, or
   * on its class, or on the nearest class around that has any.
   */
  static List<String> tablesAround(Executable executable, ExtensionContext context) {
    Iterator<ExtensionContext> outwards = path(context).descendingIterator();
    while (outwards.hasNext()) {
      ExtensionContext level = outwards.next();
      List<DeclaredTable> tables = isAround(level, executable) ? declaredOn(level) : List.of();
      if (!tables.isEmpty()) {
        return tables.stream().map(DeclaredTable::name).toList();
      }
    }
    return List.of();
  }

  private static boolean isAround(ExtensionContext level, Executable executable) {
    if (level.getTestMethod().isPresent()) {
      return level.getRequiredTestMethod().equals(executable);
    }
    Class<?> levelClass = level.getRequiredTestClass();
    for (Class<?> each = executable.getDeclaringClass();
        each != null;
        each = each.getEnclosingClass()) {
      if (each.isAssignableFrom(levelClass)) {
        return true;
      }
    }
    return false;
  }

  private static TestStore ofMethod(
      Deque<ExtensionContext> path, ExtensionContext home, RowanTest settings) {
    ExtensionContext method = path.getLast();
    return held(
        method,
        settings,
        () -> {
          if (settings.lifetime() == StoreLifetime.METHOD) {
            TestStore store = open(method, settings);
            path.forEach(level -> create(declaredOn(level), store));
            return store;
          }
          TestStore store = ofClass(home, settings).fork();
          below(path, home).forEach(level -> create(declaredOn(level), store));
          return store;
        });
  }

  private static TestStore ofClass(ExtensionContext home, RowanTest settings) {
    return held(
        home,
        settings,
        () -> {
          TestStore store = open(home, settings);
          path(home).forEach(level -> create(declaredOn(level), store));
          return store;
        });
  }

  /** Makes a store. */
  private interface Opener {
    TestStore open() throws IOException;
  }

  /** The store of one context; JUnit makes one only, also when tests run at the same time. */
  private static TestStore held(ExtensionContext context, RowanTest settings, Opener opener) {
    return context
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            "store of " + context.getUniqueId(),
            key -> new Held(opened(opener), settings.leaks()),
            Held.class)
        .store();
  }

  private static TestStore opened(Opener opener) {
    try {
      return opener.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TestStore open(ExtensionContext context, RowanTest settings) throws IOException {
    String name = context.getRequiredTestClass().getSimpleName();
    if (context.getTestMethod().isPresent()) {
      name += "." + context.getRequiredTestMethod().getName();
    }
    return TestStore.open(name, settings.door(), configuration(settings));
  }

  private static Configuration configuration(RowanTest settings) {
    Configuration conf = new Configuration(false);
    for (String setting : settings.settings()) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new ExtensionConfigurationException(
            "A setting of @RowanTest must be \"key=value\": \"" + setting + "\"");
      }
      conf.set(setting.substring(0, equals).trim(), setting.substring(equals + 1).trim());
    }
    return conf;
  }

  private static void addTables(ExtensionContext level, TestStore store) {
    List<DeclaredTable> tables = declaredOn(level);
    if (!tables.isEmpty()) {
      HeldTables held =
          level
              .getStore(NAMESPACE)
              .getOrComputeIfAbsent(
                  "tables of " + level.getUniqueId(),
                  key -> {
                    create(tables, store);
                    return new HeldTables(store, tables);
                  },
                  HeldTables.class);
      assert held.store() == store;
    }
  }

  private static void create(List<DeclaredTable> tables, TestStore store) {
    if (tables.isEmpty()) {
      return;
    }
    try (Admin admin = store.connection().getAdmin()) {
      tables.forEach(table -> table.create(admin));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The contexts of classes and methods from the outermost class to this one. */
  private static Deque<ExtensionContext> path(ExtensionContext context) {
    Deque<ExtensionContext> path = new ArrayDeque<>();
    for (Optional<ExtensionContext> level = Optional.of(context);
        level.isPresent() && level.get().getElement().isPresent();
        level = level.get().getParent()) {
      path.addFirst(level.get());
    }
    return path;
  }

  /** The context of the class that says which store there is: the nearest that is annotated. */
  private static ExtensionContext home(Deque<ExtensionContext> path) {
    ExtensionContext nearest = null;
    for (ExtensionContext level : path) {
      boolean annotated =
          AnnotationSupport.isAnnotated(level.getElement(), RowanTest.class)
              && level.getTestMethod().isEmpty();
      if (annotated || nearest == null) {
        nearest = level;
      }
    }
    return nearest;
  }

  private static RowanTest settings(ExtensionContext home) {
    return AnnotationSupport.findAnnotation(
            home.getRequiredTestClass(), RowanTest.class, SearchOption.INCLUDE_ENCLOSING_CLASSES)
        .orElseGet(() -> Unannotated.class.getAnnotation(RowanTest.class));
  }

  /** What holds for a class that names the extension only. */
  @RowanTest
  private static final class Unannotated {}

  private static List<ExtensionContext> below(Deque<ExtensionContext> path, ExtensionContext home) {
    List<ExtensionContext> below = new ArrayList<>(path);
    return below.subList(below.indexOf(home) + 1, below.size());
  }

  /** What stands on a template is not taken again for each of its invocations. */
  private static List<DeclaredTable> declaredOn(ExtensionContext level) {
    Optional<AnnotatedElement> element = level.getElement();
    boolean again =
        level.getParent().map(parent -> parent.getElement().equals(element)).orElse(false);
    return again || element.isEmpty() ? List.of() : DeclaredTable.on(element.get());
  }

  private static void checkNames(Deque<ExtensionContext> path) {
    Map<String, DeclaredTable> known = new LinkedHashMap<>();
    for (ExtensionContext level : path) {
      for (DeclaredTable table : declaredOn(level)) {
        DeclaredTable other = known.putIfAbsent(table.name(), table);
        if (other != null) {
          throw new ExtensionConfigurationException(table + " is declared already: " + other);
        }
      }
    }
  }
}
