/** Tests of design files, and of rows and values as text. */
package io.rowandb.cli.design;
