namespace Blittable.AspNetCore;

/// <summary>Provides the media types of documents.</summary>
public static class BlittableMediaType
{
    /// <summary>A stored document: <c>application/vnd.blittable</c>.</summary>
    public const string Document = "application/vnd.blittable";

    /// <summary>A document as JSON text: <c>application/json</c>.</summary>
    public const string Json = "application/json";

    /// <summary>A JSON Patch (RFC 6902): <c>application/json-patch+json</c>.</summary>
    public const string JsonPatch = "application/json-patch+json";

    /// <summary>A JSON Merge Patch (RFC 7396): <c>application/merge-patch+json</c>.</summary>
    public const string MergePatch = "application/merge-patch+json";

    /// <summary>Newline-delimited JSON: <c>application/x-ndjson</c>.</summary>
    public const string JsonLines = "application/x-ndjson";
}
