using Microsoft.AspNetCore.Http;

namespace Blittable.AspNetCore;

/// <summary>Documents as results of handlers.</summary>
public static class BlittableResultExtensions
{
    /// <summary>Makes the response of a document: as JSON, or as it is stored where the request accepts that.</summary>
    /// <param name="document">The document, which must stay as it is until the response has been written.</param>
    /// <param name="statusCode">The status of the response.</param>
    public static BlittableResult ToResult(this BlittableDocument document, int statusCode = StatusCodes.Status200OK) => new(document, statusCode);
}
