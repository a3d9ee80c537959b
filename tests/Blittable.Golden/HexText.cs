using System.Text;

namespace Blittable.Golden;

/// <summary>Stores bytes as rows of hexadecimal digits, so reviews show them and no tool treats them as a program.</summary>
internal static class HexText
{
    private const int BytesOfRow = 48;

    public static string Write(ReadOnlySpan<byte> bytes)
    {
        var text = new StringBuilder();
        for (var start = 0; start < bytes.Length; start += BytesOfRow)
        {
            text.Append(Convert.ToHexString(bytes[start..Math.Min(start + BytesOfRow, bytes.Length)])).Append('\n');
        }

        return text.ToString();
    }

    public static byte[] Read(string text) => Convert.FromHexString(text.ReplaceLineEndings(""));
}
