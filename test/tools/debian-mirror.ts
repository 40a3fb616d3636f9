import { execFileSync } from 'node:child_process'

/**
 * Returns the address of the Debian archive that this machine's apt uses, for debootstrap. Reads it from apt's package
 * lists, which name the origin of each source.
 *
 * @throws Error with the next step if apt has no such source
 */
export function debianMirror(): string {
  const filters = ['Created-By: Packages', 'Origin: Debian', 'Label: Debian']
  const addresses = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)', ...filters], {
    encoding: 'utf8',
  })
  const [first] = addresses.trim().split('\n')
  if (!first) throw new Error('apt has no list of a Debian archive: run apt-get update, then run this again')
  return first
}
