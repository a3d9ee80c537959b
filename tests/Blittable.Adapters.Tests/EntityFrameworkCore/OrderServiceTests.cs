using System.Net;
using System.Net.Http.Json;
using System.Text;
using Blittable.AspNetCore;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.TestHost;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>Tests a service that stores the documents of its clients, as docs/INTEGRATIONS.md shows it.</summary>
public sealed class OrderServiceTests : IAsyncDisposable
{
    private readonly SqliteDatabase _database = new();
    private readonly Blittable.Testing.RecordedLog _log = new();

    public async ValueTask DisposeAsync()
    {
        _log.Dispose();
        await _database.DisposeAsync();
    }

    [Theory]
    [InlineData("""{"total":12.50}""", HttpStatusCode.OK, "")]
    [InlineData("""{"total":"much"}""", HttpStatusCode.UnprocessableEntity, "$.total")]
    [InlineData("""{"sum":12.50}""", HttpStatusCode.UnprocessableEntity, "$.total")]
    [InlineData("""{"total":""", HttpStatusCode.BadRequest, "line 1")]
    public async Task A_document_that_cannot_be_promoted_is_a_fault_of_the_client(string body, HttpStatusCode status, string detail)
    {
        await using var app = await StartAsync();
        using var client = app.GetTestClient();
        using var content = new StringContent(body, Encoding.UTF8, "application/json");
        using var response = await client.PostAsync("/orders", content, TestContext.Current.CancellationToken);

        Assert.Equal(status, response.StatusCode);
        if (status != HttpStatusCode.OK)
        {
            var problem = await response.Content.ReadFromJsonAsync<ProblemDetails>(TestContext.Current.CancellationToken);
            Assert.Contains(detail, problem!.Detail, StringComparison.Ordinal);
        }

        Assert.DoesNotContain(_log.All, message => message.Level >= LogLevel.Warning);
    }

    private async Task<WebApplication> StartAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseTestServer();
        builder.Services.AddProblemDetails();
        builder.Services.AddSingleton<ILoggerFactory>(_log);
        await using (var context = await _database.CreateAsync(options => new OrderContext(options)))
        {
            builder.Services.AddScoped(services => new OrderContext(_database.Use().UseBlittable().UseLoggerFactory(services.GetRequiredService<ILoggerFactory>()).Options));
        }

        var app = builder.Build();
        app.MapPost("/orders", async (BlittableBody body, OrderContext context) =>
        {
            context.Add(new OrderRow { Document = body.Document });
            try
            {
                await context.SaveChangesAsync();
                return Results.Ok();
            }
            catch (BlittableException fault)
            {
                return Results.Problem(fault.Message, statusCode: StatusCodes.Status422UnprocessableEntity);
            }
        });
        await app.StartAsync();
        return app;
    }
}
