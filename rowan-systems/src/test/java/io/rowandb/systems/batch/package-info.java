/** Tests of batches. */
package io.rowandb.systems.batch;
