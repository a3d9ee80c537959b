using Microsoft.AspNetCore.Http;

namespace Blittable.AspNetCore;

/// <summary>Provides methods that return documents from route handlers.</summary>
public static class BlittableResultExtensions
{
    extension(Results)
    {
        /// <summary>Creates a response with a document: as JSON, or in stored form if the request accepts it.</summary>
        /// <param name="document">The document. It must not change until the response has been written.</param>
        /// <param name="statusCode">The status code of the response.</param>
        public static BlittableResult Blittable(BlittableDocument document, int statusCode = StatusCodes.Status200OK) => new(document, statusCode);

        /// <summary>Creates a response with a stream of documents as newline-delimited JSON.</summary>
        /// <param name="documents">The documents. Each document is disposed after it has been written.</param>
        public static BlittableStreamResult Blittable(IAsyncEnumerable<BlittableDocument> documents) => new(documents);
    }

    /// <summary>Creates a response with a document: as JSON, or in stored form if the request accepts it.</summary>
    /// <param name="document">The document. It must not change until the response has been written.</param>
    /// <param name="statusCode">The status code of the response.</param>
    public static BlittableResult ToResult(this BlittableDocument document, int statusCode = StatusCodes.Status200OK) => new(document, statusCode);
}
