/** Tests of the policies by which regions are split. */
package io.rowandb.engine.split;
