package io.rowandb.client.direct;

import io.rowandb.client.adapter.TableTraits;
import io.rowandb.engine.TableView;

/**
 * A table as a request finds it; immutable.
 *
 * @param view its regions
 * @param traits what adapters need to know of it
 */
record OpenTable(TableView view, TableTraits traits) {}
