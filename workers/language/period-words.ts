/** Regex sources for the words between the two dates of a period, and for the words that replace the second date. */

/** A single dash of any kind. */
export const dash = '[-\\u2010-\\u2015\\u2212~〜～→➔»>]'

/** "2017 to 2019" */
export const until = alternatives(`
  up to|to|until|till|til|through|thru|bis(?: zum| ende)?|à|au|jusqu['’](?:à|au|en)|a|al|hasta(?: el| la)?|até(?: o| a)?|ao|
  fino (?:a|ad|al)|ad|tot(?: en met)?|t/m|do|до|по|至|到|から|부터|까지|迄`)

/** Words for today after a dash or a word such as "until". */
export const today = alternatives(`
  present(?: day| date| time)?|current(?:ly)?(?: date)?|now|today|date|running|heute|aktuell|jetzt|dato|andauernd|gegenwart|momentan|
  heutigen tage?|présent|aujourd['’]hui|ce jour|actuel(?:lement)?|maintenant|actualidad|actual(?:mente)?|presente|hoy|fecha|ahora|
  oggi|attuale|attualmente|tuttora|atual(?:mente)?|hoje|momento|data(?: atual)?|heden|nu|vandaag|huidig|
  dziś|dzisiaj|obecnie|teraz|nadal|chwili obecnej|nuvarande|idag|i dag|nå|nåværende|současnost|dosud|bugün|günümüz|halen|devam|pågående|
  jelen|nay|hiện tại|sekarang|настоящее(?: время)?|н\\.? ?в\\.?|сейчас|теперішній(?: час)?|今|現時|الآن|حتى الآن|היום|כיום`)

/** Words for a period that continues until today, with or without another word or a dash before them. */
export const continuing = alternatives(`
  present|ongoing|on-going|continuing|continues|still(?: (?:there|working|employed))?|till (?:date|now)|laufend|fortlaufend|
  en cours|en curso|in corso|em curso|lopend|現在|现在|至今|目前|현재`)

function alternatives(list: string): string {
  return list.trim().replace(/\|\s*\n\s*/g, '|')
}
