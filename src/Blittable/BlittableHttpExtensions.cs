using System.Net.Http.Headers;

namespace Blittable;

/// <summary>Provides extension methods that read documents from HTTP responses.</summary>
public static class BlittableHttpExtensions
{
    /// <summary>Gets a document from a server. The server may send a stored document or JSON; a stored document is preferred.</summary>
    /// <param name="client">The client.</param>
    /// <param name="requestUri">The URI of the request.</param>
    /// <param name="options">Specifies how a document converted from JSON is stored, and the dictionary and expansion limit of a stored document. If
    /// <see langword="null"/>, memory mode is used.</param>
    /// <param name="cancellationToken">The token to cancel the request.</param>
    /// <exception cref="HttpRequestException">The request failed, or the response status is not a success.</exception>
    /// <exception cref="BlittableException">The response does not contain a valid document.</exception>
    public static async Task<BlittableDocument> GetBlittableAsync(
        this HttpClient client, Uri requestUri, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(client);
        using var request = new HttpRequestMessage(HttpMethod.Get, requestUri);
        request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue(BlittableContent.DocumentType));
        request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue(BlittableContent.JsonType, 0.9));
        using var response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken).ConfigureAwait(false);
        response.EnsureSuccessStatusCode();
        return await response.Content.ReadAsBlittableAsync(options, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Reads content as a document: UTF-8 JSON, or a stored document, which is validated completely.</summary>
    /// <param name="content">The content.</param>
    /// <param name="options">Specifies how a document converted from JSON is stored, and the dictionary and expansion limit of a stored document. If
    /// <see langword="null"/>, memory mode is used.</param>
    /// <param name="cancellationToken">The token to cancel reading.</param>
    /// <exception cref="BlittableException">The content is not a valid document.</exception>
    public static async Task<BlittableDocument> ReadAsBlittableAsync(
        this HttpContent content, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(content);
        if (string.Equals(content.Headers.ContentType?.MediaType, BlittableContent.DocumentType, StringComparison.OrdinalIgnoreCase))
        {
            var bytes = await content.ReadAsByteArrayAsync(cancellationToken).ConfigureAwait(false);
            var document = BlittableDocument.OpenLimited(bytes, options?.Dictionary, options?.MaxExpandedBytes);
            document.Validate();
            return document;
        }

        var body = await content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        await using (body.ConfigureAwait(false))
        {
            return await BlittableDocument.ParseAsync(body, options, cancellationToken).ConfigureAwait(false);
        }
    }
}
