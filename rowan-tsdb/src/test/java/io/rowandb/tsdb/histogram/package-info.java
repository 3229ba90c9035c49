/** Tests of histograms. */
package io.rowandb.tsdb.histogram;
