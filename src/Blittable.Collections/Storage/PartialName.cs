using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Blittable.Collections.Storage;

/// <summary>Names the temporary files of collections: <c>NAME.xxxxxxxx.partial</c> with hexadecimal digits x.</summary>
internal static class PartialName
{
    /// <summary>The end of every name.</summary>
    public const string Extension = ".partial";

    private const int MarkLength = 8;

    private static readonly SearchValues<char> s_digits = SearchValues.Create("0123456789abcdef");

    /// <summary>Returns a random name for a file that will be renamed to a path.</summary>
    public static string Create(string path) => $"{path}.{Random.Shared.Next().ToString("x8", CultureInfo.InvariantCulture)}{Extension}";

    /// <summary>Returns the path that a file will be renamed to: the path itself, unless it is a temporary name.</summary>
    public static string FinalOf(string path)
    {
        var end = path.Length - Extension.Length - MarkLength - 1;
        return end > 0 && path[end] == '.' && path.EndsWith(Extension, StringComparison.Ordinal) && !path.AsSpan(end + 1, MarkLength).ContainsAnyExcept(s_digits) ? path[..end] : path;
    }

    /// <summary>Creates an exception that names the final path of a temporary file, which users know, if the message of an exception contains the temporary
    /// name.</summary>
    /// <param name="fault">The exception.</param>
    /// <param name="path">The path of the file, or null if it is unknown.</param>
    /// <param name="named">The exception to throw instead.</param>
    public static bool TryNameFinal(IOException fault, string? path, [NotNullWhen(true)] out IOException? named)
    {
        var isNamed = path is not null && FinalOf(path) != path && fault.Message.Contains(path, StringComparison.Ordinal);
        named = isNamed ? new IOException(fault.Message.Replace(path!, FinalOf(path!), StringComparison.Ordinal), fault) { HResult = fault.HResult } : null;
        return isNamed;
    }
}
