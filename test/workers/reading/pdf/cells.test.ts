/** Parts of a PDF page that are read line by line although they look like columns. */
import test from 'ava'
import { acme, globex, initech, lines, type Placed, readPage } from '../../../support/reading/placed.ts'

const work = [acme, globex, initech].flat()

const tools = ['Go', 'Kubernetes', 'Terraform', 'PostgreSQL', 'Redis', 'RabbitMQ', 'TypeScript', 'Linux', 'Docker']
const labels = ['Name', 'Home', 'Birthplace', 'Passport', 'Languages', 'Licence', 'Notice', 'Salary', 'Website']
const values = ['Nora', 'Uppsala', 'Ghent', 'valid', 'English', 'B', 'a month', 'open', 'example.com']
const places = ['Ghent', 'Uppsala', 'Berlin', 'Rome', 'Copenhagen', 'Oslo', 'Amsterdam', 'Bern', 'Helsinki']

/** Makes a nine-line table with a left and a right side. The x position is where the right side starts or ends. */
const sides: Record<string, [left: string[], right: string[], x: Placed[0]]> = {
  'ratings stay with their skills': [tools, tools.map((_, at) => ['Expert', 'Advanced', 'Basic'][at % 3]!), 200],
  'values stay with their labels': [labels, values.map((value) => `: ${value}`), 200],
  'place names at the right edge stay with their lines': [work, places, { end: 540 }],
  'bullets far from their lines stay with them': [work.map(() => '•'), work, 80],
}

for (const [name, [left, right, x]] of Object.entries(sides)) {
  test(`${name} in a list of nine lines`, async (t) => {
    const text = await readPage([...lines(50, 100, 14, left), ...lines(x, 100, 14, right)])
    t.is(text, left.map((line, index) => `${line} ${right[index]}`).join('\n'))
  })
}

test('place names at the right edge stay on their lines, in any font size', async (t) => {
  const small = places.map((place, index): Placed => [{ end: 540 }, 100 + index * 14, place, 7])
  const text = await readPage([...lines(50, 100, 14, work), ...small])
  t.is(text, work.map((line, index) => `${line} ${places[index]}`).join('\n'))
})

test('letters that are painted twice in the same place are read once', async (t) => {
  const text = await readPage([...lines(50, 100, 14, work), [50.1, 100, acme[0].slice(0, 12)]])
  t.is(text, work.join('\n'))
})
