package io.rowandb.client.direct;

import io.rowandb.client.adapter.TableTraits;
import io.rowandb.engine.background.TableView;

/**
 * A table as a request finds it; immutable.
 *
 * @param found the catalogue's view, compared with a later one to notice changes
 * @param view the same table with the regions that requests go to
 * @param traits what adapters need to know about it
 */
record OpenTable(TableView found, TableView view, TableTraits traits) {}
