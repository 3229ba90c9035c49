package io.rowandb.cli.shell;

import io.rowandb.cli.design.RowForms;
import io.rowandb.schema.table.RowPart;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** The commands that read rows. */
final class RowVerbs {
  private RowVerbs() {}

  static List<Verb> all() {
    return List.of(
        new Verb(
            "scan",
            "Prints rows: as records where a design is given, else as cells.",
            """
            scan 't'
            scan 't', {LIMIT => 10, STARTROW => 'a', STOPROW => 'b', COLUMNS => ['f:q', 'g']}
            scan 't', {ROWPREFIXFILTER => 'ab', REVERSED => true, VERSIONS => 3, RAW => true}
            scan 't', {FILTER => "PrefixFilter('a')", TIMERANGE => [0, 1700000000000]}
            scan 't', {COLUMNS => ['f:n:toLong', 'f:q'], FORMATTER => 'toString'}
            scan 't', {MAXLENGTH => 60, ALL_METRICS => true}
            scan 't', {METRICS => ['ROWS_SCANNED', 'ROWS_FILTERED']}
            scan 't', {DESIGN => false}     as cells, though a design is given
            Of a table with a design also records, by its keys and indexes:
            scan 't', {WHERE => {user => 'ada'}, LIMIT => 20, ORDER => GREATEST}
            scan 't', {WHERE => {user => ['ada', 'bob'], id => {FROM => 1, BEFORE => 9}}}
            scan 't', {WHERE => {host => {DOMAIN => 'cnn.com'}, path => {PREFIX => '/a'}}}
            scan 't', {WHERE => {text => 'x'}, INDEX => 'byText'} or {..., FULL_SCAN => true}\
            """,
            RowVerbs::scan),
        new Verb(
            "explain",
            "Says how a scan with WHERE would find its records, and what it would read.",
            "explain 't', {WHERE => {user => 'ada', time => {FROM => '2024-01-01T00:00:00Z'}}}",
            RowVerbs::explain),
        new Verb(
            "get",
            "Prints one row.",
            """
            get 't', 'row'
            get 't', 'row', 'f:q', 'g'
            get 't', "\\x00\\x01", {COLUMN => 'f:q', VERSIONS => 3, TIMERANGE => [0, 5]}\
            """,
            RowVerbs::get));
  }

  private static void scan(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    Options options = arguments.options();
    arguments.end();
    Optional<Map<String, Object>> where = options.map("WHERE");
    if (where.isPresent()) {
      ShellRead.of(session, table, where.get(), options).print(session);
      return;
    }
    ScanRequest request = ScanRequest.of(options);
    RowForms forms = forms(session, table, request, options);
    Optional<ScanFigures> figures = ScanFigures.of(options);
    options.end();
    Scan scan = request.scan();
    scan.setScanMetricsEnabled(figures.isPresent());
    if (!forms.isEmpty()) {
      scan.readVersions(forms.versions());
    }
    RowPart part = RowPart.of(scan);
    try (Table open = session.connection().getTable(table);
        ResultScanner scanner = open.getScanner(scan)) {
      RowPrinter printer = RowPrinter.of(session, forms, request.values());
      boolean stopped = session.stopped().getAsBoolean();
      for (Result row = scanner.next(); row != null && !stopped; row = scanner.next()) {
        printer.print(row, part);
        stopped = session.stopped().getAsBoolean() || printer.isUnread();
      }
      printer.end(stopped);
      figures.ifPresent(all -> all.print(session, scanner));
    }
  }

  private static void explain(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    Options options = arguments.options();
    arguments.end();
    Map<String, Object> where = options.map("WHERE").orElse(Map.of());
    ShellRead.of(session, table, where, options).explain(session);
  }

  private static RowForms forms(
      Session session, TableName table, ScanRequest request, Options options) throws IOException {
    boolean wanted = options.flag("DESIGN", !request.asCells());
    if (wanted && request.scan().isRaw()) {
      throw new IllegalArgumentException(
          "RAW shows cells and delete markers, of which no record is made: leave out RAW or"
              + " DESIGN");
    }
    return wanted ? session.forms(table) : RowForms.of(table, List.of());
  }

  private static void get(Arguments arguments, Session session) throws IOException {
    TableName table = arguments.table();
    byte[] row = arguments.value("a row").bytes();
    List<Text> columns = arguments.texts("a column");
    Options options = arguments.options();
    arguments.end();
    ScanRequest request = ScanRequest.of(options, columns);
    RowForms forms = forms(session, table, request, options);
    options.end();
    Get get = request.get(row);
    if (!forms.isEmpty()) {
      get.readVersions(forms.versions());
    }
    try (Table open = session.connection().getTable(table)) {
      Result result = open.get(get);
      RowPrinter printer = RowPrinter.ofOneRow(session, forms, request.values());
      if (!result.isEmpty()) {
        printer.print(result, RowPart.of(request.scan()));
      }
      printer.end(false);
    }
  }
}
