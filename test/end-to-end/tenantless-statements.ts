/**
 * Functions whose statements use a table without restricting it to one tenant, each with the reason why it may reach
 * several tenants' rows.
 */
type Group = { why: string; senders: string[] }

export const tenantless: Record<string, Group> = {
  message: {
    why: 'a consumer has the ids from a message and its group, whose jobs may belong to many tenants; no caller can choose them',
    senders: [
      ...['listPending', 'claimScoringJobs', 'republishWhenDue', 'listOpen', 'lockFences', 'listVerdicts'],
      ...[
        'completeScoringJobs',
        'failScoringJobs',
        'snoozeScoringJob',
        'wakeScoringJob',
        'getScoringJobOfAnyOwner',
        'lockScoringJobs',
      ],
      ...[
        'updateLatestScoringJobs',
        'lockOpenBatches',
        'updateBatchProgress',
        'listSurplusScores',
        'listOverridesOfLatest',
        'lockRows',
        'update',
        'write',
        'add',
        'shareAttachedJobs',
      ],
    ],
  },
  publishing: {
    why: 'the dispatcher publishes the oldest waiting jobs of a partner, whichever tenant they belong to',
    senders: [
      'listWaitingPartners',
      'listPublishable',
      'reserveForPublish',
      'markPublished',
      'countConfirmed',
      'unpublishConfirmed',
    ],
  },
  sweep: {
    why: 'a periodic task finds rows of any tenant that were left behind, at most a page at a time',
    senders: [
      'listOrphans',
      'listOverdue',
      'listHeldBy',
      'releaseScoringJobs',
      'walkApplications',
      'shareLatestJobs',
      'listExpiredResumes',
      'src/platform/database/joining-sequelize.ts',
    ],
  },
  counts: {
    why: 'a sum over all tenants of a partner, or over all partners',
    senders: ['countUsage', 'readBacklog', 'countOpen', 'recountKept'],
  },
  operator: {
    why: 'a command of the operator',
    senders: ['listUnclaimed', 'listAbandoned', 'makeDue', 'findStatus', 'listSubjectNames', 'listResumeKeys'],
  },
  deletion: {
    why: "rows by ids that an earlier statement of the same transaction found under the tenant's id",
    senders: ['detachApplication', 'eraseFound', 'readRows'],
  },
  reference: {
    why: 'names the tenant, and follows an id from a row of that tenant to another of its rows',
    senders: [
      ...[
        'findCriteriaVersion',
        'findLinkedApplication',
        'findQuestionSet',
        'findCurrentVersion',
        'findCriteria',
        'listCurrentVersions',
        'listVersions',
      ],
      ...[
        'deleteOldestUnused',
        'listIdempotentKeys',
        'findJobNameOf',
        'findSubject',
        'findScoringBatch',
        'listScoringBatches',
        'listScoringJobsOfJob',
        'listJobsOfTenant',
        'countBetter',
      ],
    ],
  },
}
