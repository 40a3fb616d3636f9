/** The form of the tables: what changed, how, and on which side, with the consequence for a client. */

export type Rule = { breaks: boolean; sentence: string }
/**
 * By `<kind> <word> <side>`. The word is `added`, `removed` or `changed`; for numbers `raised` or `lowered`; of what is
 * added, `required` where a request must carry it, `new` where a failure has a body of its own, `restricted` where a
 * member is described a second time. In a sentence, `{it}` is the member, parameter, header or operation, `{name}` what
 * follows the kind in its key, `{before}` and `{after}` the values.
 */
export type Table = Record<string, Rule>

export const breaks = (sentence: string): Rule => ({ breaks: true, sentence })
export const harmless = (sentence: string): Rule => ({ breaks: false, sentence })
