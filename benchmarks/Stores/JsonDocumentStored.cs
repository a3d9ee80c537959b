using System.Text.Json;

namespace Blittable.Benchmarks.Stores;

/// <summary>Parses JSON text with <see cref="JsonDocument"/> from a reused buffer.</summary>
internal sealed class JsonDocumentStored() : StoredForm("JSON, JsonDocument")
{
    private byte[] _buffer = new byte[1 << 16];

    public override ReadOnlySpan<byte> Convert(ReadOnlyMemory<byte> json) => json.Span;

    public override double Read(ReadOnlySpan<byte> stored, StoreProperty[] properties)
    {
        if (_buffer.Length < stored.Length)
        {
            _buffer = new byte[2 * stored.Length];
        }

        // JsonDocument accepts only managed memory, so text in a mapped page must be copied.
        stored.CopyTo(_buffer);
        using var document = JsonDocument.Parse(_buffer.AsMemory(0, stored.Length));
        double sum = 0;
        foreach (var property in properties)
        {
            var value = document.RootElement;
            var isFound = true;
            foreach (var step in property.Utf8)
            {
                isFound = isFound && value.ValueKind == JsonValueKind.Object && value.TryGetProperty(step, out value);
            }

            if (isFound)
            {
                sum += value.ValueKind switch
                {
                    JsonValueKind.Number => value.GetDouble(),
                    JsonValueKind.String => value.GetString()!.Length,
                    _ => 0,
                };
            }
        }

        return sum;
    }
}
