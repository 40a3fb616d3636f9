/** Malicious files make threads end while a child process converts an office file. */
import test from 'ava'
import { loseThreads } from '../support/reading/children.ts'

test('a thread that is ended leaves no sandbox process behind, not even as a zombie', (t) => loseThreads(t, 3))
