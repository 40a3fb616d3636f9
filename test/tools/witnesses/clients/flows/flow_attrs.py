"""The main flow by the client that openapi-python-client makes. Ends with an error at the first surprise."""

import os
import time

from candidate_screening_service_client import AuthenticatedClient
from candidate_screening_service_client.api.criteria import replace_criteria
from candidate_screening_service_client.api.scoring import get_latest_score, get_scoring_job, list_scoring_jobs, submit_scoring_job
from candidate_screening_service_client.api.webhooks import create_webhook_endpoint, delete_webhook_endpoint
from candidate_screening_service_client.models import (
    CriteriaSetRequest,
    CriterionDraft,
    ErrorBody,
    EventKind,
    Importance,
    ScoringRequest,
    WebhookEndpointRequest,
)

job = os.environ["JOB"]
client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["API_KEY"])
common = {"client": client, "x_tenant_id": "acme"}

draft = CriterionDraft(text="5+ years of experience with Python", importance=Importance.MUST_HAVE)
reply = replace_criteria.sync(job, body=CriteriaSetRequest(criteria=[draft]), **common)
assert len(reply.criteria.criteria) == 1

request = ScoringRequest(resume_url="https://fixtures.sandbox.invalid/strong")
submitted = submit_scoring_job.sync(job, "app-1", body=request, **common)
last = submitted
while not last.completed_at:
    assert not last.failed_at
    time.sleep(0.2)
    last = get_scoring_job.sync(job, "app-1", submitted.scoring_job_id, **common)

assert get_latest_score.sync(job, "app-1", **common).result.score > 0
assert [one.id for one in list_scoring_jobs.sync(job, **common).data] == [submitted.scoring_job_id]

receiver = WebhookEndpointRequest(url="https://hooks.example.com/screening", events=[EventKind.SCORE_COMPLETED])
created = create_webhook_endpoint.sync(client=client, body=receiver)
assert created.secret
delete_webhook_endpoint.sync_detailed(created.endpoint.id, client=client)

missing = get_latest_score.sync(job, "nobody", **common)
assert isinstance(missing, ErrorBody) and missing.status == 404
