using System.Runtime.CompilerServices;
using System.Text.Json;
using MongoDB.Bson;
using Newtonsoft.Json.Linq;

namespace Blittable.Benchmarks.Documents.Queries;

/// <summary>Reads the action, the actor and the repository of <c>github-webhooks</c>. Two are nested, and some events lack one.</summary>
internal readonly struct WebhooksQuery : IPropertyQuery
{
    private static readonly BlittableName Action = new("action"u8);
    private static readonly BlittableName Repository = new("repository"u8);
    private static readonly BlittableName FullName = new("full_name"u8);
    private static readonly BlittableName Sender = new("sender"u8);
    private static readonly BlittableName Id = new("id"u8);

    [MethodImpl(MethodImplOptions.NoInlining)]
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

    public static double Read(BsonDocument document)
    {
        double sum = document.Text("action") == "created" ? 1 : 0;
        sum += document.Document("repository")?.Text("full_name") == "Codertocat/Hello-World" ? 1 : 0;
        return document.Document("sender") is { } sender ? sum + sender.Number("id") : sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByText(in BlittableValue document)
    {
        double sum = 0;
        if (document.TryGetProperty("action"u8, out BlittableValue action))
        {
            sum += action.Utf8Equals("created"u8) ? 1 : 0;
        }

        if (document.TryGetProperty("repository"u8, out BlittableValue repository))
        {
            sum += repository.GetProperty("full_name"u8).Utf8Equals("Codertocat/Hello-World"u8) ? 1 : 0;
        }

        if (document.TryGetProperty("sender"u8, out BlittableValue sender))
        {
            sum += sender.GetProperty("id"u8).GetInt64();
        }

        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ReadByName(in BlittableValue document)
    {
        double sum = 0;
        if (document.TryGetProperty(Action, out BlittableValue action))
        {
            sum += action.Utf8Equals("created"u8) ? 1 : 0;
        }

        if (document.TryGetProperty(Repository, out BlittableValue repository))
        {
            sum += repository.GetProperty(FullName).Utf8Equals("Codertocat/Hello-World"u8) ? 1 : 0;
        }

        if (document.TryGetProperty(Sender, out BlittableValue sender))
        {
            sum += sender.GetProperty(Id).GetInt64();
        }

        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double Find(JsonElement document)
    {
        double sum = 0;
        if (document.TryGetProperty("action"u8, out JsonElement action))
        {
            sum += (int)action.ValueKind;
        }

        if (document.TryGetProperty("repository"u8, out JsonElement repository))
        {
            sum += (int)repository.GetProperty("full_name"u8).ValueKind;
        }

        if (document.TryGetProperty("sender"u8, out JsonElement sender))
        {
            sum += (int)sender.GetProperty("id"u8).ValueKind;
        }

        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByText(in BlittableValue document)
    {
        double sum = 0;
        if (document.TryGetProperty("action"u8, out BlittableValue action))
        {
            sum += (int)action.Kind;
        }

        if (document.TryGetProperty("repository"u8, out BlittableValue repository))
        {
            sum += (int)repository.GetProperty("full_name"u8).Kind;
        }

        if (document.TryGetProperty("sender"u8, out BlittableValue sender))
        {
            sum += (int)sender.GetProperty("id"u8).Kind;
        }

        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double FindByName(in BlittableValue document)
    {
        double sum = 0;
        if (document.TryGetProperty(Action, out BlittableValue action))
        {
            sum += (int)action.Kind;
        }

        if (document.TryGetProperty(Repository, out BlittableValue repository))
        {
            sum += (int)repository.GetProperty(FullName).Kind;
        }

        if (document.TryGetProperty(Sender, out BlittableValue sender))
        {
            sum += (int)sender.GetProperty(Id).Kind;
        }

        return sum;
    }
}
