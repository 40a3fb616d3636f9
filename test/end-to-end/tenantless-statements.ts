/**
 * Functions with statements that do not name the tenant of each sharded table, and the reason why each may run on all
 * shards of a cluster. `load/ops/SHARDING.md` describes each group.
 */
type Group = { why: string; senders: string[] }

export const tenantless: Record<string, Group> = {
  message: {
    why: "a consumer knows the ids of a message and of its group, whose jobs may be many tenants': each shard looks once into its primary key, or an index of ids leads to the shards",
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
    why: 'what is published, partner by partner, is the oldest of all tenants: each shard reads a page of its own index, and what is in flight is counted over all',
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
    why: 'a periodic search for what has been left behind, by whomever: at most a page, on an index, and what is late is found by the next one',
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
    why: "a partner's or everybody's sum: each shard counts its own in an index, the router adds up, and the result is kept for a while",
    senders: ['countUsage', 'readBacklog', 'countOpen', 'recountKept'],
  },
  operator: {
    why: "the operator's command, by hand and seldom",
    senders: ['listUnclaimed', 'listAbandoned', 'makeDue', 'findStatus', 'listSubjectNames', 'listResumeKeys'],
  },
  deletion: {
    why: "rows by the ids that the statement before it found under the tenant's id, in the same transaction: one shard holds them, the others find nothing",
    senders: ['detachApplication', 'eraseFound', 'readRows'],
  },
  reference: {
    why: "it names the tenant, and follows an id from that tenant's row to a row of the same tenant: right on any shard, but a router cannot know that it is the same one and asks them all",
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
