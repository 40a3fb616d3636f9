/** Shows a progress line. A terminal rewrites it in place; any other output gets a new line every few seconds. */
export type Progress = { tell: (line: string) => void; end: () => void }

const pauseMs = 10_000

export function createProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  let reportedAt = -Infinity
  return {
    tell(line) {
      if (out.isTTY) return void out.write(`\r\x1b[2K${line}`)
      if (performance.now() - reportedAt < pauseMs) return
      reportedAt = performance.now()
      out.write(`${line}\n`)
    },
    end() {
      reportedAt = -Infinity
      if (out.isTTY) out.write('\r\x1b[2K')
    },
  }
}
