/** The two back ends that tests of tables run on: the embedded store, and HBase. */
package io.rowandb.schema.backend;
