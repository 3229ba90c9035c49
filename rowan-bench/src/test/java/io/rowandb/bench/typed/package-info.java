/** Tests that what is compared does the same. */
package io.rowandb.bench.typed;
