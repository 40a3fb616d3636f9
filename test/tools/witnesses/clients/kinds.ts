/** How each client is generated from the contract, compiled without changes, and run through the main flow. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installJar, installNode, installPython, need, root, run, toolsFolder } from '../tools.ts'

/** A compiled client and its flow: the program, its arguments and its environment. */
export type Flow = { program: string; words: string[]; cwd: string; env?: Record<string, string> }

const contract = join(root, 'generated/openapi.json')
const flows = join(import.meta.dirname, 'flows')
const python = ['openapi-python-client==0.29.1', 'pydantic==2.14.3', 'python-dateutil==2.9.0.post0', 'urllib3==2.8.0']
const oapiCodegen = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
const node = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0']
const strict = [
  '--ignoreConfig',
  '--strict',
  '--skipLibCheck',
  '--target',
  'es2022',
  '--lib',
  'es2022,dom',
  '--module',
  'nodenext',
]

/**
 * For each client name, a function that prepares the client to run. It rejects if the client cannot be generated or
 * does not compile.
 */
export const kinds: Record<string, () => Promise<Flow>> = {
  'openapi-generator go': async () => {
    need('go')
    const folder = emptyFolder('go')
    await openapiGenerator('go', folder)
    mkdirSync(join(folder, 'flow'))
    copyFileSync(join(flows, 'flow.go'), join(folder, 'flow/main.go'))
    await run('go', ['build', '-o', 'flow/flow', './flow'], { cwd: folder })
    return { program: join(folder, 'flow/flow'), words: [], cwd: folder }
  },
  'oapi-codegen go': async () => {
    need('go')
    const folder = emptyFolder('oapi-codegen')
    mkdirSync(join(folder, 'flow'))
    copyFileSync(join(flows, 'flow-oapi.go'), join(folder, 'flow/main.go'))
    // Pruning is off, because it would drop the types that only webhooks use.
    const words = ['-generate', 'types,client,skip-prune', '-package', 'client', '-o', 'client.go', contract]
    await run('go', ['run', oapiCodegen, ...words], { cwd: folder })
    await run('go', ['mod', 'init', 'screening.example/client'], { cwd: folder })
    await run('go', ['mod', 'tidy'], { cwd: folder })
    await run('go', ['build', '-o', 'flow/flow', './flow'], { cwd: folder })
    return { program: join(folder, 'flow/flow'), words: [], cwd: folder }
  },
  'openapi-generator typescript-fetch': async () => {
    const folder = emptyFolder('typescript-fetch')
    await openapiGenerator('typescript-fetch', join(folder, 'client'))
    copyFileSync(join(flows, 'flow-fetch.ts'), join(folder, 'flow.ts'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }') // because the imports have no extensions
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    await run('tsc', [...strict, ...types, '--outDir', 'compiled', 'flow.ts'], { cwd: folder })
    return { program: 'node', words: ['compiled/flow.js'], cwd: folder }
  },
  'openapi-generator python': async () => {
    const programs = await installPython('clients-python', python)
    const folder = emptyFolder('python')
    await openapiGenerator('python', folder)
    await run(join(programs, 'python'), ['-m', 'compileall', '-q', 'openapi_client'], { cwd: folder })
    return pythonFlow(programs, 'flow.py', folder)
  },
  'openapi-python-client': async () => {
    const programs = await installPython('clients-python', python)
    const folder = emptyFolder('python-attrs')
    const words = ['generate', '--path', contract, '--output-path', folder, '--overwrite']
    await run(join(programs, 'openapi-python-client'), words, { env: { PATH: `${programs}:${process.env.PATH}` } })
    await run(join(programs, 'python'), ['-m', 'compileall', '-q', folder])
    return pythonFlow(programs, 'flow_attrs.py', folder)
  },
  'openapi-typescript': async () => {
    const programs = await installNode('clients/node', node)
    const folder = join(toolsFolder, 'clients/node')
    await run(join(programs, 'openapi-typescript'), [contract, '-o', 'schema.ts'], { cwd: folder })
    copyFileSync(join(flows, 'flow-types.ts'), join(folder, 'flow.mts'))
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    const words = [...strict, ...types, '--noEmit', '--allowImportingTsExtensions', 'flow.mts']
    await run('tsc', words, { cwd: folder })
    return { program: 'node', words: ['flow.mts'], cwd: folder }
  },
  'openapi-generator java': async () => {
    const folder = emptyFolder('java')
    await openapiGenerator('java', folder)
    copyFileSync(join(flows, 'Flow.java'), join(folder, 'src/main/java/Flow.java'))
    const words = ['-q', '-B', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=target/path']
    await run('mvn', words, { cwd: folder })
    const line = 'exec java -cp "target/classes:$(cat target/path)" Flow'
    return { program: 'sh', words: ['-c', line], cwd: folder }
  },
}

async function openapiGenerator(name: string, folder: string): Promise<void> {
  const jar = await installJar('org.openapitools', 'openapi-generator-cli', '7.25.0')
  await run('java', ['-jar', jar, 'generate', '-i', contract, '-g', name, '-o', folder])
}

function pythonFlow(programs: string, file: string, folder: string): Flow {
  return { program: join(programs, 'python'), words: [join(flows, file)], cwd: folder, env: { PYTHONPATH: folder } }
}

function emptyFolder(name: string): string {
  const folder = join(toolsFolder, 'clients', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}
