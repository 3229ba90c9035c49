package io.rowandb.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of text as aligned lines. A column whose values are all numbers (or empty) is right-aligned.
 * If the lines are wider than the screen, the widest column is cut until they fit; the first
 * column, which identifies the line, is cut only if the others cannot become narrower.
 */
public final class TextTable {
  private static final String GAP = "  ";
  private static final int NARROWEST_COLUMN = 8;

  private TextTable() {}

  /**
   * The heading and the rows, aligned.
   *
   * @param headings names of the columns
   * @param rows one value a column each; shown as {@link DisplayText#printable} has them
   * @param columns widest line allowed
   */
  public static List<String> lines(List<String> headings, List<List<String>> rows, int columns) {
    List<List<String>> shown = new ArrayList<>();
    for (List<String> row : rows) {
      if (row.size() != headings.size()) {
        throw new IllegalArgumentException(
            "A row has " + row.size() + " values, the heading " + headings.size() + ": " + row);
      }
      shown.add(row.stream().map(DisplayText::printable).toList());
    }
    int[] widths = fittingWidths(headings, shown, columns);
    boolean[] right = new boolean[headings.size()];
    for (int i = 0; i < right.length; i++) {
      right[i] = isNumeric(shown, i);
    }
    List<String> lines = new ArrayList<>();
    lines.add(line(headings, widths, right));
    for (List<String> row : shown) {
      lines.add(line(row, widths, right));
    }
    return lines;
  }

  private static int[] fittingWidths(List<String> headings, List<List<String>> rows, int columns) {
    int[] widths = new int[headings.size()];
    int total = GAP.length() * (widths.length - 1);
    for (int i = 0; i < widths.length; i++) {
      widths[i] = DisplayText.width(headings.get(i));
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], DisplayText.width(row.get(i)));
      }
      total += widths[i];
    }
    for (; total > columns; total--) {
      int cut = widestAfterFirst(widths);
      if (widths[cut] <= NARROWEST_COLUMN) {
        cut = 0;
      }
      if (widths[cut] <= NARROWEST_COLUMN) {
        break;
      }
      widths[cut]--;
    }
    return widths;
  }

  /** The widest column but the first; the first if it is the only one. */
  private static int widestAfterFirst(int[] widths) {
    int widest = widths.length == 1 ? 0 : 1;
    for (int i = widest + 1; i < widths.length; i++) {
      widest = widths[i] > widths[widest] ? i : widest;
    }
    return widest;
  }

  private static boolean isNumeric(List<List<String>> rows, int column) {
    boolean numbers = false;
    for (List<String> row : rows) {
      String value = row.get(column);
      if (!value.isEmpty() && !value.matches("-?[0-9][0-9,]*(\\.[0-9]+)?")) {
        return false;
      }
      numbers |= !value.isEmpty();
    }
    return numbers;
  }

  private static String line(List<String> values, int[] widths, boolean[] right) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String value = DisplayText.cut(values.get(i), widths[i]);
      line.append(i == 0 ? "" : GAP);
      line.append(
          right[i]
              ? DisplayText.padLeft(value, widths[i])
              : DisplayText.padRight(value, widths[i]));
    }
    return line.toString().stripTrailing();
  }
}
