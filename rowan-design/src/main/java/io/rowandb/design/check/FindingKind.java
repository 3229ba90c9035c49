package io.rowandb.design.check;

import java.util.Locale;

/**
 * What can be found, the worst first among findings of one severity and weight. The code of each is
 * its name in small letters with hyphens; codes do not change.
 */
public enum FindingKind {
  /** By a table and the design of its program. */
  TABLE_DIFFERS(
      "the table is not what its design says",
      "A program, and the table it works on, have one design."),
  /** By a table's rows. */
  ROWS_UNREADABLE(
      "rows that no record of the design has", "Every row of a table is one of its design."),
  /** By reasoning. */
  KEY_NOT_UNIQUE(
      "two records have one row key", "Every field that tells two records apart is in the key."),
  /** By the sample. */
  ROWS_OVERWRITTEN(
      "rows overwrite one another", "Different records have different row keys, or columns."),
  /** By the sample. */
  ROW_LEFT(
      "a record that changes leaves its old row behind",
      "What may change in a record is not in its key."),
  /** By the sample. */
  TIMES_OVERWRITTEN(
      "values with equal times overwrite one another",
      "Two values of one cell with the same time are one. What must be kept is told apart by key or"
          + " column."),
  /** By the sample. */
  VALUE_UNREADABLE("values have no place in the key", "Every value fits its part of the key."),
  /** By the sample. */
  SEPARATOR_IN_VALUE(
      "values contain the separator",
      "A separator is a text that no value contains; a length that is fixed needs none."),
  /** By reasoning, and a pair of values of the sample. */
  PREFIX_AMBIGUOUS(
      "a prefix finds the rows of others",
      "A part that is not the last has a fixed length or a separator behind it."),
  /** By reasoning, and the sample's rows. */
  SCAN_BOUNDS_WRONG(
      "a scan's start and stop miss rows, or find others'",
      "A prefix ends before the next prefix: use setRowPrefixFilter, or the prefix with its last"
          + " byte one greater."),
  /** By the sample in arrival order. */
  HOT_REGION(
      "all writes go to one region",
      "No rising value stands first: rows that arrive together go to many regions."),
  /** By reasoning, without a sample or with a short one. */
  TIME_FIRST(
      "the key begins with the time", "A rising value first sends all writes to the last region."),
  /** By a sample without an order. */
  ARRIVAL_UNKNOWN(
      "nothing tells in which order rows arrive",
      "Whether a region is hot is judged by rows in the order of arrival."),
  /** By the sample. */
  HOT_KEY(
      "one value has a large share of the rows",
      "No single value of the leading field has more than a server can take."),
  /** By reasoning, and a pair of values of the sample. */
  NUMBER_AS_TEXT(
      "numbers as text sort as text",
      "A number is 4 or 8 bytes, or digits of a fixed length: as text 10 comes before 9."),
  /** By times made up, and those of the sample. */
  TIME_OUT_OF_ORDER(
      "times whose bytes have another order",
      "The largest unit first, each with all its digits: yyyyMMddHHmmss; or millis from 1970 on."),
  /** By the sample. */
  NEGATIVE_NUMBER(
      "negative numbers sort behind positive ones",
      "Bytes.toBytes keeps the order of numbers from 0 up alone."),
  /** By reasoning. */
  VERSIONS_MISSING(
      "a pattern reads more versions than are kept",
      "VERSIONS is what the readers need; 1 since 0.96."),
  /** By reasoning. */
  TTL_TOO_SHORT("rows are gone before they are read", "TTL is longer than any pattern reads back."),
  /** By reasoning. */
  FULL_SCAN(
      "a pattern reads the whole table",
      "The key begins with the fields that are asked for, or an index does."),
  /** By reasoning. */
  RANGE_OVER_HASH(
      "a range over a hashed or reversed field",
      "A hash keeps equal values together, and nothing else."),
  /** By reasoning. */
  ORDER_LOST(
      "the answer is not in the order wanted",
      "After the given fields, the key continues with the field that gives the order."),
  /** By reasoning. */
  ORDER_REVERSED(
      "the newest come last",
      "Newest first is Long.MAX_VALUE - time: the first rows of the scan are the answer."),
  /** By reasoning, and the sample. */
  ROWS_SKIPPED(
      "a pattern reads rows that are not its answer",
      "The key begins with all fields that are given."),
  /** By reasoning. */
  SPLIT_IMPOSSIBLE(
      "split keys that no row key reaches",
      "Split keys are made of the digits that keys are made of."),
  /** By the sample. */
  SPLITS_UNEVEN(
      "the first regions are not equal", "Split keys cut the rows, not the digits, evenly."),
  /** By reasoning. */
  BULK_UNSPLIT(
      "a bulk load with one reducer", "A bulk load has one writer a region: split before it."),
  /** By reasoning. */
  TIME_LACKS_YEAR("years are mixed", "A time in a key begins with its largest unit."),
  /** By reasoning. */
  TOO_MANY_FAMILIES("too many families", "One family is best, three are the most."),
  /** By the sample. */
  FAMILY_SIZES_DIFFER(
      "families of very different size",
      "Families share the regions: a small one is spread over as many as the large one needs."),
  /** By the sample. */
  ROW_TOO_WIDE("rows with too many columns", "A row has about a million columns at most."),
  /** By the sample. */
  CELL_TOO_LARGE("cells above 10 MB", "A cell has at most 10 MB."),
  /** By reasoning. */
  TOO_MANY_REGIONS("too many regions a server", "About 100 regions a server."),
  /** By reasoning and the sample. */
  IN_MEMORY_TOO_LARGE(
      "an in-memory family larger than its part of the cache",
      "IN_MEMORY is for what fits a quarter of the block cache."),
  /** By reasoning. */
  SALT_FAN_OUT(
      "a salt makes one question many", "Buckets multiply the scans: as few as the servers need."),
  /** By reasoning. */
  COUNTER_BY_GET_AND_PUT(
      "a counter by reading and writing",
      "Increment adds on the server; two writers lose nothing."),
  /** By reasoning. */
  MIN_VERSIONS_WITHOUT_TTL("MIN_VERSIONS without TTL", "MIN_VERSIONS says what outlives the TTL."),
  /** By reasoning. */
  VERSIONS_UNREAD(
      "versions that nobody reads", "VERSIONS above 1 only where a pattern reads them."),
  /** By reasoning. */
  BLOOM_NONE("gets without a Bloom filter", "ROW for gets: files without the row are not opened."),
  /** By reasoning. */
  BLOOM_ROWCOL_UNREAD(
      "ROWCOL where whole rows are read",
      "ROWCOL only where gets name columns; else ROW is smaller."),
  /** By the sample. */
  KEY_PART_EMPTY("empty values in the key", "Every row has a value in each part of its key."),
  /** By reasoning and the sample. */
  KEY_LONG("long row keys", "10 to 64 bytes, 100 at most: each cell repeats the key."),
  /** By reasoning and the sample. */
  NAMES_LONG("long names of families and columns", "One or two bytes: each cell repeats them."),
  /** By a table's rows. */
  COLUMNS_UNKNOWN(
      "columns that no field of the design has", "Cells that nobody reads are not kept."),
  /** By a table that keeps no design. */
  DESIGN_UNKNOWN(
      "nothing says what the key is made of",
      "A table that Rowan's schema layer makes keeps its design; of others the design is given."),
  /** By reasoning. */
  TOO_SMALL("perhaps not a task for HBase", "Fewer than some millions of rows fit one machine.");

  private final String title;
  private final String rule;

  FindingKind(String title, String rule) {
    this.title = title;
    this.rule = rule;
  }

  /** As reports name it: {@code key-not-unique}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What is the matter, in a few words. */
  public String title() {
    return title;
  }

  /** What a good design does. */
  public String rule() {
    return rule;
  }
}
