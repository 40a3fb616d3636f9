// The main flow by the client that oapi-codegen makes for Go. Ends with an error at the first surprise.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	screening "screening.example/client"
)

const tenant = "acme"

func main() {
	job := os.Getenv("JOB")
	signed := screening.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	})
	client, err := screening.NewClientWithResponses(os.Getenv("BASE_URL"), signed)
	must(err)
	ctx := context.Background()

	draft := screening.CriterionDraft{Text: "5+ years of experience with Go", Importance: screening.MUSTHAVE}
	set := screening.CriteriaSetRequest{Criteria: []screening.CriterionDraft{draft}}
	criteria, err := client.ReplaceCriteriaWithResponse(ctx, job, &screening.ReplaceCriteriaParams{XTenantId: tenant}, set)
	must(err)
	expect(criteria.JSON200 != nil && len(criteria.JSON200.Criteria.Criteria) == 1, "one criterion")

	request := screening.ScoringRequest{ResumeUrl: "https://fixtures.sandbox.invalid/strong"}
	submitted, err := client.SubmitScoringJobWithResponse(ctx, job, "app-1", &screening.SubmitScoringJobParams{XTenantId: tenant}, request)
	must(err)
	expect(submitted.JSON202 != nil, "an accepted job")
	id := submitted.JSON202.ScoringJobId
	for reply := submitted.JSON202; reply.CompletedAt == nil; time.Sleep(200 * time.Millisecond) {
		expect(reply.FailedAt == nil, "no failure")
		read, err := client.GetScoringJobWithResponse(ctx, job, "app-1", id, &screening.GetScoringJobParams{XTenantId: tenant})
		must(err)
		expect(read.JSON200 != nil, "the job")
		reply = read.JSON200
	}

	latest, err := client.GetLatestScoreWithResponse(ctx, job, "app-1", &screening.GetLatestScoreParams{XTenantId: tenant})
	must(err)
	expect(latest.JSON200 != nil && latest.JSON200.Result.Score > 0, "a score")
	jobs, err := client.ListScoringJobsWithResponse(ctx, job, &screening.ListScoringJobsParams{XTenantId: tenant})
	must(err)
	expect(jobs.JSON200 != nil && len(jobs.JSON200.Data) == 1 && jobs.JSON200.Data[0].Id == id, "the job in the list")

	events := []screening.EventKind{screening.ScoreCompleted}
	receiver := screening.WebhookEndpointRequest{Url: "https://hooks.example.com/screening", Events: &events}
	endpoint, err := client.CreateWebhookEndpointWithResponse(ctx, &screening.CreateWebhookEndpointParams{}, receiver)
	must(err)
	expect(endpoint.JSON201 != nil && endpoint.JSON201.Secret != nil, "a secret")
	_, err = client.DeleteWebhookEndpointWithResponse(ctx, endpoint.JSON201.Endpoint.Id, &screening.DeleteWebhookEndpointParams{})
	must(err)

	missing, err := client.GetLatestScoreWithResponse(ctx, job, "nobody", &screening.GetLatestScoreParams{XTenantId: tenant})
	must(err)
	expect(missing.JSON404 != nil && missing.JSON404.Code != "", "the error's body")
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
