/** Tests of the HTML page. */
package io.rowandb.design.page;
