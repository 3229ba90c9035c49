package io.rowandb.design.advise;

import io.rowandb.design.plan.PlanException;
import io.rowandb.design.sample.SampleFile;
import io.rowandb.design.sample.SampleSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The rows by which designs are compared: the first of a sample. */
final class SampleRows {
  private final List<String> fields;
  private final List<String[]> rows;

  private SampleRows(List<String> fields, List<String[]> rows) {
    this.fields = fields;
    this.rows = rows;
  }

  static SampleRows read(SampleSpec spec, long most) throws IOException {
    try (SampleFile file = SampleFile.open(spec)) {
      List<String[]> rows = new ArrayList<>();
      String[] row = file.next();
      while (row != null && rows.size() < most) {
        rows.add(row);
        row = file.next();
      }
      if (rows.isEmpty()) {
        throw new PlanException(spec.file() + " has no row");
      }
      return new SampleRows(file.fields(), rows);
    }
  }

  int size() {
    return rows.size();
  }

  int place(String field) {
    return fields.indexOf(field);
  }

  List<String[]> rows() {
    return rows;
  }

  /** Whether some value has a text in it. */
  boolean isWithin(String text, String field) {
    int place = place(field);
    return rows.stream().anyMatch(row -> row[place].contains(text));
  }

  /** Digits that every value has; 0 when some is no number, or has more or fewer. */
  int digits(String field) {
    int place = place(field);
    int length = rows.get(0)[place].length();
    boolean isFixed =
        length <= 18
            && rows.stream()
                .allMatch(row -> row[place].length() == length && row[place].matches("[0-9]+"));
    return isFixed ? length : 0;
  }

  /** Whether every value is a whole number from 0 up. */
  boolean isCounted(String field) {
    int place = place(field);
    return rows.stream().allMatch(row -> row[place].matches("[0-9]{1,18}"));
  }
}
