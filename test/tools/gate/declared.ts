/** The tests of several files, until all files are loaded: ava starts with the first declaration that it hears of. */
export const declared: (() => void)[] = []
