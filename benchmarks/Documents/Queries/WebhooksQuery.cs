using System.Text.Json;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>What happened, who did it and where, two of them nested, of <c>github-webhooks</c>; some events lack one.</summary>
internal readonly struct WebhooksQuery : IQuery
{
    public static double Read(JsonElement document)
    {
        double sum = 0;
        if (document.TryGetProperty("action"u8, out JsonElement action))
        {
            sum += action.ValueEquals("created"u8) ? 1 : 0;
        }

        if (document.TryGetProperty("repository"u8, out JsonElement repository))
        {
            sum += repository.GetProperty("full_name"u8).ValueEquals("Codertocat/Hello-World"u8) ? 1 : 0;
        }

        if (document.TryGetProperty("sender"u8, out JsonElement sender))
        {
            sum += sender.GetProperty("id"u8).GetInt64();
        }

        return sum;
    }

    public static double Read(JToken document)
    {
        double sum = (string?)document["action"] == "created" ? 1 : 0;
        sum += (string?)document["repository"]?["full_name"] == "Codertocat/Hello-World" ? 1 : 0;
        return document["sender"] is { } sender ? sum + (long)sender["id"]! : sum;
    }
}
