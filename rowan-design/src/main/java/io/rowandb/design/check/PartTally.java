package io.rowandb.design.check;

import io.rowandb.design.key.KeyFault;
import java.util.EnumMap;
import java.util.Map;

/** What the sample tells of one value in the key. One thread. */
final class PartTally {
  final String field;

  /** Behind the value in the key; empty for none. */
  final String separator;

  long empty;
  long negative;
  String negativeExample = "";
  long separated;
  String separatedExample = "";

  /** Values that are decimal numbers, and those of them that have a point. */
  long numbers;

  long fractions;

  final Map<KeyFault, Long> faults = new EnumMap<>(KeyFault.class);
  final Map<KeyFault, String> faultExamples = new EnumMap<>(KeyFault.class);

  PartTally(String field, String separator) {
    this.field = field;
    this.separator = separator;
  }

  void add(String value) {
    if (value.isEmpty()) {
      empty++;
      return;
    }
    if (value.charAt(0) == '-') {
      negative++;
      negativeExample = negativeExample.isEmpty() ? value : negativeExample;
    }
    if (!separator.isEmpty() && value.contains(separator)) {
      separated++;
      separatedExample = separatedExample.isEmpty() ? value : separatedExample;
    }
    if (isNumber(value)) {
      numbers++;
      fractions += value.indexOf('.') < 0 ? 0 : 1;
    }
  }

  /** Digits, perhaps behind a minus, perhaps with a point between them. */
  private static boolean isNumber(String value) {
    int first = value.charAt(0) == '-' ? 1 : 0;
    int point = value.indexOf('.');
    for (int i = first; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < '0' || c > '9') && i != point) {
        return false;
      }
    }
    return first < value.length() && point != first && point != value.length() - 1;
  }

  void fault(KeyFault fault, String value) {
    faults.merge(fault, 1L, Long::sum);
    faultExamples.putIfAbsent(fault, value);
  }
}
