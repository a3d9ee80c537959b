using Microsoft.AspNetCore.Http;

namespace Blittable.AspNetCore;

/// <summary>Documents as results of handlers.</summary>
public static class BlittableResultExtensions
{
    extension(Results)
    {
        /// <summary>Creates the response of a document: as JSON, or as it is stored if the request accepts that.</summary>
        /// <param name="document">The document, which must stay as it is until the response has been written.</param>
        /// <param name="statusCode">The status of the response.</param>
        public static BlittableResult Blittable(BlittableDocument document, int statusCode = StatusCodes.Status200OK) => new(document, statusCode);

        /// <summary>Creates the response of a stream of documents: newline-delimited JSON.</summary>
        /// <param name="documents">The documents; each is disposed of once it has been written.</param>
        public static BlittableStreamResult Blittable(IAsyncEnumerable<BlittableDocument> documents) => new(documents);
    }

    /// <summary>Makes the response of a document: as JSON, or as it is stored where the request accepts that.</summary>
    /// <param name="document">The document, which must stay as it is until the response has been written.</param>
    /// <param name="statusCode">The status of the response.</param>
    public static BlittableResult ToResult(this BlittableDocument document, int statusCode = StatusCodes.Status200OK) => new(document, statusCode);
}
