using System.Net;

namespace Blittable.AspNetCore.Tests;

/// <summary>Represents a request body without a declared length.</summary>
internal sealed class ChunkedContent(byte[] bytes) : HttpContent
{
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) => stream.WriteAsync(bytes, 0, bytes.Length);

    protected override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }
}
