/** Types for the jstat functions that we call; the package has none. */
declare module 'jstat' {
  const library: {
    /**
     * Returns the hypergeometric probability that a sample of `sampled` items contains exactly `x` marked items. The
     * population has `all` items, `marked` of them marked.
     */
    hypgeom: { pdf(x: number, all: number, marked: number, sampled: number): number }
    normal: { inv(probability: number, mean: number, deviation: number): number }
  }
  export default library
}
