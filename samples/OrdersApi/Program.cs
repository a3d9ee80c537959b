// A minimal API that never deserializes documents to objects: JSON request bodies are converted from the stream, stored and patched as documents, filtered
// through a view, and returned as JSON. Without arguments, the program calls its own API and exits. With --urls http://127.0.0.1:5000, it runs until stopped.
using Blittable;
using Blittable.AspNetCore;
using OrdersApi;

var builder = WebApplication.CreateSlimBuilder(args);
builder.Services.AddSingleton(BlittableOptions.Balanced);
builder.Services.AddSingleton<OrderStore>();
builder.WebHost.ConfigureKestrel(kestrel => kestrel.Limits.MaxRequestBodySize = 1 << 20);
if (args.Length == 0)
{
    builder.WebHost.UseUrls("http://127.0.0.1:0");
    builder.Logging.ClearProviders();
}

var app = builder.Build();
app.MapPost("/orders", IResult (BlittableBody body, OrderStore store) =>
    store.Add(body.Document) is { } order ? order.ToResult(StatusCodes.Status201Created) : Results.StatusCode(StatusCodes.Status422UnprocessableEntity));
app.MapPost("/orders/import", (BlittableBodyStream orders, OrderStore store) => Results.Blittable(store.AddEachAsync(orders)));
app.MapGet("/orders/{id:int}", IResult (int id, OrderStore store) => store.Find(id) is { } order ? order.ToResult() : Results.NotFound());
app.MapGet("/orders", (string? city, decimal? least, OrderStore store) => store.List(city, least ?? 0).ToResult());
app.MapPatch("/orders/{id:int}", IResult (int id, BlittablePatchBody patch, OrderStore store) =>
    store.Patch(id, patch) is { } order ? order.ToResult() : Results.NotFound());
app.MapDelete("/orders/{id:int}", IResult (int id, OrderStore store) => store.Remove(id) ? Results.NoContent() : Results.NotFound());

if (args.Length > 0)
{
    await app.RunAsync();
    return 0;
}

await app.StartAsync();
var isWell = await Walkthrough.RunAsync(new Uri(app.Urls.First()));
await app.StopAsync();
return isWell ? 0 : 1;
