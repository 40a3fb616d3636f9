/** Malicious files that end threads must not leave behind processes that convert office files. */
import test from 'ava'
import { loseThreads } from '../support/reading/children.ts'

test('a thread that is ended leaves no sandbox behind, not even as a zombie', (t) => loseThreads(t, 3))
