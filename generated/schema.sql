-- Written by `make generate` from src/platform/database/migrations. This file creates nothing: the migrations do.
-- It is the schema of the embedded SQLite database. MySQL has the same columns and keys, as
-- test/platform/database/models.test.ts proves; there TEXT is MEDIUMTEXT, BLOB is MEDIUMBLOB, a flag (an INTEGER here) is a
-- TINYINT, and every table is of InnoDB with the collation utf8mb4_bin.

CREATE TABLE api_keys (
  id VARCHAR(48) NOT NULL,
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  name VARCHAR(100),
  sha256 VARCHAR(64) NOT NULL,
  lastFour VARCHAR(4) NOT NULL,
  permissions VARCHAR(255) NOT NULL,
  createdAt BIGINT NOT NULL,
  lastUsedAt BIGINT,
  revokedAt BIGINT,
  expiresAt BIGINT,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX api_keys_key ON api_keys (sha256);
CREATE INDEX api_keys_partner ON api_keys (partnerId, environment);

CREATE TABLE application_scores (
  id VARCHAR(48) NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  jobId VARCHAR(48) NOT NULL,
  place INTEGER NOT NULL,
  scoringJobId VARCHAR(48) NOT NULL,
  criteriaVersionId VARCHAR(48) NOT NULL,
  highTenths INTEGER,
  flags TEXT,
  verdicts VARCHAR(64),
  isDropped INTEGER NOT NULL,
  updatedAt BIGINT NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX application_scores_place ON application_scores (jobId, place, id);
CREATE INDEX application_scores_submission ON application_scores (jobId, id);
CREATE INDEX application_scores_update ON application_scores (tenantId, updatedAt, id);

CREATE TABLE applications (
  id VARCHAR(48) NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  jobId VARCHAR(48) NOT NULL,
  externalId VARCHAR(128) NOT NULL,
  latestScoringJobId VARCHAR(48),
  createdAt BIGINT NOT NULL,
  reviewRequestedAt BIGINT,
  reportLinkEpoch INTEGER,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX applications_job ON applications (jobId, externalId);

CREATE TABLE audit_chains (
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  oldestSequence BIGINT NOT NULL,
  newestSequence BIGINT NOT NULL,
  newestHash VARCHAR(64) NOT NULL,
  checkpointSequence BIGINT NOT NULL,
  checkpointHash VARCHAR(64) NOT NULL,
  checkpointAt BIGINT NOT NULL,
  PRIMARY KEY (partnerId, environment)
);

CREATE TABLE audit_records (
  id VARCHAR(48) NOT NULL,
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  tenantId VARCHAR(48),
  applicationId VARCHAR(48),
  record TEXT NOT NULL,
  subject TEXT,
  sequence BIGINT,
  previousHash VARCHAR(64),
  hash VARCHAR(64),
  createdAt BIGINT NOT NULL,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX audit_records_chain ON audit_records (partnerId, environment, sequence);
CREATE INDEX audit_records_subject ON audit_records (tenantId, applicationId);
CREATE INDEX audit_records_unsealed ON audit_records (sequence, id);

CREATE TABLE criteria_versions (
  id VARCHAR(48) NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  jobId VARCHAR(48) NOT NULL,
  version INTEGER NOT NULL,
  status VARCHAR(16) NOT NULL,
  criteria TEXT NOT NULL,
  audit TEXT,
  createdAt BIGINT NOT NULL,
  archivedAt BIGINT,
  answeredUntil BIGINT,
  jobTitle VARCHAR(200),
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX criteria_versions_job ON criteria_versions (jobId, version);
CREATE INDEX criteria_versions_tenant ON criteria_versions (tenantId);

CREATE TABLE deletion_requests (
  id VARCHAR(48) NOT NULL,
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  scope VARCHAR(16) NOT NULL,
  status VARCHAR(16) NOT NULL,
  tenantId VARCHAR(48),
  applicationId VARCHAR(48),
  target VARCHAR(64),
  previousId VARCHAR(48),
  failures INTEGER NOT NULL,
  dueAt BIGINT,
  createdAt BIGINT NOT NULL,
  updatedAt BIGINT NOT NULL,
  completedAt BIGINT,
  failedAt BIGINT,
  errorCode VARCHAR(40),
  PRIMARY KEY (id)
);
CREATE INDEX deletion_requests_due ON deletion_requests (dueAt);
CREATE INDEX deletion_requests_partner ON deletion_requests (partnerId, environment, status, id);
CREATE UNIQUE INDEX deletion_requests_target ON deletion_requests (target);

CREATE TABLE events (
  id VARCHAR(48) NOT NULL,
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  tenantId VARCHAR(48),
  applicationId VARCHAR(48),
  type VARCHAR(40) NOT NULL,
  body TEXT NOT NULL,
  inFeed INTEGER NOT NULL,
  createdAt BIGINT NOT NULL,
  traceparent VARCHAR(55),
  PRIMARY KEY (id)
);
CREATE INDEX events_age ON events (createdAt);
CREATE INDEX events_feed ON events (partnerId, environment, inFeed, id);
CREATE INDEX events_kind ON events (partnerId, environment, type, id);
CREATE INDEX events_subject ON events (tenantId, applicationId);

CREATE TABLE idempotent_answers (
  id VARCHAR(64) NOT NULL,
  requestSha256 VARCHAR(64) NOT NULL,
  leaseId VARCHAR(48),
  leaseUntil BIGINT NOT NULL,
  answer BLOB,
  tenantId VARCHAR(48),
  applicationId VARCHAR(48),
  createdAt BIGINT NOT NULL,
  partnerId VARCHAR(48),
  environment VARCHAR(16),
  reference BLOB,
  criteriaVersionId VARCHAR(48),
  PRIMARY KEY (id)
);
CREATE INDEX idempotent_answers_age ON idempotent_answers (createdAt);
CREATE INDEX idempotent_answers_subject ON idempotent_answers (tenantId, applicationId);

CREATE TABLE job_activity (
  id VARCHAR(48) NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  open INTEGER NOT NULL,
  completed INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  lastAt BIGINT NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX job_activity_tenant ON job_activity (tenantId);

CREATE TABLE jobs (
  id VARCHAR(48) NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  externalId VARCHAR(128) NOT NULL,
  currentVersionId VARCHAR(48),
  lastVersion INTEGER NOT NULL,
  createdAt BIGINT NOT NULL,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX jobs_tenant ON jobs (tenantId, externalId);

CREATE TABLE library_criteria (
  id VARCHAR(48) NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  text TEXT NOT NULL,
  importance VARCHAR(16) NOT NULL,
  category VARCHAR(64),
  createdAt BIGINT NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX library_criteria_tenant ON library_criteria (tenantId, id);

CREATE TABLE model_checks (
  id VARCHAR(64) NOT NULL,
  checkedAt BIGINT NOT NULL,
  isFit INTEGER NOT NULL,
  judgement TEXT NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE overrides (
  applicationId VARCHAR(48) NOT NULL,
  textHash VARCHAR(64) NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  criterionId VARCHAR(48) NOT NULL,
  text VARCHAR(500) NOT NULL,
  scoringJobId VARCHAR(48) NOT NULL,
  inputHash VARCHAR(64),
  contentHash VARCHAR(64),
  verdict VARCHAR(16) NOT NULL,
  engineVerdict VARCHAR(16) NOT NULL,
  reason TEXT NOT NULL,
  reviewer VARCHAR(200) NOT NULL,
  overriddenAt BIGINT NOT NULL,
  PRIMARY KEY (applicationId, textHash)
);
CREATE INDEX overrides_tenant ON overrides (tenantId);

CREATE TABLE partners (
  id VARCHAR(48) NOT NULL,
  name VARCHAR(100) NOT NULL,
  blind INTEGER NOT NULL,
  limits TEXT,
  plan VARCHAR(16),
  createdAt BIGINT NOT NULL,
  quotas TEXT,
  suspendedAt BIGINT,
  cell VARCHAR(16),
  heldAt BIGINT,
  movedAt BIGINT,
  PRIMARY KEY (id)
);
CREATE INDEX partners_cell ON partners (cell);
CREATE UNIQUE INDEX partners_name ON partners (name);

CREATE TABLE question_sets (
  id VARCHAR(48) NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  jobId VARCHAR(48) NOT NULL,
  questions TEXT NOT NULL,
  createdAt BIGINT NOT NULL,
  expiresAt BIGINT NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX question_sets_expiry ON question_sets (expiresAt);
CREATE INDEX question_sets_job ON question_sets (tenantId, jobId, createdAt, id);

CREATE TABLE quota_counts (
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  quota VARCHAR(32) NOT NULL,
  used BIGINT NOT NULL,
  PRIMARY KEY (partnerId, environment, quota)
);

CREATE TABLE quota_lanes (
  id VARCHAR(80) NOT NULL,
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  openScoringJobs BIGINT NOT NULL,
  openScoringJobsRoom BIGINT NOT NULL,
  keptBytes BIGINT NOT NULL,
  keptBytesRoom BIGINT NOT NULL,
  allowed VARCHAR(64) NOT NULL,
  turn BIGINT NOT NULL,
  recounts INTEGER NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX quota_lanes_owner ON quota_lanes (partnerId, environment);

CREATE TABLE resume_chunks (
  resumeId VARCHAR(48) NOT NULL,
  place INTEGER NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (resumeId, place)
);
CREATE INDEX resume_chunks_tenant ON resume_chunks (tenantId);

CREATE TABLE resume_uses (
  resumeId VARCHAR(48) NOT NULL,
  scoringJobId VARCHAR(48) NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  applicationId VARCHAR(48) NOT NULL,
  PRIMARY KEY (resumeId, scoringJobId)
);
CREATE INDEX resume_uses_application ON resume_uses (tenantId, applicationId);

CREATE TABLE resumes (
  id VARCHAR(48) NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  sizeBytes INTEGER NOT NULL,
  isDraft INTEGER NOT NULL,
  createdAt BIGINT NOT NULL,
  expiresAt BIGINT NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX resumes_expiry ON resumes (expiresAt);
CREATE INDEX resumes_tenant ON resumes (tenantId);

CREATE TABLE rollups (
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  kind VARCHAR(24) NOT NULL,
  grainMs INTEGER NOT NULL,
  startAt BIGINT NOT NULL,
  subject VARCHAR(48) NOT NULL,
  count INTEGER NOT NULL,
  lastError TEXT,
  lastErrorAt BIGINT,
  PRIMARY KEY (partnerId, environment, kind, grainMs, startAt, subject)
);
CREATE INDEX rollups_age ON rollups (startAt);

CREATE TABLE schema_migrations (
  name VARCHAR(128) NOT NULL,
  PRIMARY KEY (name)
);

CREATE TABLE scoring_batch_jobs (
  batchId VARCHAR(48) NOT NULL,
  position INTEGER NOT NULL,
  scoringJobId VARCHAR(48) NOT NULL,
  PRIMARY KEY (batchId, position)
);
CREATE INDEX scoring_batch_jobs_job ON scoring_batch_jobs (scoringJobId);

CREATE TABLE scoring_batches (
  id VARCHAR(48) NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  jobId VARCHAR(48) NOT NULL,
  status VARCHAR(16) NOT NULL,
  totalJobs INTEGER NOT NULL,
  completedJobs INTEGER NOT NULL,
  failedJobs INTEGER NOT NULL,
  createdAt BIGINT NOT NULL,
  completedAt BIGINT,
  PRIMARY KEY (id)
);
CREATE INDEX scoring_batches_job ON scoring_batches (jobId, id);
CREATE INDEX scoring_batches_tenant ON scoring_batches (tenantId);

CREATE TABLE scoring_jobs (
  id VARCHAR(48) NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  jobId VARCHAR(48) NOT NULL,
  applicationId VARCHAR(48) NOT NULL,
  criteriaVersionId VARCHAR(48) NOT NULL,
  lane VARCHAR(16) NOT NULL,
  status VARCHAR(16) NOT NULL,
  isRescore INTEGER NOT NULL,
  resumeUrl TEXT,
  answers TEXT,
  attempt INTEGER NOT NULL,
  transientFailures INTEGER NOT NULL,
  lostWorkers INTEGER NOT NULL,
  workerId VARCHAR(48),
  dueAt BIGINT NOT NULL,
  publishAt BIGINT,
  queuedAt BIGINT NOT NULL,
  startedAt BIGINT,
  completedAt BIGINT,
  failedAt BIGINT,
  scoreTenths INTEGER,
  assessment TEXT,
  flags TEXT,
  audit TEXT,
  errorCode VARCHAR(40),
  inputHash VARCHAR(64),
  unbilled INTEGER,
  findings TEXT,
  tokensLost VARCHAR(100),
  failure VARCHAR(300),
  traceparent VARCHAR(55),
  contentHash VARCHAR(64),
  revision INTEGER,
  requestedBy VARCHAR(48),
  label VARCHAR(200),
  PRIMARY KEY (id)
);
CREATE INDEX scoring_jobs_application ON scoring_jobs (applicationId);
CREATE INDEX scoring_jobs_dispatch ON scoring_jobs (status, lane, partnerId, publishAt);
CREATE INDEX scoring_jobs_job ON scoring_jobs (jobId, status, id);
CREATE INDEX scoring_jobs_partner ON scoring_jobs (partnerId, status, queuedAt);
CREATE INDEX scoring_jobs_version ON scoring_jobs (criteriaVersionId);
CREATE INDEX scoring_jobs_worker ON scoring_jobs (status, workerId, startedAt);

CREATE TABLE tenants (
  id VARCHAR(48) NOT NULL,
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  externalId VARCHAR(128) NOT NULL,
  createdAt BIGINT NOT NULL,
  heldAt BIGINT,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX tenants_owner ON tenants (partnerId, environment, externalId);

CREATE TABLE usage_units (
  scoringJobId VARCHAR(48) NOT NULL,
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  month VARCHAR(7) NOT NULL,
  createdAt BIGINT NOT NULL,
  PRIMARY KEY (scoringJobId)
);
CREATE INDEX usage_units_month ON usage_units (partnerId, month);

CREATE TABLE verdicts (
  applicationId VARCHAR(48) NOT NULL,
  hash VARCHAR(64) NOT NULL,
  tenantId VARCHAR(48) NOT NULL,
  verdict VARCHAR(16) NOT NULL,
  reason TEXT NOT NULL,
  evidence TEXT NOT NULL,
  createdAt BIGINT NOT NULL,
  findings TEXT,
  PRIMARY KEY (applicationId, hash)
);
CREATE INDEX verdicts_tenant ON verdicts (tenantId);

CREATE TABLE webhook_deliveries (
  id VARCHAR(48) NOT NULL,
  eventId VARCHAR(48) NOT NULL,
  endpointId VARCHAR(48) NOT NULL,
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  type VARCHAR(40) NOT NULL,
  status VARCHAR(16) NOT NULL,
  attempts TEXT NOT NULL,
  failures INTEGER NOT NULL,
  isTest INTEGER NOT NULL,
  dueAt BIGINT,
  claimAt BIGINT,
  leaseId VARCHAR(48),
  createdAt BIGINT NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (createdAt);
CREATE INDEX webhook_deliveries_backlog ON webhook_deliveries (endpointId, status, dueAt);
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpointId, id);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (eventId, endpointId);
CREATE INDEX webhook_deliveries_line ON webhook_deliveries (claimAt);
CREATE INDEX webhook_deliveries_state ON webhook_deliveries (endpointId, status, id);

CREATE TABLE webhook_endpoints (
  id VARCHAR(48) NOT NULL,
  partnerId VARCHAR(48) NOT NULL,
  environment VARCHAR(16) NOT NULL,
  url TEXT NOT NULL,
  name VARCHAR(100),
  events TEXT,
  enabled INTEGER NOT NULL,
  disabledReason VARCHAR(16),
  secret BLOB NOT NULL,
  previousSecret BLOB,
  previousUntil BIGINT,
  failingSince BIGINT,
  createdAt BIGINT NOT NULL,
  deletedAt BIGINT,
  PRIMARY KEY (id)
);
CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (deletedAt);
CREATE INDEX webhook_endpoints_partner ON webhook_endpoints (partnerId, environment, deletedAt, id);

CREATE TABLE workers (
  id VARCHAR(48) NOT NULL,
  heartbeatAt BIGINT NOT NULL,
  concurrency INTEGER NOT NULL,
  PRIMARY KEY (id)
);
