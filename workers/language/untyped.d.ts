/** The part of snowball-stemmers that we call; the package has no types. */
declare module 'snowball-stemmers' {
  const snowball: { newStemmer(language: 'english'): { stem(word: string): string } }
  export default snowball
}
