/** The example designs, and the rows that they are judged with. */
package io.rowandb.design;
