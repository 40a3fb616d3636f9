/**
 * Turns off the source maps that ava turns on. Node would look for source maps in the stack trace that Sequelize
 * captures for every statement. Stack traces are correct without them, because type stripping keeps lines and columns.
 */
process.setSourceMapsEnabled(false)
