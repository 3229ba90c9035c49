package io.rowandb.schema.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Each row of the table of old and new programs in docs/evolution.md has tests, which are there.
 */
class EvolutionRowsTest {
  static final Path PAGE = Path.of("..", "docs", "evolution.md");

  private static final String HEAD =
      "| the new declaration has | new program, table not upgraded | old program, table upgraded |";

  private static final String PROGRAMS = "pattern.OldAndNewProgramsTest#";
  private static final String OF_PAGE = "pattern.EvolutionPageTest#";
  private static final String DESIGNS = "pattern.ChangedDesignTest#";
  private static final String INDEXES = "pattern.ChangedIndexTest#";
  private static final String RULES = "pattern.UpdateRulesTest#";
  private static final String VIEWS = "view.ViewPlanTest#";

  private static Map<String, List<String>> tests() {
    Map<String, List<String>> tests = new TreeMap<>();
    tests.put("a field with a column added or removed", List.of(PROGRAMS + "aFieldMoreOrLess"));
    tests.put(
        "a column with another name, and `formerly`",
        List.of(
            PROGRAMS + "aColumnWithAnotherName", INDEXES + "anIndexOnAFieldWhoseColumnWasRenamed"));
    tests.put(
        "a family added", List.of(PROGRAMS + "anIndexMore", DESIGNS + "aFamilyThatTheTableHasNot"));
    tests.put(
        "another type, or another part, salt or hash of the key",
        List.of(
            PROGRAMS + "anotherType",
            DESIGNS + "aPartOfTheKeyMore",
            DESIGNS + "partsOfTheKeyThatChangePlaces",
            OF_PAGE + "anotherSaltOrHash"));
    tests.put(
        "another type or number of a field in a packed column",
        List.of(OF_PAGE + "aPackedFieldOfAnotherTypeOrNumber"));
    tests.put(
        "the newest versions (`versions`) instead of one value",
        List.of(OF_PAGE + "versionsInThePlaceOfTheNewest"));
    tests.put(
        "enum constants in another order, if their numbers are stored",
        List.of(DESIGNS + "constantsInAnotherOrder", DESIGNS + "constantsOfAnIndexInAnotherOrder"));
    tests.put(
        "details in another order",
        List.of(
            DESIGNS + "detailsInAnotherOrder", DESIGNS + "detailsOfTheirOwnRowsInAnotherOrder"));
    tests.put(
        "an index added",
        List.of(
            PROGRAMS + "anIndexMore",
            PROGRAMS + "anIndexMoreBeforeTheUpgrade",
            OF_PAGE + "anIndexThatIsNotReady"));
    tests.put(
        "an index removed", List.of(PROGRAMS + "anIndexLess", OF_PAGE + "anIndexThatIsGivenUp"));
    tests.put("another form of an index", List.of(PROGRAMS + "anotherFormOfAnIndex"));
    tests.put(
        "the entries of an index in another table",
        List.of(
            OF_PAGE + "anIndexInAnotherTable",
            INDEXES + "indexesWhoseTablesAreExchangedAreRefused"));
    tests.put(
        "another default of an indexed field",
        List.of(INDEXES + "aDefaultThatComesOrChangesIsRefusedWhereAnIndexHasTheField"));
    tests.put(
        "other copies (`covering`) in an index of a table with marks",
        List.of(PROGRAMS + "copiesOfAnIndexOfRowsWithMarks"));
    tests.put(
        "the first copies in an index, if rows have no marks",
        List.of(PROGRAMS + "copiesOfAnIndexOfRowsWithoutMarks"));
    tests.put(
        "a view added or removed",
        List.of(
            VIEWS + "oneMoreView",
            VIEWS + "aViewGoesAndComesBack",
            "view.ViewWritersTest#whoLacksTheViewDoesNotWrite"));
    tests.put("a `neverNull` field added or removed", List.of(PROGRAMS + "neverNull"));
    tests.put("`marked()`", List.of(RULES + "anUpgradeGivesRowsMarks"));
    tests.put("marks removed", List.of(RULES + "aDesignWithoutMarksIsRefusedWhereRowsHaveThem"));
    tests.put(
        "a version field added", List.of(RULES + "aDesignWithoutMarksIsRefusedWhereRowsHaveThem"));
    tests.put(
        "a lifetime field (`expiresAt`, `timeToLive`) added or changed",
        List.of(OF_PAGE + "aFieldThatSaysHowLongRecordsLive"));
    tests.put("a lifetime field removed", List.of(OF_PAGE + "aFieldThatSaysHowLongRecordsLive"));
    return tests;
  }

  @Test
  void eachRowHasItsTests() throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    List<String> rows =
        lines.subList(lines.indexOf(HEAD) + 2, lines.size()).stream()
            .takeWhile(line -> line.startsWith("|"))
            .map(line -> line.split("\\|", -1)[1].strip())
            .toList();
    assertThat(rows).containsExactlyInAnyOrderElementsOf(tests().keySet());
  }

  @Test
  void theTestsAreThere() throws ClassNotFoundException {
    for (List<String> ofRow : tests().values()) {
      for (String test : ofRow) {
        String[] parts = test.split("#", -1);
        Class<?> type = Class.forName("io.rowandb.schema." + parts[0]);
        assertThat(Arrays.stream(type.getDeclaredMethods()))
            .as(test)
            .anyMatch(
                method ->
                    method.getName().equals(parts[1]) && method.isAnnotationPresent(Test.class));
      }
    }
  }
}
