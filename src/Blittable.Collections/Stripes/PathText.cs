using System.Text;

namespace Blittable.Collections;

/// <summary>Paths as texts.</summary>
internal static class PathText
{
    /// <summary>The segment of a property: <c>.name</c>, or <c>['…']</c> for a name that is not an identifier.</summary>
    public static string Property(ReadOnlySpan<byte> name)
    {
        var text = Encoding.UTF8.GetString(name);
        var isPlain = text.Length > 0 && !char.IsAsciiDigit(text[0]) && text.All(character => char.IsAsciiLetterOrDigit(character) || character == '_');
        return isPlain ? $".{text}" : $"['{text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "\\'", StringComparison.Ordinal)}']";
    }
}
