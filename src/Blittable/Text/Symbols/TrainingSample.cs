using System.Buffers.Binary;

namespace Blittable.Text;

/// <summary>Represents a bounded sample for training, spread over many texts.</summary>
internal sealed class TrainingSample
{
    /// <summary>The default sample size in bytes. Larger samples cost time and hardly change the symbols.</summary>
    public const int DefaultSize = 1 << 14;

    /// <summary>The size in bytes of the sampled pieces of a long text.</summary>
    private const int PieceSize = 512;

    private const int FewPieces = 64;

    /// <summary>The number of texts to examine, or up to twice as many. Examining all of more short texts would cost more than training.</summary>
    private const int MaxLooks = 1 << 17;

    private readonly List<int> _ends = [];
    private TrainingSample(int size) => Bytes = new byte[size + PieceSize + sizeof(ulong)];

    /// <summary>Gets the concatenated pieces, followed by at least eight bytes.</summary>
    public byte[] Bytes { get; }

    /// <summary>Gets the number of sampled bytes.</summary>
    public int Length { get; private set; }

    /// <summary>Gets the number of pieces.</summary>
    public int Count => _ends.Count;

    /// <summary>Samples all of the texts, or about <paramref name="size"/> evenly spread bytes if they are longer.</summary>
    /// <param name="text">All texts, concatenated.</param>
    /// <param name="ends">The end of each text.</param>
    /// <param name="size">The number of bytes to sample.</param>
    public static TrainingSample Take(ReadOnlySpan<byte> text, ReadOnlySpan<int> ends, int size = DefaultSize)
    {
        var sample = new TrainingSample(size);
        var step = Math.Max(1, ends.Length / MaxLooks);
        for (var first = 0; first < ends.Length; first += step)
        {
            // Choose one text of each step by a hash of its position, so that no column of a table is always skipped.
            var index = Math.Min(first + (int)(Hash((uint)first) % (uint)step), ends.Length - 1);
            var end = ends[index];
            for (var start = index == 0 ? 0 : ends[index - 1]; start < end; start = Math.Min(end, start + PieceSize))
            {
                // Choose a piece with the probability size / total by a hash of its position, so that equal texts always produce equal tables.
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

    /// <summary>Determines whether a piece is in a part of the sample, in 128ths. If there are few pieces, all are in every part.</summary>
    public bool Includes(int piece, int part) => Count < FewPieces || (Hash((uint)piece) & 127) < part;

    /// <summary>Returns eight bytes of the sample, with the first byte lowest.</summary>
    public static ulong WordAt(byte[] bytes, int position) => BinaryPrimitives.ReadUInt64LittleEndian(bytes.AsSpan(position));

    private void Add(ReadOnlySpan<byte> piece)
    {
        piece.CopyTo(Bytes.AsSpan(Length));
        Length += piece.Length;
        _ends.Add(Length);
    }

    /// <summary>Computes the finalizer of MurmurHash3 (Austin Appleby).</summary>
    private static uint Hash(uint value)
    {
        value = (value ^ (value >> 16)) * 0x85EBCA6B;
        value = (value ^ (value >> 13)) * 0xC2B2AE35;
        return value ^ (value >> 16);
    }
}
