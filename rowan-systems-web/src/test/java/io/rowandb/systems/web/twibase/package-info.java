/** Tests of users and posts in a browser and over HTTP. */
package io.rowandb.systems.web.twibase;
