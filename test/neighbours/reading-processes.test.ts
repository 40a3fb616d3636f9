/** Malicious files make threads end while a child process converts an office file. */
import test from 'ava'
import { loseThreads } from '../support/reading/children.ts'

test('a terminated thread leaves no sandbox process behind, not even a zombie', (t) => loseThreads(t, 3))
