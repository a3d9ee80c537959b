using System.Text;
using System.Text.Json;

namespace Blittable.Tests.Text;

/// <summary>
/// JSON in the style of a web API description: operations whose addresses, descriptions and examples begin alike, and repeated
/// values.
/// </summary>
/// <remarks>Replaces large descriptions that the repository does not contain, and which revealed an error in strings that continue others.</remarks>
internal static class InterfaceDescription
{
    private static readonly string[] Verbs = ["Get", "List", "Create", "Update", "Delete", "Check", "Set", "Remove", "Replace", "Approve"];

    private static readonly string[] Owners =
        ["an organization", "a repository", "the authenticated user", "an enterprise", "a team", "a pull request", "a GraphQL node"];

    private static readonly string[] Things =
    [
        "workflow run", "self-hosted runner", "deployment branch policy", "codespace", "customization template for an OIDC subject claim",
        "secret scanning alert", "Dependabot alert", "artifact", "environment variable", "public key", "check suite", "migration", "label", "milestone",
        "reaction", "review comment", "tag protection state", "webhook", "gist",
    ];

    private static readonly string[] Notes =
    [
        "\n\nOAuth app tokens and personal access tokens (classic) need the `repo` scope to use this endpoint.",
        "\n\nOAuth app tokens and personal access tokens (classic) need the `admin:org` scope to use this endpoint; if it is private, `repo` too.",
        "\n\n> [!NOTE]\n> This endpoint is in public preview and is subject to change.",
        " You must authenticate using an access token with the `read:project` scope; see \"[Authenticating](https://docs.example.com/rest/overview)\".",
        " Größe in Байт: ≤ 1 MiB – „höchstens“.", "", "",
    ];

    private static readonly string[] Sentences =
    [
        "The list of permissions that the job token of a workflow gets when it queries the API of an enterprise server, in the order of the requests",
        "Whether to allow users who have read access to request JSON Web Keys for the repository or the enterprise that the subject claim names",
        "If the authenticated user has the JIT configuration of a self-hosted runner, the jobs queue is looked at before the request is answered",
        "Resource not found, or you have exceeded a secondary rate limit for adjusting the quota: please wait, or query fewer objects at a time",
    ];

    private static readonly string[] Fields =
        ["id", "url", "html_url", "name", "commits_url", "keys_url", "git_tags_url", "created_at", "state", "body", "owner", "private"];

    /// <summary>Creates the JSON in its rendered form.</summary>
    /// <param name="operations">The number of operations, 2.5 KB each.</param>
    /// <param name="seed">The seed; equal seeds create equal JSON.</param>
    public static byte[] Make(int operations, int seed)
    {
        var random = new Random(seed);
        var json = new StringBuilder("{\"openapi\":\"3.0.3\",\"info\":{\"version\":\"1.1.4\",\"title\":\"An interface\"},\"paths\":{");
        for (var i = 0; i < operations; i++)
        {
            json.Append(i > 0 ? "," : "");
            Operation(json, random, i);
        }

        return Encoding.UTF8.GetBytes(json.Append("}}").ToString());
    }

    private static void Operation(StringBuilder json, Random random, int number)
    {
        var verb = Verbs[random.Next(Verbs.Length)];
        var thing = Things[random.Next(Things.Length)];
        var owner = Owners[random.Next(Owners.Length)];
        var summary = $"{verb} {("aeiou".Contains(thing[0], StringComparison.Ordinal) ? "an" : "a")} {thing} for {owner}";
        var name = summary.ToLowerInvariant().Replace(' ', '-');
        var topic = thing.Replace(' ', '-');
        Name(json, $"/repos/{{owner}}/{{repo}}/{topic}/{number}/{name[..random.Next(name.Length)]}");
        json.Append('{');
        Property(json, "summary", summary);
        Property(json, "description", $"{summary}.{Notes[random.Next(Notes.Length)]}{Notes[random.Next(Notes.Length)]}");
        Name(json, "tags").Append($"[\"{topic}\"],");
        Property(json, "operationId", $"{topic}/{name}");
        Name(json, "externalDocs").Append('{');
        Property(json, "description", "API method documentation");
        Property(json, "url", $"https://docs.example.com/rest/{topic}/{topic}s#{name}", isLast: true);
        json.Append("},");
        Name(json, "parameters").Append("[{\"$ref\":\"#/components/parameters/owner\"},{\"$ref\":\"#/components/parameters/repo\"}],");
        Name(json, "examples").Append('[');
        for (var i = random.Next(1, 3); i > 0; i--)
        {
            Example(json, random, topic);
            json.Append(i > 1 ? "," : "");
        }

        json.Append("],");
        Name(json, "responses").Append('{');
        for (var status = 200; status < 206; status++)
        {
            Property(json, $"{status}", Sentence(random, thing, owner), isLast: status == 205);
        }

        json.Append("}}");
    }

    /// <summary>Returns a sentence that equals other sentences up to one of their words.</summary>
    private static string Sentence(Random random, string thing, string owner)
    {
        var sentence = Sentences[random.Next(Sentences.Length)];
        var words = sentence.Split(' ');
        var end = random.Next(3) switch { 0 => $" {thing}s of {owner}", 1 => $" {owner}", _ => $"s and {thing}s" };
        return string.Join(' ', words[..random.Next(1, words.Length + 1)]) + end;
    }

    private static void Example(StringBuilder json, Random random, string topic)
    {
        var address = $"https://api.example.com/repos/{(random.Next(3) == 0 ? "octocat/Hello-World" : $"github/{topic}")}";
        json.Append('{');
        foreach (var field in Fields)
        {
            if (field.EndsWith("url", StringComparison.Ordinal))
            {
                var parameter = random.Next(2) == 0 ? "sha" : $"{random.Next(1000)}";
                Property(json, field, $"{address}/{field.Replace("_url", "", StringComparison.Ordinal)}{{/{parameter}}}");
            }
            else if (random.Next(3) > 0)
            {
                var node = Convert.ToBase64String(BitConverter.GetBytes(random.Next()));
                Property(json, field, field == "created_at" ? $"2011-0{random.Next(1, 10)}-26T19:01:12Z" : $"MDEw{node}: {topic} of {address}");
            }
        }

        Name(json, "number").Append(random.Next(100_000)).Append('}');
    }

    private static void Property(StringBuilder json, string name, string value, bool isLast = false)
    {
        Name(json, name).Append(Rendered(value));
        json.Append(isLast ? "" : ",");
    }

    private static StringBuilder Name(StringBuilder json, string name) => json.Append(Rendered(name)).Append(':');

    private static string Rendered(string text) =>
        $"\"{JsonEncodedText.Encode(text, System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping)}\"";
}
