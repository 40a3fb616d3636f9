/** Where the resumes of `load/neighbours.ts` are: one host that two partners use, and one that never ends its answers. */
import { drip, file, redirect, startResumeHost } from '../../test/tools/fakes/resume-host.ts'
import { resumeLines } from '../../test/tools/samples/resumes.ts'

export type Hosts = {
  /** Of a resume at the shared host, and of a redirect from there to the slow one. */
  url: string
  slowUrl: string
  /** The entries of OUTBOUND_ALLOW that let the service connect here. */
  pairs: string[]
  /** The slow host answers as others do from here on. */
  recover: () => void
  close: () => Promise<void>
}

export async function startHosts(): Promise<Hosts> {
  const resume = file(resumeLines.join('\n'))
  const slow = await startResumeHost({ '/resume.txt': drip() })
  const shared = await startResumeHost({
    '/resume.txt': resume,
    '/elsewhere': redirect(`${slow.origin}/resume.txt`),
  })
  return {
    url: `${shared.origin}/resume.txt`,
    slowUrl: `${shared.origin}/elsewhere`,
    pairs: [shared.pair, slow.pair],
    recover: () => void slow.routes.set('/resume.txt', resume),
    close: async () => void (await Promise.all([slow.stop(), shared.stop()])),
  }
}
