// Serves documents over HTTP, as JSON for any client, and in stored form for clients that can read them in place.
//
//   dotnet run -c Release --project samples/WebDocuments
using System.Net;
using System.Text;
using Blittable;
using Blittable.AspNetCore;

var builder = WebApplication.CreateBuilder(args);
builder.WebHost.UseUrls("http://127.0.0.1:0");
builder.Logging.SetMinimumLevel(LogLevel.Warning);
builder.Services.AddControllers().AddBlittable();
await using var app = builder.Build();
app.MapControllers();
await app.StartAsync();

using var client = new HttpClient { BaseAddress = new Uri(app.Urls.Single()) };
using var order = new StringContent("""{"customer":"Anna","total":12.50}""", Encoding.UTF8, "application/json");
using var stored = await client.PutAsync("orders/7", order);
Console.WriteLine($"as JSON:     {await client.GetStringAsync("orders/7")}");

using var request = new HttpRequestMessage(HttpMethod.Get, "orders/7");
request.Headers.Accept.ParseAdd(BlittableMediaType.Document);
using var response = await client.SendAsync(request);
var bytes = await response.Content.ReadAsByteArrayAsync();
var total = BlittableValue.Open(bytes).GetProperty("total"u8).GetDecimal();
Console.WriteLine($"as document: {bytes.Length} bytes of {response.Content.Headers.ContentType}, total {total}");

using var broken = new StringContent("""{"customer":""", Encoding.UTF8, "application/json");
using var refused = await client.PutAsync("orders/8", broken);
Console.WriteLine($"bad JSON:    {(int)refused.StatusCode}");
return stored.StatusCode == HttpStatusCode.NoContent && total == 12.50m && refused.StatusCode == HttpStatusCode.BadRequest ? 0 : 1;
