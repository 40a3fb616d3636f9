import test from 'ava'
import { startFakeGroq } from '../../tools/fakes/groq.ts'
import { file, startResumeHost } from '../../tools/fakes/resume-host.ts'
import { startHarness } from '../../support/harness.ts'
import { resumeLines } from '../../tools/samples/resumes.ts'

const texts = [
  'Production experience with PostgreSQL clusters',
  'Five years of backend development',
  'Able to mentor junior engineers',
]
const flag = 'REPEATED_CRITERIA'
const listed = { flags: [flag], findings: [{ flag, reason: 'criteria_listed', share: 1 }] }
const resume = resumeLines.join('\n')

for (const engine of ['embedded', 'groq']) {
  test(`a resume that repeats the criteria is flagged by ${engine}, even when its verdicts are reused`, async (t) => {
    const groq = await startFakeGroq()
    t.teardown(() => groq.close())
    const host = await startResumeHost({
      '/honest.txt': file(resume),
      '/pasted.txt': file(`${resume}\n\nKey skills\n${texts.map((text) => `- ${text}`).join('\n')}`),
    })
    t.teardown(() => host.stop())
    const model = { GROQ_API_KEY: 'gsk_canary_5521', GROQ_BASE_URL: groq.url, GROQ_MODEL: 'test-model' }
    const settings = { OUTBOUND_ALLOW: host.pair, ...(engine === 'groq' ? model : {}) }
    const harness = await startHarness(t, { settings })
    const client = await harness.client({ environment: 'PRODUCTION' })
    await client.generate('job-1')
    const criteria = texts.map((text) => ({ text, importance: 'PREFERRED' }))
    t.is((await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria })).status, 200)
    const scored = async (name: string) => {
      const request = { resumeUrl: `${host.origin}/${name}.txt`, rescore: true }
      const { status, scoringJob } = (await client.score('job-1', name, request)).body
      t.is(status, 'completed')
      t.is(scoringJob.audit.engine, engine)
      return scoringJob
    }
    t.is((await scored('honest')).integrity, undefined)
    t.deepEqual((await scored('pasted')).integrity, listed)
    const again = await scored('pasted')
    t.is(again.audit.reused, texts.length)
    t.deepEqual(again.integrity, listed)
  })
}

const polish = `Doświadczenie zawodowe
Kierownik magazynu, Transpol, Poznań, 2015 - 2021
Zarządzanie zespołem dziesięciu pracowników oraz planowanie grafiku pracy na każdy tydzień
Przyjmowanie i wydawanie towaru, inwentaryzacja, kontakt z przewoźnikami
Obsługa wózka widłowego, odpowiedzialność za bezpieczeństwo pracy
Wykształcenie
Technik logistyk, 2012
Języki: polski, angielski dobry`

for (const engine of ['embedded', 'groq']) {
  const flags = engine === 'groq' ? 'not flagged' : 'flagged, even when its verdicts are reused'
  test(`scored by ${engine}, a resume in a language that the built-in engine does not cover is ${flags}`, async (t) => {
    const groq = await startFakeGroq()
    t.teardown(() => groq.close())
    const host = await startResumeHost({ '/polish.txt': file(polish) })
    t.teardown(() => host.stop())
    const model = { GROQ_API_KEY: 'gsk_canary_5521', GROQ_BASE_URL: groq.url, GROQ_MODEL: 'test-model' }
    const settings = { OUTBOUND_ALLOW: host.pair, ...(engine === 'groq' ? model : {}) }
    const harness = await startHarness(t, { settings })
    const client = await harness.client({ environment: 'PRODUCTION' })
    await client.generate('job-1')
    for (const importance of ['PREFERRED', 'NICE_TO_HAVE']) {
      const criteria = texts.map((text) => ({ text, importance }))
      t.is((await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria })).status, 200)
      const request = { resumeUrl: `${host.origin}/polish.txt`, rescore: true }
      const { status, scoringJob } = (await client.score('job-1', 'polish', request)).body
      t.is(status, 'completed')
      t.is(scoringJob.audit.reused, importance === 'PREFERRED' ? 0 : texts.length)
      const findings = [{ flag: 'LANGUAGE_NOT_COVERED', reason: 'resume_language', language: 'pl' }]
      t.deepEqual(scoringJob.integrity, engine === 'groq' ? undefined : { flags: ['LANGUAGE_NOT_COVERED'], findings })
    }
    const report = await client.get('/v1/jobs/job-1/applications/polish/score/report')
    t.is(/language of the resume: Polish/i.test(`${report.body}`), engine === 'embedded')
  })
}
