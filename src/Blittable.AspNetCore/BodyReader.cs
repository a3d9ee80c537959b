using System.Buffers;
using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Net.Http.Headers;

namespace Blittable.AspNetCore;

/// <summary>Reads request bodies. Throws a <see cref="BodyFaultException"/> for any invalid body.</summary>
internal static class BodyReader
{
    /// <summary>The size, in bytes, below which UTF-8 JSON bodies are converted in the buffers of the server. Faults in these bodies have a path.</summary>
    private const int SmallBody = 1 << 16;

    private static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    /// <summary>Gets the media types of patches.</summary>
    public static string[] PatchTypes { get; } = [BlittableMediaType.JsonPatch, BlittableMediaType.MergePatch];

    /// <summary>Reads a document if the request has a media type of documents.</summary>
    /// <returns>The document, or <see langword="null"/> for an empty body.</returns>
    public static async ValueTask<BlittableDocument?> ReadAsync(HttpContext context)
    {
        var request = context.Request;
        if (!HasBody(context))
        {
            return null;
        }

        var isDocument = IsDocument(request);
        if (!isDocument && request.ContentType is not null && !request.HasJsonContentType())
        {
            throw Unsupported(request, $"{BlittableMediaType.Json} or {BlittableMediaType.Document}");
        }

        return await ReadAsync(context, isDocument, context.RequestServices.GetService<BlittableOptions>()).ConfigureAwait(false);
    }

    /// <summary>Reads a document whose media type has been accepted.</summary>
    /// <returns>The document, or <see langword="null"/> for an empty body.</returns>
    public static async ValueTask<BlittableDocument?> ReadAsync(HttpContext context, bool isDocument, BlittableOptions? options)
    {
        try
        {
            return isDocument ? await ReadDocumentAsync(context, options).ConfigureAwait(false) : await ReadJsonAsync(context, options).ConfigureAwait(false);
        }
        catch (Exception exception) when (BodyFaultException.Of(exception, context) is { } fault)
        {
            throw fault;
        }
    }

    /// <summary>Reads a patch if the request has a media type of patches.</summary>
    /// <returns>The patch, or <see langword="null"/> for an empty body.</returns>
    public static async ValueTask<BlittablePatch?> ReadPatchAsync(HttpContext context, BlittableOptions? options)
    {
        if (!HasBody(context))
        {
            return null;
        }

        _ = MediaTypeHeaderValue.TryParse(context.Request.ContentType, out var type);
        var kind = Array.FindIndex(PatchTypes, name => type is not null && type.MediaType.Equals(name, StringComparison.OrdinalIgnoreCase));
        if (kind < 0)
        {
            throw Unsupported(context.Request, string.Join(" or ", PatchTypes));
        }

        var document = await ReadAsync(context, isDocument: false, options).ConfigureAwait(false);
        try
        {
            return document is null ? null : BlittablePatch.Of(document, kind == 0 ? BlittablePatchKind.JsonPatch : BlittablePatchKind.MergePatch);
        }
        catch (BlittableException exception)
        {
            throw new BodyFaultException(StatusCodes.Status400BadRequest, exception.Message, exception);
        }
    }

    /// <summary>Determines whether the media type declares a stored document.</summary>
    public static bool IsDocument(HttpRequest request) =>
        MediaTypeHeaderValue.TryParse(request.ContentType, out var type) && type.MediaType.Equals(BlittableMediaType.Document, StringComparison.OrdinalIgnoreCase);

    /// <summary>Returns the declared encoding of the body, or <see langword="null"/> for UTF-8.</summary>
    public static Encoding? EncodingOf(HttpRequest request)
    {
        if (!MediaTypeHeaderValue.TryParse(request.ContentType, out var type) || !type.Charset.HasValue)
        {
            return null;
        }

        var charset = HeaderUtilities.RemoveQuotes(type.Charset).ToString();
        try
        {
            var encoding = Encoding.GetEncoding(charset);
            return encoding.CodePage == Encoding.UTF8.CodePage ? null : encoding;
        }
        catch (Exception exception) when (exception is ArgumentException or NotSupportedException)
        {
            throw new BodyFaultException(StatusCodes.Status415UnsupportedMediaType, $"The charset {charset} is not supported.", exception);
        }
    }

    /// <summary>Opens the body as UTF-8. The caller owns the stream; disposing it does not close the body.</summary>
    public static Stream Open(HttpRequest request, Encoding? encoding)
    {
        var body = request.BodyReader.AsStream(leaveOpen: true);
        return encoding is null ? body : Encoding.CreateTranscodingStream(body, encoding, Encoding.UTF8);
    }

    private static bool HasBody(HttpContext context) =>
        context.Features.Get<IHttpRequestBodyDetectionFeature>()?.CanHaveBody != false && context.Request.ContentLength != 0;

    private static BodyFaultException Unsupported(HttpRequest request, string expected) =>
        new(StatusCodes.Status415UnsupportedMediaType, $"The content type {request.ContentType ?? "(none)"} is not supported; use {expected}.");

    private static async ValueTask<BlittableDocument?> ReadJsonAsync(HttpContext context, BlittableOptions? options)
    {
        var encoding = EncodingOf(context.Request);
        var reader = context.Request.BodyReader;
        var read = await reader.ReadAtLeastAsync(SmallBody, context.RequestAborted).ConfigureAwait(false);
        var text = read.Buffer;
        if (encoding is not null && !text.IsEmpty)
        {
            reader.AdvanceTo(text.Start);
            var body = Open(context.Request, encoding);
            await using (body.ConfigureAwait(false))
            {
                return await BlittableDocument.ParseAsync(body, options, context.RequestAborted).ConfigureAwait(false);
            }
        }

        if (!read.IsCompleted || StartsWithByteOrderMark(text))
        {
            reader.AdvanceTo(text.Start);
            return await BlittableDocument.ParseAsync(reader, options, context.RequestAborted).ConfigureAwait(false);
        }

        try
        {
            return text.IsEmpty ? null : BlittableDocument.Parse(text, options);
        }
        catch (BlittableException exception)
        {
            throw new BodyFaultException(StatusCodes.Status400BadRequest, exception.Message, exception, FaultPath.Find(text, exception.Offset));
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

    /// <summary>Reads a stored document and validates it in full, because it is untrusted.</summary>
    private static async ValueTask<BlittableDocument?> ReadDocumentAsync(HttpContext context, BlittableOptions? options)
    {
        // The declared length is not reliable: the client may send less, and a compressed body is larger after decompression.
        var (rented, length) = (ArrayPool<byte>.Shared.Rent(SmallBody), 0);
        while (await context.Request.Body.ReadAsync(rented.AsMemory(length), context.RequestAborted).ConfigureAwait(false) is var count and > 0)
        {
            length += count;
            if (length == rented.Length)
            {
                var larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Array.MaxLength, 2L * length));
                if (larger.Length == length)
                {
                    throw new BodyFaultException(StatusCodes.Status413PayloadTooLarge, $"The body is larger than {Array.MaxLength} bytes.");
                }

                rented.CopyTo(larger, 0);
                ArrayPool<byte>.Shared.Return(rented);
                rented = larger;
            }
        }

        var bytes = rented.AsSpan(0, length).ToArray();
        ArrayPool<byte>.Shared.Return(rented);
        if (length == 0)
        {
            return null;
        }

        var document = options?.MaxExpandedBytes is { } limit
            ? BlittableDocument.Open(bytes, options.Dictionary, limit)
            : BlittableDocument.Open(bytes, options?.Dictionary);
        RequireReturnable(document);
        return document;
    }

    /// <summary>Throws for a damaged document, and for a valid document that no JSON response can contain: it expands to more text than its limit, or has values
    /// that JSON does not have.</summary>
    private static void RequireReturnable(BlittableDocument document)
    {
        document.Validate(document.MaxExpandedBytes);
        var count = document.GetStatistics().NotJsonValues;
        if (count > 0)
        {
            throw new BodyFaultException(
                StatusCodes.Status400BadRequest, $"JSON cannot represent {count} values of the document (non-finite numbers or extensions).");
        }
    }
}
