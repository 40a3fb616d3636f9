/** The tests of several files, until all files are loaded: ava starts at the first declaration. */
export const declared: (() => void)[] = []
