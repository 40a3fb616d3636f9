/** The requests that the bench sends: one function for each kind, used for the service and its peers alike. */

/** The key, tenant and opening of a request, and the location of its resumes. */
export type Opening = { key: string; tenant: string; job: string; resumes: string }

export type Kind =
  | 'criteria'
  | 'criteria, unchanged'
  | 'criteria of many jobs'
  | 'latest score'
  | 'rate limits'
  | 'submission'
  | 'submission with a key'
  | 'batch'

export type Request = { method: 'GET' | 'POST'; path: string; headers: string[]; body?: string }

/** The name of the application that has a score; each opening has one. */
export const scoredApplication = 'scored'
/** The number of jobs in a request of the kind `criteria of many jobs`: the contract's maximum. */
export const manyJobs = 100
/** The number of entries in a batch: the contract's maximum. */
export const batchEntries = 100

export const expectedStatus: Record<Kind, number> = {
  criteria: 200,
  'criteria, unchanged': 304,
  'criteria of many jobs': 200,
  'latest score': 200,
  'rate limits': 200,
  submission: 202,
  'submission with a key': 202,
  batch: 202,
}

/** A part of application ids that makes them unique, across processes too. */
const run = `${process.pid}-${Date.now().toString(36)}`
let names = 0

export type RequestOptions = {
  openings: Opening[]
  /** The entity tags that `criteria, unchanged` sends, one for each opening. */
  etags?: string[]
  /** The jobs that `criteria of many jobs` reads. */
  jobs?: string[]
  /** The ending of a resume's URL: `.pdf` is a one-page PDF. */
  resumeSuffix?: string
}

/** Returns a function that returns the next request of this kind, for each opening in turn. */
export function requestsOf(kind: Kind, options: RequestOptions): () => Request {
  const { openings, etags = [], jobs = [], resumeSuffix = '' } = options
  const headers = openings.map(headersOf)
  const jsonHeaders = headers.map((list) => [...list, 'content-type', 'application/json'])
  const entry = ({ resumes }: Opening) => {
    const applicationId = `load-${run}-${(names += 1)}`
    return { applicationId, resumeUrl: `${resumes}/${applicationId}${resumeSuffix}` }
  }
  const get = (index: number, path: string, more: string[] = []): Request => ({
    method: 'GET',
    path,
    headers: more.length > 0 ? [...(headers[index] as string[]), ...more] : (headers[index] as string[]),
  })
  const submit = (index: number, opening: Opening, more: string[] = []): Request => {
    const { applicationId, resumeUrl } = entry(opening)
    const path = `/v1/jobs/${opening.job}/applications/${applicationId}/scoring-jobs`
    const list = jsonHeaders[index] as string[]
    return {
      ...{ method: 'POST', path, headers: more.length > 0 ? [...list, ...more] : list },
      body: `{"resumeUrl":"${resumeUrl}"}`,
    }
  }
  const make: Record<Kind, (index: number, opening: Opening) => Request> = {
    criteria: (index, { job }) => get(index, `/v1/jobs/${job}/criteria`),
    'criteria, unchanged': (index, { job }) =>
      get(index, `/v1/jobs/${job}/criteria`, ['if-none-match', etags[index] as string]),
    'criteria of many jobs': (index) => get(index, `/v1/jobs/criteria?jobIds=${jobs.join()}`),
    'latest score': (index, { job }) => get(index, `/v1/jobs/${job}/applications/${scoredApplication}/score`),
    'rate limits': (index) => get(index, '/v1/rate-limit-status'),
    submission: submit,
    'submission with a key': (index, opening) => submit(index, opening, ['idempotency-key', `key-${run}-${names}`]),
    batch: (index, opening) => ({
      ...{ method: 'POST', path: `/v1/jobs/${opening.job}/scoring-batches`, headers: jsonHeaders[index] as string[] },
      body: JSON.stringify({ applications: Array.from({ length: batchEntries }, () => entry(opening)) }),
    }),
  }
  let turn = 0
  return () => {
    const index = turn++ % openings.length
    return make[kind](index, openings[index] as Opening)
  }
}

export function headersOf({ key, tenant }: Opening): string[] {
  return ['authorization', `Bearer ${key}`, 'x-tenant-id', tenant]
}
