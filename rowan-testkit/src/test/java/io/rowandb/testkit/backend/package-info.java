/** What tests of tables run on: the embedded store, and HBase in a run of their own. */
package io.rowandb.testkit.backend;
