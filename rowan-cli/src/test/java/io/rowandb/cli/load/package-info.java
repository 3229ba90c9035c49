/** Tests of reading lines and making cells of them. */
package io.rowandb.cli.load;
