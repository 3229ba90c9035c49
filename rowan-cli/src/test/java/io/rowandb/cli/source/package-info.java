/** Files of lines, sound and damaged. */
package io.rowandb.cli.source;
