/**
 * The first lines of resumes as people in twelve countries write them, ten for each country. All text that identifies a
 * person is marked. All people, numbers and places are invented. The words are in `test/data/people/countries.txt`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Kind = 'NAME' | 'EMAIL' | 'PHONE' | 'BIRTH_DATE' | 'ADDRESS' | 'ID_NUMBER'
/** `marks` are the parts of the text that identify the person. */
export type CountryHead = { country: string; layout: number; text: string; marks: { kind: Kind; value: string }[] }

type Country = { name: string; lists: Map<string, string[]> }

const countries: Country[] = readFileSync(join(import.meta.dirname, '../../data/people/countries.txt'), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((section) => {
    const [name = '', ...lines] = section.trim().split('\n')
    return {
      name,
      lists: new Map(
        lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2).split('; ')]),
      ),
    }
  })

/** In a template, `⟦NAME|Jane Doe⟧` is a mark. */
const mark = /⟦(\w+)\|([^⟧]*)⟧/g

const layouts: ((person: Person) => string)[] = [
  ({ name, role, email, phone }) => `${name}\n${role}\n${email} | ${phone}`,
  ({ title, name, address, label, phone, email }) =>
    `${title}\n${name}\n${label('address')}: ${address}\n${label('phone')}: ${phone}\n${label('email')}: ${email}`,
  ({ title, name, birth, label, phone, id }) =>
    `${title}\n${label('name')}: ${name}\n${label('birth')}: ${birth}\n${label('phone')}: ${phone}\n${id}`,
  ({ name, role, email }) => `${name} ${role}\n${email}`,
  ({ introduction, name, role, email }) => `${role}\n${introduction} ${name}.\n${email}`,
  ({ label, phone, email, name, role }) => `${label('phone')}: ${phone}\n${label('email')}: ${email}\n${name}\n${role}`,
  ({ name, address, phone, or, otherPhone }) => `${name}\n${address}\n${phone} ${or} ${otherPhone}`,
  ({ name, email, phone }) => `{\n  "name": "${name}",\n  "email": "${email}",\n  "phone": "${phone}"\n}`,
  ({ name, role, phone, birth, label }) => `${name} | ${role} | ${phone}\n${label('birth')}: ${birth}`,
  ({ title, label, name, birth, address, phone }) =>
    `${title}\n${label('name')}\n${name}\n${label('birth')} ${birth}\n${label('address')}: ${address}\n${label('phone')} ${phone}`,
]

type Person = Record<
  'name' | 'role' | 'email' | 'phone' | 'otherPhone' | 'birth' | 'address' | 'id' | 'title' | 'introduction' | 'or',
  string
> & { label: (of: 'name' | 'phone' | 'email' | 'address' | 'birth') => string }

/** Returns the heads for all countries, in a fixed order. */
export function countryHeads(): CountryHead[] {
  return countries.flatMap(({ name: country, lists }) =>
    layouts.map((layout, index) => {
      const of = (list: string, at = index): string => lists.get(list)![at % lists.get(list)!.length]!
      const [title, phoneLabel, emailLabel, addressLabel, nameLabel, birthLabel, or, heading, introduction] =
        lists.get('words')!
      const labels = {
        name: nameLabel!,
        phone: phoneLabel!,
        email: emailLabel!,
        address: addressLabel!,
        birth: birthLabel!,
      }
      const marked = layout({
        ...{ title: title!, introduction: introduction!, or: or!, role: of('roles') },
        name: `⟦NAME|${of('names')}⟧`,
        email: `⟦EMAIL|contact${index}@mail.example⟧`,
        phone: `⟦PHONE|${of('phones')}⟧`,
        otherPhone: `⟦PHONE|${of('phones', index + 1)}⟧`,
        birth: `⟦BIRTH_DATE|${of('births')}⟧`,
        address: `⟦ADDRESS|${lists.get('addresses')![index % lists.get('addresses')!.length]!}⟧`,
        id: `${of('id', 0)}: ⟦ID_NUMBER|${of('id', 1)}⟧`,
        label: (each) => labels[each],
      })
      const whole = `${marked}\n\n${heading}\n${of('work', 0)}\n${lists.get('list')!.join('; ')}\n`
      const marks = Array.from(whole.matchAll(mark), ([, kind, value]) => ({ kind: kind as Kind, value: value! }))
      return { country, layout: index + 1, text: whole.replace(mark, '$2'), marks }
    }),
  )
}
