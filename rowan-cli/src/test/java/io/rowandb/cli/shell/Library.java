package io.rowandb.cli.shell;

import io.rowandb.schema.key.Digest;
import io.rowandb.schema.table.DetailDesign;
import io.rowandb.schema.table.DetailLayout;
import io.rowandb.schema.table.TableDesign;
import io.rowandb.schema.table.Versioned;
import java.util.List;

/** A design file of the tests, with every kind of column and with details in rows of their own. */
final class Library {
  record Note(String reader, int page, int stars, String text) {}

  record Loan(String reader, int days) {
    Loan {
      if (days < 0) {
        throw new IllegalArgumentException("no loan has days below 0");
      }
    }
  }

  record Book(
      String title,
      String author,
      int pages,
      String isbn,
      int edition,
      long readers,
      List<Versioned<String>> places,
      List<Note> notes,
      List<Loan> loans) {}

  private Library() {}

  static final TableDesign<Book> BOOKS =
      TableDesign.of("books", Book.class)
          .key(key -> key.hash(Digest.md5(2), Book::title).part(Book::title))
          .family("b", family -> family.setMaxVersions(3))
          .column(Book::author, "b:a")
          .formerly(Book::author, "b:writer")
          .column(Book::pages, "b:p")
          .packed("b:m", packed -> packed.field(1, Book::isbn).field(2, Book::edition))
          .counter(Book::readers, "b:r")
          .versions(Book::places, "b:v", 3)
          .details(
              Book::notes,
              DetailLayout.tall("book_notes"),
              DetailDesign.of(Note.class)
                  .key(key -> key.part(Note::reader).part(Note::page))
                  .cell(Note::stars, "s")
                  .cell(Note::text, "t")
                  .build())
          .details(
              Book::loans,
              DetailLayout.tall("book_loans"),
              DetailDesign.of(Loan.class)
                  .key(key -> key.part(Loan::reader))
                  .packed(packed -> packed.field(1, Loan::days))
                  .build())
          .build();
}
