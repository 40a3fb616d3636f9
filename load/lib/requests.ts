/** Builds the requests of a plan from the contract's paths and examples. */
import type { Phase } from './schedule.ts'
import type { Plan, PlannedOperation, PlannedPartner, PlannedTenant } from './plan.ts'

export type Request = {
  method: string
  path: string
  body: string | null
  headers: Record<string, string>
  tenant: string
}

/**
 * Returns the `number`-th request of a phase. Tenants take turns; operations on a batch use only tenants that have a
 * batch.
 * @throws Error for an operation that needs something no tenant has
 */
export function requestFor(plan: Plan, phase: Phase, name: string, partner: number, number: number): Request {
  const operation = plan.operations[name] as PlannedOperation
  const { key, tenants } = plan.partners[partner] as PlannedPartner
  const able = operation.path.includes('{scoringBatchId}')
    ? tenants.filter(({ scoringBatchId }) => scoringBatchId !== null)
    : tenants
  const tenant = able[number % able.length]
  if (!tenant) throw new Error(`no tenant can call ${name}`)
  const fresh = phase.isFresh ? `${plan.run}-${phase.name}-${partner}-${number}` : null
  return {
    method: operation.method,
    path: pathOf(operation, tenant, fresh),
    body: operation.body && JSON.stringify(bodyOf(operation, phase, tenant, fresh)),
    headers: {
      Authorization: `Bearer ${key}`,
      ...(operation.isTenantScoped ? { 'X-Tenant-Id': tenant.tenant } : {}),
      ...(operation.body ? { 'Content-Type': 'application/json' } : {}),
    },
    tenant: tenant.tenant,
  }
}

function pathOf(operation: PlannedOperation, tenant: PlannedTenant, fresh: string | null): string {
  const isSubmission = operation.method === 'POST'
  const values: Record<string, string> = {
    jobId: tenant.job,
    applicationId: isSubmission && fresh !== null ? fresh : tenant.application,
    scoringJobId: tenant.scoringJobId,
    scoringBatchId: tenant.scoringBatchId ?? '',
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const query = Object.entries({ ...operation.query, ...('jobIds' in operation.query ? { jobIds: tenant.job } : {}) })
  return query.length === 0 ? path : `${path}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`
}

function bodyOf(operation: PlannedOperation, phase: Phase, tenant: PlannedTenant, fresh: string | null): object {
  const { applications, ...rest } = operation.body as { applications?: Record<string, unknown>[] }
  if (!applications) return rest
  const count = phase.fillsBatches ? operation.entriesMax : applications.length
  const entries = Array.from({ length: count }, (_, index) => ({
    ...applications[index % applications.length],
    applicationId: fresh === null ? `${tenant.application}-${index}` : `${fresh}-${index}`,
  }))
  return { ...rest, applications: entries }
}
