/**
 * Turns off the source maps that ava turns on. Type stripping keeps lines and columns, so our stack traces need no
 * source maps. Node would look for them in the stack trace that Sequelize captures for every statement.
 */
process.setSourceMapsEnabled(false)
