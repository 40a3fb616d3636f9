/** The released versions, each as a separate checkout with its own packages. */
import { codeBefore, git, root } from '../../../load/bench/checkouts.ts'
import { schemaOf } from '../../tools/fakes/chat-request.ts'
import { answerTo, type Behaviour, saying } from '../../tools/fakes/groq.ts'

/** The released Git trees, by version. After each release, add it and remove the oldest, so that two remain. */
export const released = {
  '1.0.0': '2fd0869569e3fb157ec602fe2860502b7a5c784c',
  '1.1.0': 'b8ce5b82554bfc25711e63e7848eada092f0600b',
}
export type Version = keyof typeof released

/** Returns the output of git, or null if it fails. */
function ask(...words: string[]): string | null {
  try {
    return git(root, ...words)
  } catch {
    return null
  }
}

/**
 * Returns why this clone cannot have a released version, or null. A shallow clone and an unpacked archive lack the
 * history, which is not a fault. If a complete history lacks the commit, that is a fault, so the result is null and
 * `releasedCheckout` fails.
 */
export function missingHistory(version: Version): string | null {
  const commit = released[version]
  const isThere = ask('cat-file', '-e', `${commit}^{commit}`) !== null
  const isWhole = ask('rev-parse', '--is-shallow-repository') === 'false'
  if (isThere || isWhole) return null
  return `release ${version} is not in this clone: git fetch --unshallow, or git fetch origin ${commit}`
}

/**
 * Returns the folder with a released version, which is unpacked once. Its packages are installed from its own lock
 * file.
 *
 * @throws Error if the commit or npm's registry is not available
 */
export function releasedCheckout(version: Version): string {
  return codeBefore(released[version]).folder
}

type OldSchema = { verdicts: { items: { properties: { criterionId: { enum: string[] } } } } }

/** The correct model, for the prompts in this version and in the released versions. */
export const answeringEither: Behaviour = (request, response) => {
  const schema = schemaOf(request.body)
  if ('verdicts' in schema.properties) {
    const { verdicts } = schema.properties as OldSchema
    const evidence = [{ source: 'RESUME', answerIndex: null, quote: 'Production experience with PostgreSQL' }]
    const verdict = { evidence, verdict: 'MET', reason: 'The application shows it.' }
    const ids = verdicts.items.properties.criterionId.enum
    return saying({ verdicts: ids.map((criterionId) => ({ criterionId, ...verdict })) })(request, response)
  }
  const answer = answerTo(request.body)
  if (!('criteria' in schema.properties) || JSON.stringify(schema).includes('sourceQuote')) {
    return saying(answer)(request, response)
  }
  const { criteria } = answer as { criteria: { text: string; importance: string }[] }
  return saying({ criteria: criteria.map(({ text, importance }) => ({ text, importance })) })(request, response)
}
