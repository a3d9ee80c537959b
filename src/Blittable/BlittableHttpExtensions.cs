using System.Net.Http.Headers;

namespace Blittable;

/// <summary>Documents as bodies of HTTP responses.</summary>
public static class BlittableHttpExtensions
{
    /// <summary>Gets a document from a server, as it is stored if the server can send that, otherwise as JSON.</summary>
    /// <param name="client">The client.</param>
    /// <param name="requestUri">The address.</param>
    /// <param name="options">How a document of JSON is stored, and the dictionary of one that needs it; memory mode if null.</param>
    /// <param name="cancellationToken">Stops the request.</param>
    /// <exception cref="HttpRequestException">The request failed, or was not answered with success.</exception>
    /// <exception cref="BlittableException">The response is not a document.</exception>
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

    /// <summary>Reads a body as a document: JSON in UTF-8, or a stored document, which is validated as a whole.</summary>
    /// <param name="content">The body.</param>
    /// <param name="options">How a document of JSON is stored, and the dictionary of one that needs it; memory mode if null.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <exception cref="BlittableException">The body is not a document.</exception>
    public static async Task<BlittableDocument> ReadAsBlittableAsync(
        this HttpContent content, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(content);
        if (string.Equals(content.Headers.ContentType?.MediaType, BlittableContent.DocumentType, StringComparison.OrdinalIgnoreCase))
        {
            var bytes = await content.ReadAsByteArrayAsync(cancellationToken).ConfigureAwait(false);
            var document = BlittableDocument.Open(bytes, options?.Dictionary);
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
