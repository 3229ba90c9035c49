/**
 * Store files written and read back, their parts one by one, and damage at every place. HBase's
 * verdict on them is in the module {@code rowan-testkit}. Read {@code StoreFileRoundTripTest}
 * first.
 */
package io.rowandb.engine.storefile;
