using System.Text.Json;

namespace Blittable.Benchmarks.Stores;

/// <summary>Scans JSON text in the mapped page with <see cref="Utf8JsonReader"/> until all properties are found.</summary>
internal sealed class JsonReaderStored() : StoredForm("JSON, Utf8JsonReader")
{
    public override ReadOnlySpan<byte> Convert(ReadOnlyMemory<byte> json) => json.Span;

    public override double Read(ReadOnlySpan<byte> stored, StoreProperty[] properties)
    {
        var reader = new Utf8JsonReader(stored);
        reader.Read();
        double sum = 0;
        var missing = properties.Length;
        Scan(ref reader, properties, depth: 0, candidates: (1 << properties.Length) - 1, ref missing, ref sum);
        return sum;
    }

    /// <summary>Reads an object whose path from the root is a prefix of the candidates' paths.</summary>
    private static void Scan(ref Utf8JsonReader reader, StoreProperty[] properties, int depth, int candidates, ref int missing, ref double sum)
    {
        while (missing > 0 && reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var inside = 0;
            var isLeaf = false;
            for (var i = 0; i < properties.Length; i++)
            {
                if ((candidates >> i & 1) != 0 && reader.ValueTextEquals(properties[i].Utf8[depth]))
                {
                    isLeaf |= properties[i].Utf8.Length == depth + 1;
                    inside |= properties[i].Utf8.Length == depth + 1 ? 0 : 1 << i;
                }
            }

            reader.Read();
            if (isLeaf)
            {
                missing--;
                sum += reader.TokenType switch
                {
                    JsonTokenType.Number => reader.GetDouble(),
                    JsonTokenType.String => reader.GetString()!.Length,
                    _ => 0,
                };
            }

            if (inside != 0 && reader.TokenType == JsonTokenType.StartObject)
            {
                Scan(ref reader, properties, depth + 1, inside, ref missing, ref sum);
            }
            else
            {
                reader.Skip();
            }
        }
    }
}
