/** In which order a PDF's columns, margins and cells are read. */
import test from 'ava'
import { makePdf } from '../../../support/samples/resumes.ts'
import { read } from '../../../support/reading.ts'

/** A text, where it begins, and in which size. */
type Placed = [x: number, y: number, text: string, points?: number]

async function readPage(placed: Placed[]): Promise<string> {
  const pdf = await makePdf((pen) =>
    placed.forEach(([x, y, text, points = 10]) => pen.fontSize(points).text(text, x, y, { lineBreak: false })),
  )
  return (await read(pdf)).resume.text
}

const lines = (x: number, y: number, pitch: number, texts: string[]): Placed[] =>
  texts.map((text, index) => [x, y + index * pitch, text])

const [acme, globex, initech] = [
  [
    'Built a settlement service in Go on Kubernetes',
    'Led a team of six engineers in Berlin',
    'Cut the latency of settlements by forty percent',
  ],
  [
    'Ran PostgreSQL clusters of four terabytes',
    'Wrote Terraform modules for twelve teams',
    'Taught Go to colleagues in two countries',
  ],
  [
    'Tested compilers for embedded controllers',
    'Wrote the runbooks of the on-call team',
    'Moved nine services into one repository',
  ],
] as const

test('headings in the margin stand before their sections', async (t) => {
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

test('short prose in two columns on one grid is read one column after the other', async (t) => {
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

test('ratings stay with their skills, however long the list', async (t) => {
  const skills = ['Go', 'Kubernetes', 'Terraform', 'PostgreSQL', 'Redis', 'RabbitMQ', 'TypeScript', 'Linux', 'Docker']
  const level = (index: number) => ['Expert', 'Advanced', 'Basic'][index % 3]!
  const text = await readPage([
    ...lines(50, 100, 14, skills),
    ...lines(
      200,
      100,
      14,
      skills.map((_, index) => level(index)),
    ),
  ])
  t.is(text, skills.map((skill, index) => `${skill} ${level(index)}`).join('\n'))
})

test('columns end where a heading opens the next section, and begin anew below it', async (t) => {
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

test('a side bar is read apart from main text that has dates at its edge', async (t) => {
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
