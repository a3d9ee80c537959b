using System.Text;

namespace OrdersApi;

/// <summary>Calls each route of the API, and compares the responses with the expected ones.</summary>
internal static class Walkthrough
{
    public static async Task<bool> RunAsync(Uri server)
    {
        using var client = new HttpClient { BaseAddress = server };
        var isWell = true;
        await Ask(HttpMethod.Post, "/orders", """{"city":"Rome","lines":[{"price":2.50,"count":2}],"note":"kept"}""",
            """{"city":"Rome","lines":[{"price":2.50,"count":2}],"note":"kept","id":1}""");
        await Ask(HttpMethod.Post, "/orders", """{"city":"Oslo","lines":[{"price":99,"count":1}]}""", """{"city":"Oslo","lines":[{"price":99,"count":1}],"id":2}""");
        await Ask(HttpMethod.Patch, "/orders/1", """{"note":null,"city":"Oslo"}""", """{"city":"Oslo","lines":[{"price":2.50,"count":2}],"id":1}""", "application/merge-patch+json");
        await Ask(HttpMethod.Patch, "/orders/1", """[{"op":"add","path":"/lines/-","value":{"price":1,"count":1}}]""",
            """{"city":"Oslo","lines":[{"price":2.50,"count":2},{"price":1,"count":1}],"id":1}""", "application/json-patch+json");
        await Ask(HttpMethod.Get, "/orders/1", null, """{"city":"Oslo","lines":[{"price":2.50,"count":2},{"price":1,"count":1}],"id":1}""");
        await Ask(HttpMethod.Get, "/orders?city=Oslo&least=50", null, """[{"city":"Oslo","lines":[{"price":99,"count":1}],"id":2}]""");
        await Ask(HttpMethod.Post, "/orders/import", """{"city":"Bern"}{"city":"Graz"}""", "{\"city\":\"Bern\",\"id\":3}\n{\"city\":\"Graz\",\"id\":4}\n",
            "application/x-ndjson");
        await Ask(HttpMethod.Delete, "/orders/4", null, "");
        return isWell;

        async Task Ask(HttpMethod method, string path, string? body, string expected, string type = "application/json")
        {
            using var request = new HttpRequestMessage(method, new Uri(path, UriKind.Relative));
            request.Content = body is null ? null : new StringContent(body, Encoding.UTF8, type);
            using var response = await client.SendAsync(request);
            var text = await response.Content.ReadAsStringAsync();
            Console.WriteLine($"{method} {path}: {(int)response.StatusCode} {text}".TrimEnd());
            isWell &= text == expected;
        }
    }
}
