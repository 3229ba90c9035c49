package io.rowandb.hbasetests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What passed at one door, from Surefire's reports.
 *
 * @param methods by class: names of test methods that passed, with whatever parameters. Surefire
 *     knows no name of a test that shares it with another method of the class: it is numbered
 * @param executions how often a test method ran and passed: once for each of its parameters
 */
record PassedTests(Map<String, NavigableSet<String>> methods, int executions) {
  private static final String UNNAMED = "unnamed ";

  /** What the reports in this directory tell of a door. */
  static PassedTests of(Path reports, Door door)
      throws IOException, ParserConfigurationException, SAXException {
    Map<String, NavigableSet<String>> methods = new TreeMap<>();
    int executions = 0;
    String suffix = "-" + door.reportSuffix() + ".xml";
    for (Path report : reports(reports, suffix)) {
      NodeList cases =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(report.toFile())
              .getElementsByTagName("testcase");
      for (int i = 0; i < cases.getLength(); i++) {
        Element test = (Element) cases.item(i);
        if (passed(test)) {
          executions++;
          methods
              .computeIfAbsent(className(report, suffix), name -> new TreeSet<>())
              .add(method(test, i));
        }
      }
    }
    return new PassedTests(methods, executions);
  }

  /** Distinct test methods that passed. */
  int methodCount() {
    return methods.values().stream().mapToInt(NavigableSet::size).sum();
  }

  private static List<Path> reports(Path directory, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> reports = new ArrayList<>();
      files
          .filter(file -> file.getFileName().toString().startsWith("TEST-org.apache.hadoop.hbase."))
          .filter(file -> file.getFileName().toString().endsWith(suffix))
          .sorted()
          .forEach(reports::add);
      return reports;
    }
  }

  private static String className(Path report, String suffix) {
    String file = report.getFileName().toString();
    return file.substring("TEST-".length(), file.length() - suffix.length());
  }

  private static boolean passed(Element test) {
    return Stream.of("failure", "error", "skipped")
        .allMatch(outcome -> test.getElementsByTagName(outcome).getLength() == 0);
  }

  /** The name without the parameters, which stand in brackets. */
  private static String method(Element test, int number) {
    String name = test.getAttribute("name");
    if (name.isEmpty()) {
      return UNNAMED + number;
    }
    int parameters = name.indexOf('[');
    return parameters < 0 ? name : name.substring(0, parameters);
  }
}
