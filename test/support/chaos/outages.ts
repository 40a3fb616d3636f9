/**
 * Outages of the services themselves, for the chaos suite's long form, which has its own services. Must never stop the
 * services that other tests share.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { folder, rabbitmqEnvironment, type Service } from '../../tools/services/commands.ts'
import { placed, program } from '../../tools/services/packages.ts'
import { readPorts, startServices, stopServices } from '../../tools/services/services.ts'

function refuseShared(): void {
  if (!process.env.SERVICES_FOLDER) throw new Error('these services are shared with other tests: run `make chaos`')
}

export async function stopForNow(name: Service['name']): Promise<void> {
  refuseShared()
  await stopServices([name])
}

/** Restarts a service on the same ports. */
export async function startAgain(): Promise<void> {
  refuseShared()
  await startServices()
}

/** Sets the share of memory above which RabbitMQ accepts no messages. A tiny share raises the alarm immediately. */
export async function setMemoryWatermark(share: number): Promise<void> {
  refuseShared()
  const env = rabbitmqEnvironment(readPorts())
  const set = { command: program('rabbitmqctl'), args: ['set_vm_memory_high_watermark', String(share)], env }
  const inPlace = placed(set, folder)
  await promisify(execFile)(inPlace.command, inPlace.args, {
    env: { ...process.env, ...inPlace.env },
    timeout: 60_000,
  })
}
