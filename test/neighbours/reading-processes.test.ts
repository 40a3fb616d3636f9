/** What remains of the processes that convert office files when malicious files end threads. */
import test from 'ava'
import { loseThreads } from '../support/reading/children.ts'

test('a thread that is ended leaves no sandbox behind, not even as a zombie', (t) => loseThreads(t, 3))
