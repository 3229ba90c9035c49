/** Tests of rollups that are given. */
package io.rowandb.tsdb.given;
