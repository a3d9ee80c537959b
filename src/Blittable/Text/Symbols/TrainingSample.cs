using System.Buffers.Binary;

namespace Blittable.Text;

/// <summary>A bounded part of many texts, spread over all of them, for training.</summary>
internal sealed class TrainingSample
{
    /// <summary>Bytes that are sampled unless told otherwise; more costs time and hardly changes the symbols.</summary>
    public const int DefaultSize = 1 << 14;

    /// <summary>A long text is sampled by pieces of this size.</summary>
    private const int PieceSize = 512;

    private const int FewPieces = 64;

    /// <summary>Of more texts than this not all are looked at: looking costs more than learning where texts are short.</summary>
    private const int MaxLooks = 1 << 17;

    private readonly List<int> _ends = [];
    private TrainingSample(int size) => Bytes = new byte[size + PieceSize + sizeof(ulong)];

    /// <summary>The sampled bytes, one piece after the other, with at least eight bytes after them.</summary>
    public byte[] Bytes { get; }

    /// <summary>The number of sampled bytes.</summary>
    public int Length { get; private set; }

    /// <summary>The number of pieces.</summary>
    public int Count => _ends.Count;

    /// <summary>Takes all of the texts, or where they are more than <paramref name="size"/> bytes about as much, evenly spread.</summary>
    /// <param name="text">All texts, one after the other.</param>
    /// <param name="ends">Where each one ends.</param>
    /// <param name="size">Bytes wanted.</param>
    public static TrainingSample Take(ReadOnlySpan<byte> text, ReadOnlySpan<int> ends, int size = DefaultSize)
    {
        var sample = new TrainingSample(size);
        var step = Math.Max(1, ends.Length / MaxLooks);
        for (var first = 0; first < ends.Length; first += step)
        {
            // Of a step's texts one by a hash of the place, so that no column of a table falls through.
            var index = Math.Min(first + (int)(Hash((uint)first) % (uint)step), ends.Length - 1);
            var end = ends[index];
            for (var start = index == 0 ? 0 : ends[index - 1]; start < end; start = Math.Min(end, start + PieceSize))
            {
                // A piece is taken with the probability size / total, by a hash of its place, so that a text always gives the same table.
                if (text.Length <= size || (ulong)Hash((uint)start) * (ulong)text.Length >> 32 < (ulong)size * (ulong)step)
                {
                    sample.Add(text[start..Math.Min(end, start + PieceSize)]);
                    if (sample.Length >= size)
                    {
                        return sample;
                    }
                }
            }
        }

        return sample;
    }

    public int StartOf(int piece) => piece == 0 ? 0 : _ends[piece - 1];

    public int EndOf(int piece) => _ends[piece];

    /// <summary>Determines whether a piece belongs to a part of the sample; the part is in 128ths. Of few pieces all belong to every part.</summary>
    public bool Includes(int piece, int part) => Count < FewPieces || (Hash((uint)piece) & 127) < part;

    /// <summary>Eight bytes of the sample, the first one lowest.</summary>
    public static ulong WordAt(byte[] bytes, int position) => BinaryPrimitives.ReadUInt64LittleEndian(bytes.AsSpan(position));

    private void Add(ReadOnlySpan<byte> piece)
    {
        piece.CopyTo(Bytes.AsSpan(Length));
        Length += piece.Length;
        _ends.Add(Length);
    }

    /// <summary>The finalizer of MurmurHash3 (Austin Appleby).</summary>
    private static uint Hash(uint value)
    {
        value = (value ^ (value >> 16)) * 0x85EBCA6B;
        value = (value ^ (value >> 13)) * 0xC2B2AE35;
        return value ^ (value >> 16);
    }
}
