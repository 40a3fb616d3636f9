/** The part of jstat that we call; the package has no types. */
declare module 'jstat' {
  const library: {
    /** The probability of `x` marked items in a sample of `sampled` out of `all`, of which `marked` are marked. */
    hypgeom: { pdf(x: number, all: number, marked: number, sampled: number): number }
    normal: { inv(probability: number, mean: number, deviation: number): number }
  }
  export default library
}
