/**
 * Checks types and lint rules: `node test/tools/types.ts`. Both use the same program, because the linter would otherwise
 * analyze all files once more.
 */
import { ESLint } from 'eslint'
import ts from 'typescript'

const { config, error } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd())
const program = ts.createProgram(fileNames, options)
const faults = [...(error ? [error] : []), ...errors, ...ts.getPreEmitDiagnostics(program)]
const host = { getCanonicalFileName: (name: string) => name, getCurrentDirectory: process.cwd, getNewLine: () => '\n' }
if (faults.length > 0) console.error(ts.formatDiagnostics(faults, host))

const linter = new ESLint({
  overrideConfigFile: 'test/eslint.config.js',
  overrideConfig: { languageOptions: { parserOptions: { programs: [program] } } },
})
const results = await linter.lintFiles(['src', 'workers'])
const formatter = await linter.loadFormatter()
const report = await formatter.format(results)
if (report) console.error(report)
process.exitCode = faults.length > 0 || results.some(({ errorCount }) => errorCount > 0) ? 1 : 0
