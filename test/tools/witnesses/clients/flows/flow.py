"""The main flow by the client that openapi-generator makes for Python. Ends with an error at the first surprise."""

import os
import time

import openapi_client as screening

TENANT = "acme"
job = os.environ["JOB"]
configuration = screening.Configuration(host=os.environ["BASE_URL"], access_token=os.environ["API_KEY"])

with screening.ApiClient(configuration) as client:
    criteria, scoring, webhooks = screening.CriteriaApi(client), screening.ScoringApi(client), screening.WebhooksApi(client)

    draft = screening.CriterionDraft(text="5+ years of experience with Python", importance=screening.Importance.MUST_HAVE)
    reply = criteria.replace_criteria(job, TENANT, screening.CriteriaSetRequest(criteria=[draft]))
    assert len(reply.criteria.criteria) == 1

    request = screening.ScoringRequest(resumeUrl="https://fixtures.sandbox.invalid/strong")
    submitted = scoring.submit_scoring_job(job, "app-1", TENANT, request)
    last = submitted
    while last.completed_at is None:
        assert last.failed_at is None
        time.sleep(0.2)
        last = scoring.get_scoring_job(job, "app-1", submitted.scoring_job_id, TENANT)

    assert scoring.get_latest_score(job, "app-1", TENANT).result.score > 0
    assert [one.id for one in scoring.list_scoring_jobs(job, TENANT).data] == [submitted.scoring_job_id]

    receiver = screening.WebhookEndpointRequest(url="https://hooks.example.com/screening", events=["score.completed"])
    created = webhooks.create_webhook_endpoint(receiver)
    assert created.secret
    webhooks.delete_webhook_endpoint(created.endpoint.id)

    try:
        scoring.get_latest_score(job, "nobody", TENANT)
        raise AssertionError("a 404 was expected")
    except screening.exceptions.NotFoundException as error:
        assert error.data.trace_id
