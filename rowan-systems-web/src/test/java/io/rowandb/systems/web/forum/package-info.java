/** Tests of the pages and the API of forum. */
package io.rowandb.systems.web.forum;
