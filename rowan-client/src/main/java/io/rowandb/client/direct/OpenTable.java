package io.rowandb.client.direct;

import io.rowandb.client.adapter.TableTraits;
import io.rowandb.engine.background.TableView;

/**
 * A table as a request finds it; immutable.
 *
 * @param found the catalogue's view, by which a later change is noticed
 * @param view the same table with the regions that requests go to
 * @param traits what adapters need to know of it
 */
record OpenTable(TableView found, TableView view, TableTraits traits) {}
