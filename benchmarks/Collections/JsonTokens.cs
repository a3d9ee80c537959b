using System.Text.Json;

namespace Blittable.Benchmarks.Collections;

/// <summary>Reads all tokens of JSON lines, which is a lower bound for the time to load them.</summary>
internal static class JsonTokens
{
    public static long Count(ReadOnlySpan<byte> lines)
    {
        long tokens = 0;
        while (!lines.IsEmpty)
        {
            var end = lines.IndexOf((byte)'\n');
            for (var reader = new Utf8JsonReader(lines[..end]); reader.Read(); tokens++)
            {
            }

            lines = lines[(end + 1)..];
        }

        return tokens;
    }
}
