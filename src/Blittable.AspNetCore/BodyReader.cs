using System.Buffers;
using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Net.Http.Headers;

namespace Blittable.AspNetCore;

/// <summary>Reads the body of a request as a document, with the faults that ASP.NET has for bodies of its own types.</summary>
internal static class BodyReader
{
    /// <summary>The size up to which a body is converted as a whole, so that a fault has a path. Longer bodies are converted as they arrive.</summary>
    private const int SmallBody = 1 << 16;

    private static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    /// <summary>Reads a document.</summary>
    /// <param name="context">The request.</param>
    /// <param name="jsonTypes">The media types of JSON that are accepted; null for all of them.</param>
    /// <returns>Null for an empty body, and after a fault, which has been noted.</returns>
    public static async ValueTask<BlittableDocument?> ReadAsync(HttpContext context, string[]? jsonTypes = null)
    {
        var request = context.Request;
        if (context.Features.Get<IHttpRequestBodyDetectionFeature>()?.CanHaveBody == false || request.ContentLength == 0)
        {
            return null;
        }

        _ = MediaTypeHeaderValue.TryParse(request.ContentType, out var type);
        var isDocument = jsonTypes is null && type is not null && type.MediaType.Equals(BlittableMediaType.Document, StringComparison.OrdinalIgnoreCase);
        if (!isDocument && !IsJson(request, type, jsonTypes))
        {
            var expected = jsonTypes is null ? $"{BlittableMediaType.Json} or {BlittableMediaType.Document}" : string.Join(" or ", jsonTypes);
            BodyFault.Note(
                context, StatusCodes.Status415UnsupportedMediaType, $"The content type {request.ContentType ?? "(none)"} is not supported; use {expected}.");
            return null;
        }

        if (!TryGetEncoding(type, out var encoding))
        {
            BodyFault.Note(context, StatusCodes.Status415UnsupportedMediaType, $"The charset {type!.Charset} is not supported.");
            return null;
        }

        try
        {
            var options = context.RequestServices.GetService<BlittableOptions>();
            return isDocument ? await ReadDocumentAsync(context, options).ConfigureAwait(false)
                : encoding is null ? await ReadJsonAsync(context, options).ConfigureAwait(false)
                : await ReadJsonAsync(context, encoding, options).ConfigureAwait(false);
        }
        catch (BlittableException fault)
        {
            BodyFault.Note(context, StatusCodes.Status400BadRequest, fault.Message, fault);
        }
        catch (BadHttpRequestException fault)
        {
            BodyFault.Note(context, fault.StatusCode, fault.Message);
        }
        catch (IOException fault)
        {
            BodyFault.Note(context, StatusCodes.Status400BadRequest, fault.Message);
        }

        return null;
    }

    /// <summary>Opens the body as UTF-8, transcoding from its charset if necessary.</summary>
    /// <returns>False for a charset that is not known.</returns>
    public static bool TryOpen(HttpRequest request, out Stream body)
    {
        body = request.Body;
        _ = MediaTypeHeaderValue.TryParse(request.ContentType, out var type);
        if (!TryGetEncoding(type, out var encoding))
        {
            return false;
        }

        body = encoding is null ? body : Encoding.CreateTranscodingStream(body, encoding, Encoding.UTF8, leaveOpen: true);
        return true;
    }

    private static bool IsJson(HttpRequest request, MediaTypeHeaderValue? type, string[]? jsonTypes) => jsonTypes is null
        ? request.ContentType is null || request.HasJsonContentType()
        : type is not null && Array.Exists(jsonTypes, accepted => type.MediaType.Equals(accepted, StringComparison.OrdinalIgnoreCase));

    /// <param name="type">The type of the body.</param>
    /// <param name="encoding">The encoding that is not UTF-8; null for UTF-8.</param>
    private static bool TryGetEncoding(MediaTypeHeaderValue? type, out Encoding? encoding)
    {
        encoding = null;
        if (type is null || !type.Charset.HasValue || type.Charset.Equals("utf-8", StringComparison.OrdinalIgnoreCase))
        {
            return true;
        }

        encoding = type.Encoding;
        return encoding is not null;
    }

    private static async ValueTask<BlittableDocument?> ReadJsonAsync(HttpContext context, BlittableOptions? options)
    {
        var reader = context.Request.BodyReader;
        var read = await reader.ReadAtLeastAsync(SmallBody, context.RequestAborted).ConfigureAwait(false);
        if (!read.IsCompleted)
        {
            reader.AdvanceTo(read.Buffer.Start);
            return await BlittableDocument.ParseAsync(reader, options, context.RequestAborted).ConfigureAwait(false);
        }

        var text = read.Buffer;
        try
        {
            if (text.IsEmpty)
            {
                return null;
            }

            if (StartsWithByteOrderMark(text))
            {
                text = text.Slice(ByteOrderMark.Length);
            }

            return BlittableDocument.Parse(text, options);
        }
        catch (BlittableException fault)
        {
            BodyFault.Note(context, StatusCodes.Status400BadRequest, fault.Message, fault, FaultPath.Find(text, fault.Offset));
            return null;
        }
        finally
        {
            reader.AdvanceTo(read.Buffer.End);
        }
    }

    private static bool StartsWithByteOrderMark(in ReadOnlySequence<byte> text)
    {
        if (text.Length < ByteOrderMark.Length)
        {
            return false;
        }

        Span<byte> start = stackalloc byte[ByteOrderMark.Length];
        text.Slice(0, ByteOrderMark.Length).CopyTo(start);
        return start.SequenceEqual(ByteOrderMark);
    }

    private static async ValueTask<BlittableDocument?> ReadJsonAsync(HttpContext context, Encoding encoding, BlittableOptions? options)
    {
        var body = Encoding.CreateTranscodingStream(context.Request.Body, encoding, Encoding.UTF8, leaveOpen: true);
        await using (body.ConfigureAwait(false))
        {
            return await BlittableDocument.ParseAsync(body, options, context.RequestAborted).ConfigureAwait(false);
        }
    }

    /// <summary>Reads a document as it is stored. It comes from a stranger, so all of it is validated.</summary>
    private static async ValueTask<BlittableDocument?> ReadDocumentAsync(HttpContext context, BlittableOptions? options)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted).ConfigureAwait(false);
        if (body.Length == 0)
        {
            return null;
        }

        var document = BlittableDocument.Open(body.GetBuffer().AsMemory(0, (int)body.Length), options?.Dictionary);
        document.Validate();
        return document;
    }
}
