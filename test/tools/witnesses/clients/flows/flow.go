// The main flow by the client that openapi-generator makes for Go. Ends with an error at the first surprise.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"time"

	screening "github.com/GIT_USER_ID/GIT_REPO_ID"
)

const tenant = "acme"

func main() {
	job := os.Getenv("JOB")
	configuration := screening.NewConfiguration()
	configuration.Servers = screening.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	client := screening.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), screening.ContextAccessToken, os.Getenv("API_KEY"))

	draft := screening.NewCriterionDraft("5+ years of experience with Go", screening.MUST_HAVE)
	set := screening.NewCriteriaSetRequest([]screening.CriterionDraft{*draft})
	criteria, _, err := client.CriteriaAPI.ReplaceCriteria(ctx, job).XTenantId(tenant).CriteriaSetRequest(*set).Execute()
	must(err)
	expect(len(criteria.Criteria.Criteria) == 1, "one criterion")

	request := screening.NewScoringRequest("https://fixtures.sandbox.invalid/strong")
	submitted, _, err := client.ScoringAPI.SubmitScoringJob(ctx, job, "app-1").XTenantId(tenant).ScoringRequest(*request).Execute()
	must(err)
	for reply := submitted; reply.CompletedAt == nil; time.Sleep(200 * time.Millisecond) {
		expect(reply.FailedAt == nil, "no failure")
		reply, _, err = client.ScoringAPI.GetScoringJob(ctx, job, "app-1", submitted.ScoringJobId).XTenantId(tenant).Execute()
		must(err)
	}

	latest, _, err := client.ScoringAPI.GetLatestScore(ctx, job, "app-1").XTenantId(tenant).Execute()
	must(err)
	expect(latest.Result.Score > 0, "a score")
	jobs, _, err := client.ScoringAPI.ListScoringJobs(ctx, job).XTenantId(tenant).Execute()
	must(err)
	expect(len(jobs.Data) == 1 && jobs.Data[0].Id == submitted.ScoringJobId, "the job in the list")

	receiver := screening.NewWebhookEndpointRequest("https://hooks.example.com/screening")
	receiver.Events = []screening.EventKind{screening.SCORE_COMPLETED}
	endpoint, _, err := client.WebhooksAPI.CreateWebhookEndpoint(ctx).WebhookEndpointRequest(*receiver).Execute()
	must(err)
	expect(endpoint.Secret != nil, "a secret")
	_, err = client.WebhooksAPI.DeleteWebhookEndpoint(ctx, endpoint.Endpoint.Id).Execute()
	must(err)

	_, missing, err := client.ScoringAPI.GetLatestScore(ctx, job, "nobody").XTenantId(tenant).Execute()
	var failure *screening.GenericOpenAPIError
	expect(errors.As(err, &failure) && missing.StatusCode == 404, "a 404")
	_, isErrorBody := failure.Model().(screening.ErrorBody)
	expect(isErrorBody, "the error's body")
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func expect(holds bool, what string) {
	if !holds {
		log.Fatal("expected ", what)
	}
}
