using System.Runtime.InteropServices.JavaScript;
using System.Runtime.Versioning;
using System.Text;
using Blittable;

[assembly: SupportedOSPlatform("browser")]

/// <summary>Converts JSON for the page, which calls it from JavaScript.</summary>
internal static partial class Program
{
    private static void Main()
    {
    }

    /// <summary>Converts a JSON text to a document.</summary>
    /// <param name="json">The text.</param>
    /// <param name="disk">True for disk mode; false for memory mode.</param>
    /// <returns>The document.</returns>
    [JSExport]
    internal static byte[] Convert(string json, bool disk)
    {
        using var document = BlittableDocument.Parse(Encoding.UTF8.GetBytes(json), disk ? BlittableOptions.Balanced : new BlittableOptions());
        return document.Bytes.ToArray();
    }

    /// <summary>Returns the size of a JSON text without white space, in bytes of UTF-8.</summary>
    /// <param name="json">The text.</param>
    /// <returns>The size.</returns>
    [JSExport]
    internal static int CountMinified(string json)
    {
        using var document = BlittableDocument.Parse(Encoding.UTF8.GetBytes(json));
        return Encoding.UTF8.GetByteCount(document.Root.ToJson());
    }
}
