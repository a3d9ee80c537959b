namespace Blittable.AspNetCore;

/// <summary>Names the media types of documents.</summary>
public static class BlittableMediaType
{
    /// <summary>A document as it is stored: <c>application/vnd.blittable</c>.</summary>
    public const string Document = "application/vnd.blittable";

    /// <summary>A document as JSON text: <c>application/json</c>.</summary>
    public const string Json = "application/json";
}
