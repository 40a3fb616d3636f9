/**
 * Removes Markdown for links, images, escapes, emphasis and struck-out words.
 *
 * The marks of headings, list items and entirely bold lines are kept, because they show the kind of line.
 */

const address = String.raw`(?:<[^<>\n]{1,2000}>|[^\s()<>]{0,2000}(?:\([^\s()]{0,500}\)[^\s()]{0,500})?)`
const title = String.raw`(?:\s+(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'))?`
const link = new RegExp(String.raw`(!?)\[([^\[\]\n]{0,500})\]\((${address})${title}\)`, 'g')
/** Matches the start of an address. "[Python](required)" is not a link. */
const isAddress = /^<|[/.#@:]/
const definition = /^ {0,3}\[([^\]\n]{1,200})\]:\s*(?:<|https?:|mailto:|www\.|[/#.])\S*.*$/gim
const reference = /\[([^[\]\n]{1,500})\]\s?\[([^[\]\n]{0,200})\]/g
const autolink = /<((?:https?:\/\/|mailto:)[^\s<>]{1,2000}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})>/gi

/** Returns the text without this syntax. */
export function withoutMarkdown(text: string): string {
  const labels = new Set(Array.from(text.matchAll(definition), ([, label]) => label!.toLowerCase()))
  return text
    .replace(definition, '')
    .replace(link, (whole, image: string, words: string, to: string) =>
      isAddress.test(to) ? (image === '' ? words : '') : whole,
    )
    .replace(reference, (whole, words: string, label: string) =>
      labels.has((label || words).toLowerCase()) ? words : whole,
    )
    .replace(autolink, '$1')
    .replace(/~~[^~\n]{1,500}~~/g, '')
    .replace(/^([ \t]*)(?:\+|[-*] \[[ xX]\])[ \t]+(?=[\p{L}\p{N}*_])/gmu, '$1- ')
    .replace(/(?<![\w*\\])\*([^\s*\\](?:[^*\n]{0,300}[^\s*\\])?)\*(?![\w*])/g, '$1')
    .replace(/(?<![\w\\])_([^\s_\\](?:[^_\n]{0,300}[^\s_\\])?)_(?!\w)/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!|>~&<])/g, '$1')
}
