using System.Net;
using System.Net.Http.Headers;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore.Tests;

/// <summary>Tests the memory that a large body needs.</summary>
[Collection(AloneCollection.Name)]
public sealed class BodyMemoryTests : IDisposable
{
    private const long Length = 10_000_000;

    /// <summary>The buffer in which the converter writes a large document. Text and document are in pooled memory, which the first requests on each thread
    /// allocate.</summary>
    private const long MaxAllocated = 3 * Length / 2;

    private readonly bool _overwrites = DocumentPool.Overwrites;

    public BodyMemoryTests() => DocumentPool.Overwrites = false;

    public void Dispose() => DocumentPool.Overwrites = _overwrites;

    [Theory]
    [InlineData("/document")]
    [InlineData("/mvc/length")]
    public async Task A_large_body_is_not_allocated_besides_its_document(string path)
    {
        await using var service = await Service.StartAsync(
            app =>
            {
                app.MapControllers();
                app.MapPost("/document", (BlittableBody body) =>
                {
                    using (body)
                    {
                        return body.Document.Bytes.Length;
                    }
                });
            },
            services => services.AddControllers().AddApplicationPart(typeof(LengthController).Assembly).AddBlittable(),
            maxBody: 2 * Length);
        var allocated = long.MaxValue;
        for (var i = 0; i < 20 && allocated > MaxAllocated; i++)
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            using var content = new LongText(Length);
            content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
            using var response = await service.Client.PostAsync(path, content, TestContext.Current.CancellationToken);
            Assert.InRange(long.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), null), Length, Length + 100);
            allocated = Math.Min(allocated, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        Assert.InRange(allocated, 1, MaxAllocated);
    }

    /// <summary>A JSON string that is sent without being in memory.</summary>
    private sealed class LongText(long length) : HttpContent
    {
        private static readonly byte[] s_block = [.. Enumerable.Repeat((byte)'a', 10_000)];

        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
        {
            await stream.WriteAsync("\""u8.ToArray());
            for (var sent = 0L; sent < length; sent += s_block.Length)
            {
                await stream.WriteAsync(s_block);
            }

            await stream.WriteAsync("\""u8.ToArray());
        }

        protected override bool TryComputeLength(out long computed)
        {
            computed = length + 2;
            return true;
        }
    }
}
