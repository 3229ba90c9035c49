/** Tests of the work on whole tables. */
package io.rowandb.tsdb.upkeep;
