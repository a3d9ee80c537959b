using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Http;
using Microsoft.Net.Http.Headers;

namespace Blittable.AspNetCore;

/// <summary>Creates entity tags of documents and evaluates conditional requests.</summary>
internal static class DocumentTag
{
    private const int HashLength = 16;

    private static readonly ConditionalWeakTable<BlittableDocument, string> s_hashes = [];

    /// <summary>Sets the entity tag of a response and determines whether the client has a document with this tag. Returns false for methods other than GET and
    /// HEAD.</summary>
    /// <param name="context">The request.</param>
    /// <param name="document">The document.</param>
    /// <param name="isDocument">true if the stored bytes are sent; false if JSON is sent. The two formats have different tags.</param>
    public static bool IsNotModified(HttpContext context, BlittableDocument document, bool isDocument)
    {
        var (request, response) = (context.Request, context.Response);
        if (!HttpMethods.IsGet(request.Method) && !HttpMethods.IsHead(request.Method))
        {
            return false;
        }

        var headers = response.GetTypedHeaders();
        var tag = headers.ETag ??= new EntityTagHeaderValue($"\"{s_hashes.GetValue(document, Hash)}{(isDocument ? "d" : "j")}\"");
        response.Headers.Append(HeaderNames.Vary, HeaderNames.Accept);
        foreach (var known in request.GetTypedHeaders().IfNoneMatch)
        {
            if (known.Compare(tag, useStrongComparison: false) || known.Equals(EntityTagHeaderValue.Any))
            {
                return true;
            }
        }

        return false;
    }

    private static string Hash(BlittableDocument document) => Convert.ToHexStringLower(SHA256.HashData(document.Bytes.Span).AsSpan(0, HashLength));
}
