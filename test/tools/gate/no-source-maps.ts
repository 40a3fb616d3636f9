/**
 * Turns off the source maps that ava turns on. Type stripping keeps lines and columns, so our stacks need none, and
 * Node would look for one in each of the stacks that Sequelize captures, one per statement.
 */
process.setSourceMapsEnabled(false)
