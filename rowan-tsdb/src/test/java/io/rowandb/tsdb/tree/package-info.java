/** Tests of trees. */
package io.rowandb.tsdb.tree;
