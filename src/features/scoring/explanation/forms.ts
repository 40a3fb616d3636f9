/** The two forms of an explanation: a web page and plain text. */
import { createFrame } from '../report/frame.ts'
import { html } from '../report/html.ts'
import { style } from '../report/style.ts'
import type { Explanation, Point, Section } from './content.ts'

export const frame = createFrame(style)

/** Returns the whole page, in UTF-8. Text from callers and resumes is displayed in the direction of its language. */
export function pageOf({ language, title, subject, intro, criteria, sections }: Explanation): string {
  const header = html`<p class="quiet">${subject.map(({ label, id }) => html`${label}: <bdi>${id}</bdi> `)}</p>
    <h1>${title}</h1>`
  const body = html`${intro.map(paragraphOf)}
  ${
    criteria === null
      ? null
      : html`<h2>${criteria.heading}</h2>
          <ol class="criteria">
            ${criteria.points.map(pointOf)}
          </ol>`
  }
  ${sections.map(
    ({ heading, paragraphs }) =>
      html`<h2>${heading}</h2>
        ${paragraphs.map(paragraphOf)}`,
  )}`
  return frame.pageOf({ language, title, header, body })
}

const paragraphOf = (text: string) => html`<p>${text}</p> `

function pointOf({ text, result, notes, quotes }: Point) {
  return html`<li>
    <p class="head"><strong dir="auto">${text}</strong> <span class="verdict">${result}</span></p>
    ${notes.map((note) => html`<p class="quiet" dir="auto">${note}</p> `)}
    ${quotes.map(
      ({ quote, source }) =>
        html`<figure>
          <blockquote dir="auto">${quote}</blockquote>
          <figcaption class="quiet">${source}</figcaption>
        </figure> `,
    )}
  </li> `
}

/** Returns the same content as plain text, for a message or a screen reader. Paragraphs are not wrapped. */
export function textOf({ language, title, subject, intro, criteria, sections }: Explanation): string {
  const points: Section[] =
    criteria === null
      ? []
      : [{ heading: criteria.heading, paragraphs: criteria.points.map((point, index) => linesOf(point, index + 1)) }]
  return [
    title,
    subject.map(({ label, id }) => `${label}: ${id}`).join('\n'),
    ...intro,
    ...[...points, ...sections].flatMap(({ heading, paragraphs }) => [
      heading.toLocaleUpperCase(language),
      ...paragraphs,
    ]),
  ]
    .join('\n\n')
    .concat('\n')
}

function linesOf({ text, result, notes, quotes }: Point, number: number): string {
  const quoted = quotes.map(({ quote, source }) => `${source}: “${onLine(quote)}”`)
  return [`${number}. ${onLine(text)}`, result, ...notes.map(onLine), ...quoted].join('\n   ')
}

/** Removes line breaks, so that text from a resume cannot look like a heading or another criterion. */
function onLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
