/** Tests of the six applications. */
package io.rowandb.bench.applications;
