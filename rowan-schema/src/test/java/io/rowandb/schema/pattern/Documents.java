package io.rowandb.schema.pattern;

import io.rowandb.schema.key.Parts;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;

/** A table with indexes and details of every kind, and the reads that it serves and refuses. */
final class Documents {
  record Document(
      String owner,
      int id,
      String name,
      String left,
      String right,
      List<Line> near,
      List<Line> far) {}

  record Line(int number, String text) {}

  private static final DetailDesign<Line> PACKED =
      DetailDesign.of(Line.class)
          .key(key -> key.part(Line::number, Parts.unsignedInt(4)))
          .packed(packed -> packed.field(1, Line::text))
          .build();

  private static final DetailDesign<Line> NAMED =
      DetailDesign.of(Line.class)
          .key(key -> key.part(Line::number, Parts.unsignedInt(4)))
          .cell(Line::text, "t")
          .build();

  private Documents() {}

  static TableDesign<Document> design(String name) {
    return TableDesign.of(name, Document.class)
        .key(key -> key.salt(3).part(Document::owner).part(Document::id, Parts.unsignedInt(4)))
        .family("f")
        .family("w")
        .column(Document::name, "f:n")
        .column(Document::left, "f:l")
        .column(Document::right, "f:r")
        .details(Document::near, DetailLayout.wide("w"), PACKED)
        .details(Document::far, DetailLayout.tall(name + "_far"), NAMED)
        .index(
            "byName",
            index -> index.on(key -> key.part(Document::name)).unique().covering(Document::right))
        .index(
            "byLeft", index -> index.on(key -> key.part(Document::left)).covering(Document::name))
        .index(
            "byRight",
            index ->
                index
                    .on(key -> key.salt(2).part(Document::right))
                    .covering(Document::left, Document::name))
        .index(
            "bySide",
            index ->
                index
                    .on(key -> key.salt(2).part(Document::left))
                    .anyOf(Document::left, Document::right))
        .index(
            "named",
            index ->
                index
                    .on(key -> key.part(Document::right))
                    .only("with a name", each -> each.name() != null))
        .exclusive(Document::name, Document::owner)
        .build();
  }

  /** All tables of a design. */
  static List<TableName> tables(TableDesign<Document> design) {
    List<TableName> tables = new ArrayList<>(List.of(design.name()));
    design.indexes().forEach(index -> tables.add(index.table()));
    tables.add(TableName.valueOf(design.name() + "_far"));
    return tables;
  }

  /** Reads without a limit, some of them refused. */
  static List<RecordQuery<Document>> reads(
      RecordQuery<Document> all, String value, Instant before) {
    List<String> values = List.of("x", value, "z");
    return List.of(
        all,
        all.allowFullScan(),
        all.where(Document::owner).is("a"),
        all.where(Document::owner).is(value).greatestFirst(),
        all.where(Document::owner).in(List.of("b", "a")).leastFirst(),
        all.where(Document::owner).is("a").where(Document::id).in(List.of(2, 0, 3)),
        all.where(Document::owner).is("a").filter(each -> each.id() % 2 == 0),
        all.where(Document::owner).is("b").asOf(before),
        all.where(Document::name).is(value),
        all.where(Document::name).in(values),
        all.where(Document::name).is(value).where(Document::owner).is("a"),
        all.where(Document::left).is(value),
        all.where(Document::left).is(value).where(Document::name).is("x"),
        all.where(Document::left).is(value).copied("byLeft"),
        all.where(Document::left).in(values).where(Document::name).is("n1").copied("byLeft"),
        all.where(Document::name).is(value).copied("byName"),
        all.allowFullScan().copied("byName"),
        all.allowFullScan().copied("byRight"),
        all.between(Document::right, "x", "z").copied("byRight").greatestFirst(),
        all.where(Document::right).is(value),
        all.between(Document::right, "x", "z").greatestFirst(),
        all.where(Document::right).in(values).filter(each -> each.near().size() > 1),
        all.where(Document::right).is(value).through("named"),
        all.where(Document::right).is(value).through("none"),
        all.where(Document::left).or(Document::right).is(value),
        all.allowFullScan().through("bySide"),
        all.where(Document::name).or(Document::left).is(value),
        all.where(Document::name).or(Document::left).is(value).greatestFirst());
  }
}
