/**
 * Collects the tests of several files until all files are loaded, because ava starts when the first test is declared.
 */
export const declared: (() => void)[] = []
