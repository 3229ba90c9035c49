/** Tests of rollups that are kept. */
package io.rowandb.tsdb.kept;
