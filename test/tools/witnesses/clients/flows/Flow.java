import java.util.Collections;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CriteriaApi;
import org.openapitools.client.api.ScoringApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.CriteriaReply;
import org.openapitools.client.model.CriteriaSetRequest;
import org.openapitools.client.model.CriterionDraft;
import org.openapitools.client.model.EventKind;
import org.openapitools.client.model.Importance;
import org.openapitools.client.model.ScoringJob;
import org.openapitools.client.model.ScoringJobReply;
import org.openapitools.client.model.ScoringRequest;
import org.openapitools.client.model.WebhookEndpointCreated;
import org.openapitools.client.model.WebhookEndpointRequest;

/** The main flow by the client that openapi-generator makes for Java. Ends with an error at the first surprise. */
public class Flow {
  public static void main(String[] arguments) throws Exception {
    String job = System.getenv("JOB");
    String tenant = "acme";
    ApiClient client = new ApiClient().setBasePath(System.getenv("BASE_URL"));
    client.setBearerToken(System.getenv("API_KEY"));
    ScoringApi scoring = new ScoringApi(client);
    WebhooksApi webhooks = new WebhooksApi(client);

    CriterionDraft draft = new CriterionDraft().text("5+ years of experience with Java").importance(Importance.MUST_HAVE);
    CriteriaSetRequest set = new CriteriaSetRequest().criteria(Collections.singletonList(draft));
    CriteriaReply criteria = new CriteriaApi(client).replaceCriteria(job, tenant, set, null, null);
    expect(criteria.getCriteria().getCriteria().size() == 1, "one criterion");

    ScoringRequest request = new ScoringRequest().resumeUrl("https://fixtures.sandbox.invalid/strong");
    ScoringJobReply submitted = scoring.submitScoringJob(job, "app-1", tenant, request, null);
    String id = submitted.getScoringJobId();
    for (ScoringJobReply last = submitted; last.getCompletedAt() == null; Thread.sleep(200)) {
      expect(last.getFailedAt() == null, "no failure");
      last = scoring.getScoringJob(job, "app-1", id, tenant, null);
    }

    ScoringJobReply latest = scoring.getLatestScore(job, "app-1", tenant, null);
    expect(latest.getResult().getScore().doubleValue() > 0, "a score");
    List<ScoringJob> jobs = scoring.listScoringJobs(job, tenant, null, null, null).getData();
    expect(jobs.size() == 1 && jobs.get(0).getId().equals(id), "the job in the list");

    WebhookEndpointRequest receiver = new WebhookEndpointRequest().url("https://hooks.example.com/screening").events(Collections.singleton(EventKind.SCORE_COMPLETED));
    WebhookEndpointCreated created = webhooks.createWebhookEndpoint(receiver, null);
    expect(created.getSecret() != null, "a secret");
    webhooks.deleteWebhookEndpoint(created.getEndpoint().getId(), null);

    try {
      scoring.getLatestScore(job, "nobody", tenant, null);
      throw new AssertionError("expected a 404");
    } catch (ApiException error) {
      expect(error.getCode() == 404, "a 404");
    }
    System.exit(0); // the HTTP client's threads outlive main
  }

  private static void expect(boolean holds, String what) {
    if (!holds) throw new AssertionError("expected " + what);
  }
}
