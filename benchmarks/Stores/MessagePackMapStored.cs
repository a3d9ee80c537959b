using global::MessagePack;

namespace Blittable.Benchmarks.Stores;

/// <summary>Scans MessagePack maps with <see cref="MessagePackReader"/> until all properties are found.</summary>
internal sealed class MessagePackMapStored() : StoredForm("MessagePack, MessagePackReader")
{
    private byte[] _buffer = new byte[1 << 16];

    public override ReadOnlySpan<byte> Convert(ReadOnlyMemory<byte> json) => MessagePackSerializer.ConvertFromJson(System.Text.Encoding.UTF8.GetString(json.Span));

    public override double Read(ReadOnlySpan<byte> stored, StoreProperty[] properties)
    {
        if (_buffer.Length < stored.Length)
        {
            _buffer = new byte[2 * stored.Length];
        }

        // MessagePackReader accepts only managed memory.
        stored.CopyTo(_buffer);
        var reader = new MessagePackReader(_buffer.AsMemory(0, stored.Length));
        double sum = 0;
        var missing = properties.Length;
        Scan(ref reader, properties, depth: 0, candidates: (1 << properties.Length) - 1, ref missing, ref sum);
        return sum;
    }

    /// <summary>Reads a map whose path from the root is a prefix of the candidates' paths.</summary>
    private static void Scan(ref MessagePackReader reader, StoreProperty[] properties, int depth, int candidates, ref int missing, ref double sum)
    {
        for (var left = reader.ReadMapHeader(); left > 0 && missing > 0; left--)
        {
            reader.TryReadStringSpan(out var name);
            var inside = 0;
            var isLeaf = false;
            for (var i = 0; i < properties.Length; i++)
            {
                if ((candidates >> i & 1) != 0 && name.SequenceEqual(properties[i].Utf8[depth]))
                {
                    isLeaf |= properties[i].Utf8.Length == depth + 1;
                    inside |= properties[i].Utf8.Length == depth + 1 ? 0 : 1 << i;
                }
            }

            if (isLeaf)
            {
                missing--;
                sum += Value(ref reader);
            }
            else if (inside != 0 && reader.NextMessagePackType == MessagePackType.Map)
            {
                Scan(ref reader, properties, depth + 1, inside, ref missing, ref sum);
            }
            else
            {
                reader.Skip();
            }
        }
    }

    private static double Value(ref MessagePackReader reader)
    {
        switch (reader.NextMessagePackType)
        {
            case MessagePackType.Integer:
                return reader.ReadInt64();
            case MessagePackType.Float:
                return reader.ReadDouble();
            case MessagePackType.String:
                return reader.ReadString()!.Length;
            default:
                reader.Skip();
                return 0;
        }
    }
}
