/** Tests of the verdict. */
package io.rowandb.design.fit;
