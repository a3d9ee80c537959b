using System.Text.Json;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Determines whether two JSON texts represent an equal document: equal names and strings regardless of escaping, and equal number texts, in equal
/// order.</summary>
internal static class JsonTokens
{
    public static bool AreEqual(ReadOnlySpan<byte> one, ReadOnlySpan<byte> other)
    {
        var options = new JsonReaderOptions { MaxDepth = 512 };
        var reader = new Utf8JsonReader(one, options);
        var peer = new Utf8JsonReader(other, options);
        while (reader.Read())
        {
            if (!peer.Read() || reader.TokenType != peer.TokenType || !IsSameValue(in reader, in peer))
            {
                return false;
            }
        }

        return !peer.Read();
    }

    private static bool IsSameValue(in Utf8JsonReader reader, in Utf8JsonReader peer) =>
        reader.ValueSpan.SequenceEqual(peer.ValueSpan)
        || (reader.TokenType is JsonTokenType.String or JsonTokenType.PropertyName && reader.GetString() == peer.GetString());
}
