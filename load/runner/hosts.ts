/** The resume hosts of `load/neighbours.ts`: one that both partners use, and one that never ends its responses. */
import { drip, file, redirect, startResumeHost } from '../../test/tools/fakes/resume-host.ts'
import { resumeLines } from '../../test/tools/samples/resumes.ts'

export type Hosts = {
  /** The URLs of a resume at the shared host, and of a redirect from there to the slow host. */
  url: string
  slowUrl: string
  /** The entries of OUTBOUND_ALLOW that let the service connect here. */
  pairs: string[]
  /** From now on, the slow host responds normally. */
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
