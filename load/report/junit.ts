/** The checks as JUnit's XML, for a build server. */
import type { Outcome } from '../verdict/outcome.ts'
import { escapeHtml } from '../../src/kit/html.ts'

export function junitOf({ checks, invalid, seconds, startedAt }: Outcome): string {
  const failed = checks.filter(({ held }) => !held).length
  const cases = checks.map(({ group, name, held, detail }) => {
    const head = `    <testcase classname="${escapeHtml(group)}" name="${escapeHtml(name)}"`
    return held ? `${head}/>` : `${head}><failure message="${escapeHtml(detail)}"/></testcase>`
  })
  const errors = invalid.map(
    (reason) => `    <testcase classname="run" name="validity"><error message="${escapeHtml(reason)}"/></testcase>`,
  )
  const counts = `tests="${checks.length + invalid.length}" failures="${failed}" errors="${invalid.length}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="load" ${counts} time="${seconds.toFixed(1)}" timestamp="${startedAt}">`,
    ...[...cases, ...errors],
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}
