/** Tests of the formats: examples in bytes, and OpenTSDB's own classes as the judge. */
package io.rowandb.tsdb.codec;
