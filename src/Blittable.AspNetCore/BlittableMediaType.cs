namespace Blittable.AspNetCore;

/// <summary>Names the media type of documents.</summary>
public static class BlittableMediaType
{
    /// <summary>A document as it is stored: <c>application/vnd.blittable</c>.</summary>
    public const string Document = "application/vnd.blittable";
}
