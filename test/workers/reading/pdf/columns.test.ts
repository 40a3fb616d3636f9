/** The order in which a PDF's columns and margins are read. */
import test from 'ava'
import { acme, globex, initech, lines, type Placed, readPage } from '../../../support/reading/placed.ts'

const work = [acme, globex, initech].flat()

test('headings in the margin are read before their sections', async (t) => {
  const text = await readPage([
    ...lines(50, 100, 14, ['Senior', 'Engineer', 'Berlin']),
    ...lines(150, 100, 14, [...acme, 'Took part in the on-call rota']),
    ...lines(50, 180, 14, ['Database', 'Engineer']),
    ...lines(150, 180, 14, [...globex]),
    ...lines(50, 240, 14, ['Test', 'Engineer']),
    ...lines(150, 240, 14, [...initech]),
  ])
  t.deepEqual(text.split(/\n+/), [
    ...['Senior', 'Engineer', 'Berlin', ...acme, 'Took part in the on-call rota'],
    ...['Database', 'Engineer', ...globex, 'Test', 'Engineer', ...initech],
  ])
})

test('short prose in two columns with aligned lines is read one column after the other', async (t) => {
  const left = [
    'I build payment services that',
    'settle millions of orders and',
    'keep their promises when',
    'machines and networks fail',
    'in the middle of the night.',
    'Before that I wrote compilers',
    'and taught in evening schools.',
  ]
  const right = ['My teams write down what', 'they learn, and teach it', 'to those who come next.']
  const text = await readPage([...lines(50, 100, 14, left), ...lines(320, 100, 14, right)])
  t.is(text, `${left.join('\n')}\n\n${right.join('\n')}`)
})

test('columns end at the heading of the next section, and start again below it', async (t) => {
  const [first, second, third, fourth] = [
    [
      'Kafka Streams',
      'Redis Cluster',
      'Envoy Proxy',
      'Consul Connect',
      'Vault Agent',
      'Nomad Server',
      'Packer',
      'Waypoint',
    ],
    ['Linux Kernel', 'Ceph Storage', 'Ganeti', 'Proxmox', 'Ansible Tower', 'Salt Stack', 'Foreman', 'Puppet'],
    ['Chess Club', 'Rowing Team', 'Choir', 'Hiking Club', 'Debating', 'Astronomy', 'Pottery', 'Cooking'],
    ['Red Cross', 'Food Bank', 'Night School', 'Code Club', 'Beach Watch', 'Repair Cafe', 'Library', 'Garden'],
  ] as const
  const text = await readPage([
    [50, 80, 'TOOLS'],
    ...lines(50, 100, 14, [...first]),
    ...lines(200, 100, 14, [...second]),
    [50, 240, 'INTERESTS'],
    ...lines(50, 260, 14, [...third]),
    ...lines(200, 260, 14, [...fourth]),
  ])
  t.deepEqual(text.split(/\n+/), ['TOOLS', ...first, ...second, 'INTERESTS', ...third, ...fourth])
})

test('a side bar is read separately from the main text, even if the main text has dates at its edge', async (t) => {
  const side = [
    'Contact',
    'Berlin, Germany',
    'Skills',
    'Go',
    'Kubernetes',
    'Terraform',
    'PostgreSQL',
    'Languages',
    'English',
    'German',
  ]
  const posts: Placed[] = [acme, globex, initech].flatMap((tasks, index): Placed[] => [
    [220, 100 + index * 62, `Engineer, Company ${index + 1}`, 11],
    [500, 100 + index * 62, `${2020 - index} - 2021`],
    ...lines(220, 116 + index * 62, 13, [...tasks]),
  ])
  const text = await readPage([...lines(50, 104, 17, side), ...posts])
  const main = [acme, globex, initech].flatMap((tasks, index) => [
    `Engineer, Company ${index + 1} ${2020 - index} - 2021`,
    ...tasks,
  ])
  t.deepEqual(text.split(/\n+/), [...side, ...main])
})

test('a side bar on the right is read after the main text, even if the main text has columns', async (t) => {
  const side = ['CONTACT', 'Berlin, Germany', 'SKILLS', 'Go', 'Kubernetes', 'LANGUAGES', 'English', 'German']
  const text = await readPage([
    ...lines(50, 100, 14, ['I write services that', 'keep their promises and', 'teach those who come next']),
    ...lines(250, 107, 14, ['Before that I built', 'compilers in Ghent and', 'taught evening classes']),
    ...lines(50, 160, 14, [...work]),
    ...lines(420, 124, 21, side),
  ])
  t.deepEqual(text.split(/\n+/).slice(-side.length), side)
})

test('columns that nearly touch are read as columns', async (t) => {
  const side = ['Certified administrator', 'Go, Rust and TypeScript', 'Kubernetes and Linux', 'PostgreSQL, MariaDB']
  const text = await readPage([
    ...lines(50, 100, 14, side),
    [50, 156, 'Distributed storage and queues'],
    ...lines(193, 103, 15, [...work]),
  ])
  t.is(text, [[...side, 'Distributed storage and queues'].join('\n'), work.join('\n')].join('\n\n'))
})

test('a name above the right column is read first', async (t) => {
  const side = ['Contact', 'Berlin, Germany', 'Skills', 'Go', 'Kubernetes', 'Terraform', 'PostgreSQL']
  const text = await readPage([
    [220, 40, 'Nora Lindqvist', 24],
    [220, 70, 'Engineer of payment services'],
    ...lines(50, 120, 17, side),
    ...lines(220, 122, 14, [...work]),
  ])
  t.deepEqual(text.split(/\n+/), ['Nora Lindqvist', 'Engineer of payment services', ...side, ...work])
})

test('a page header with the name above the right column ends at the last wide gap', async (t) => {
  const side = ['Contact', 'Berlin, Germany', 'Skills', 'Go', 'Kubernetes', 'Terraform', 'PostgreSQL']
  const text = await readPage([
    [220, 40, 'Nora Lindqvist', 24],
    [220, 70, 'Engineer of payment services'],
    [220, 110, 'Profile'],
    ...lines(220, 126, 14, [...acme]),
    ...lines(50, 168, 17, side),
    ...lines(220, 190, 14, [...globex, ...initech]),
  ])
  t.deepEqual(text.split(/\n+/), [
    ...['Nora Lindqvist', 'Engineer of payment services', ...side],
    ...['Profile', ...acme, ...globex, ...initech],
  ])
})

test('a single line below the last gap is read with the name above it', async (t) => {
  const side = ['Skills', 'Go', 'Kubernetes', 'Terraform', 'PostgreSQL', 'Linux', 'Redis']
  const text = await readPage([
    [220, 40, 'Nora Lindqvist', 24],
    [220, 104, 'nora@example.com'],
    ...lines(50, 120, 17, side),
    ...lines(220, 122, 14, [...work]),
  ])
  t.deepEqual(text.split(/\n+/), ['Nora Lindqvist', 'nora@example.com', ...side, ...work])
})

test('a name is read separately from the contact details next to it', async (t) => {
  const details = ['Hauptstrasse 5', '10115 Berlin', '+49 30 5550100', 'nora@example.com']
  const text = await readPage([
    [50, 70, 'Nora Lindqvist', 24],
    [50, 104, 'Engineer of payment services', 13],
    ...details.map((line, index): Placed => [{ end: 540 }, 66 + index * 12, line, 9]),
    ...lines(50, 160, 14, [...acme]),
  ])
  t.deepEqual(text.split(/\n+/), ['Nora Lindqvist', 'Engineer of payment services', ...details, ...acme])
})

test('dates in a margin are read before their entries, even if the line spacing differs', async (t) => {
  const text = await readPage([
    ...lines(50, 103, 11, ['2022', '2024']),
    ...lines(150, 100, 14, [...acme]),
    ...lines(50, 163, 11, ['2019', '2022']),
    ...lines(150, 160, 14, [...globex]),
    ...lines(50, 223, 11, ['2016', '2019']),
    ...lines(150, 220, 14, [...initech]),
  ])
  t.deepEqual(text.split(/\n+/), ['2022', '2024', ...acme, '2019', '2022', ...globex, '2016', '2019', ...initech])
})

test('columns under a heading end before the next section, whatever font its heading has', async (t) => {
  const [left, right] = [
    ['Northwind', 'Led a team of six engineers in', 'the north of Berlin and wrote', 'services for it'],
    ['Fabrikam', 'Kept a fleet of old compilers in', 'good health and taught others', 'to do it too'],
  ]
  const text = await readPage([
    [50, 80, 'Projects'],
    ...lines(50, 100, 14, left),
    ...lines(320, 100, 14, right),
    [50, 190, 'Degrees'],
    [50, 210, 'MSc in Computer Science'],
    [{ end: 540 }, 210, 'Uppsala, 2014'],
    [50, 224, 'BSc in Mathematics'],
    [{ end: 540 }, 224, 'Ghent, 2012'],
  ])
  t.deepEqual(text.split(/\n+/), [
    ...['Projects', ...left, ...right, 'Degrees'],
    ...['MSc in Computer Science Uppsala, 2014', 'BSc in Mathematics Ghent, 2012'],
  ])
})

test('if a short list has the same columns as the longer list above it, it is read the same way', async (t) => {
  const names = (letter: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1} Studio`)
  const [long, short] = [['A', 'B', 'C'].map((one) => names(one, 9)), ['D', 'E', 'F'].map((one) => names(one, 4))]
  const text = await readPage([
    [50, 80, 'EXPERIENCE, 2019 - 2024', 12],
    ...long.flatMap((column, index) => lines(50 + index * 130, 100, 14, column)),
    [50, 250, 'EDUCATION, 2016 - 2019', 12],
    ...short.flatMap((column, index) => lines(50 + index * 130, 270, 14, column)),
  ])
  t.deepEqual(text.split(/\n+/), ['EXPERIENCE, 2019 - 2024', ...long.flat(), 'EDUCATION, 2016 - 2019', ...short.flat()])
})

test('a list in four columns is read column by column, and a footer below it line by line', async (t) => {
  const names = (letter: string): string[] => Array.from({ length: 8 }, (_, index) => `${letter}${index + 1} Studio`)
  const columns = ['A', 'B', 'C', 'D'].map(names)
  const last = columns[3]!.slice(0, 5)
  const foot = ['Hauptstrasse 5', '+49 30 901820', 'anna@example.com']
  const text = await readPage([
    ...columns.slice(0, 3).flatMap((column, index) => lines(50 + index * 130, 100, 14, column)),
    ...lines(440, 100, 14, last),
    ...foot.map((line, index): Placed => [50 + index * 130, 300, line, 8]),
  ])
  t.deepEqual(text.split(/\n+/), [...columns.slice(0, 3).flat(), ...last, foot.join(' ')])
})

test('a large name on two lines is read as one line, but two large headings are not joined', async (t) => {
  const name: Placed[] = [
    [50, 60, 'Tilda Maria', 20],
    [50, 84, 'Samtveld', 20],
    [50, 120, 'Welder'],
  ]
  const text = await readPage([...name, ...lines(50, 140, 14, work)])
  t.deepEqual(text.split(/\n+/), ['Tilda Maria Samtveld', 'Welder', ...work])
  const headings: Placed[] = [
    [50, 60, 'Profile', 20],
    [50, 110, 'Work', 20],
  ]
  t.deepEqual((await readPage([...headings, ...lines(50, 140, 14, work)])).split(/\n+/), ['Profile', 'Work', ...work])
})
