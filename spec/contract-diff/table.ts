/** The format of the tables: the part that changed, how, and on which side, with the consequence for a client. */

export type Rule = { breaks: boolean; sentence: string }
/**
 * By `<kind> <word> <side>`. The word is `added`, `removed` or `changed`; for numbers `raised` or `lowered`; for
 * additions also `required` if a request must include it, `new` if a failure has its own body, and `restricted` if a
 * member is described a second time. In a sentence, `{it}` is the member, parameter, header or operation, `{name}` the
 * part of the key after the kind, and `{before}` and `{after}` the values.
 */
export type Table = Record<string, Rule>

export const breaks = (sentence: string): Rule => ({ breaks: true, sentence })
export const harmless = (sentence: string): Rule => ({ breaks: false, sentence })
