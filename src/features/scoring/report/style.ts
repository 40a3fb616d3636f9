/** The report's only style sheet, for light, dark and print. The page's policy allows it by its hash. */
export const style = `
:root { color-scheme: light dark; --text: light-dark(#1c2430, #e6e9ee); --quiet: light-dark(#5a6676, #9aa6b6);
  --line: light-dark(#dde2e9, #333b47); --soft: light-dark(#f3f5f8, #20262f); --accent: light-dark(#0b5cad, #7ab8ff);
  --met: light-dark(#12683a, #7fd8a4); --partial: light-dark(#855300, #f0bf6a); --missing: light-dark(#a12622, #ff9c95) }
* { box-sizing: border-box }
body { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 3rem; color: var(--text);
  background: light-dark(#fff, #171c23); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { margin: .25rem 0 .5rem; font-size: 2rem; line-height: 1.2 }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.125rem }
p { margin: 0 0 .5rem }
.quiet { color: var(--quiet); font-size: .875rem }
.score { font-size: 3.5rem; font-variant-numeric: tabular-nums }
.of { color: var(--quiet); font-size: 1.125rem; font-weight: 400 }
.match { font-size: 1.1875rem }
.subject { margin: 0; font-size: 1.1875rem; font-weight: 600 }
blockquote span { color: var(--quiet) }
svg { display: block; overflow: visible; width: 100%; max-width: 30rem; margin: .75rem 0 .5rem }
.track { fill: var(--line) }
.range { fill: var(--accent); opacity: .45 }
.mark { fill: var(--accent) }
.note { margin-top: 1.5rem; padding: .75rem 1rem; border-left: .25rem solid var(--partial); background: var(--soft) }
.note h2 { margin: 0 0 .25rem; font-size: 1rem }
.note ul { margin: 0 0 .5rem; padding-left: 1.25rem }
.criteria { margin: 0; padding: 0; list-style: none }
.criteria li { padding: .875rem 0; border-top: 1px solid var(--line); break-inside: avoid }
.head { display: flex; gap: 1rem; justify-content: space-between; align-items: baseline; margin-bottom: .125rem }
.head strong { flex: 1 }
.verdict { flex: none; font-size: .875rem; font-weight: 600 }
.met { color: var(--met) }
.partial { color: var(--partial) }
.missing { color: var(--missing) }
.open { color: var(--quiet) }
figure { margin: .5rem 0 0 }
blockquote { margin: 0; padding: .5rem .75rem; border-radius: .375rem; background: var(--soft); white-space: pre-line }
figcaption { padding: .125rem .75rem 0 }
table { width: 100%; margin: 0 0 1rem; border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums }
th, td { padding: .375rem .5rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
h3 { margin: 1.25rem 0 .375rem; font-size: 1rem }
.sum { font-variant-numeric: tabular-nums }
footer { margin-top: 2rem; padding-top: .75rem; border-top: 1px solid var(--line) }
@media print {
  :root { color-scheme: light }
  body { max-width: none; padding: 0; font-size: 10.5pt }
  h2 { break-after: avoid }
}
`
