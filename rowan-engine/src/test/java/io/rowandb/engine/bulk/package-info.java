/** Tests of sorting cells into files. */
package io.rowandb.engine.bulk;
