/** Scores a resume with the embedded engine, in the thread that has just read it. */
import { embeddedEngine } from './engines/embedded/engine.ts'
import { scoreApplicationWith } from './score-application.ts'
import type { JudgeTask, ParsedResume, ScoreApplicationOutcome } from './tasks.ts'
import { monotonicMs } from '../src/kit/time.ts'

/** Returns what `scoreApplication` returns with this engine. The engine sees only the redacted texts. */
export function judgeResume(
  { resume, answers }: Pick<ParsedResume, 'resume' | 'answers'>,
  { questions, timeoutMs, ...task }: JudgeTask,
): Promise<ScoreApplicationOutcome> {
  return scoreApplicationWith(embeddedEngine, {
    ...task,
    resume: resume.redacted,
    answers: questions.map((question, index) => ({ question, answer: answers[index]!.redacted })),
    deadlineAt: monotonicMs() + timeoutMs,
  })
}
