/** Points as lines of text: what OpenTSDB's import reads. Has no state. */
package io.rowandb.tsdb.text;
