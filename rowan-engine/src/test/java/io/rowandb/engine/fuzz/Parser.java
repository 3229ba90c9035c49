package io.rowandb.engine.fuzz;

import io.rowandb.engine.ManifestTarget;
import io.rowandb.engine.NamesTarget;
import io.rowandb.engine.cell.CellTarget;
import io.rowandb.engine.storefile.CodecTarget;
import io.rowandb.engine.storefile.StoreFileTarget;
import io.rowandb.engine.wal.WalTarget;
import java.util.Locale;

/** The parsers of the engine. */
enum Parser {
  WAL,
  MANIFEST,
  STORE_FILE,
  CODEC,
  CELL,
  NAMES;

  FuzzTarget target() {
    return switch (this) {
      case WAL -> new WalTarget();
      case MANIFEST -> new ManifestTarget();
      case STORE_FILE -> new StoreFileTarget();
      case CODEC -> new CodecTarget();
      case CELL -> new CellTarget();
      case NAMES -> new NamesTarget();
    };
  }

  /** Where its corpus is, in the resources. */
  String directory() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
