using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>Writes the end of a document.</content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>Writes the trailer after the root, which must be the only pending value, and returns the whole document.</summary>
    public ReadOnlySpan<byte> Finish()
    {
        var flags = (byte)(Trailer.Version | (_dictionaryTrailerLength > 0 ? Trailer.HasDictionary : 0));
        var end = Cursor + _dictionaryTrailerLength;
        var distance = (uint)end - SlotStart[0];
        if (distance <= Varint.MaxOneByte && (_shapeCount | _documentSymbols.Length) == 0 && !_hasShared && end < Limit)
        {
            // Most small documents need only the dictionary version, the root and the flags.
            *(ulong*)Cursor = _dictionaryTrailer;
            *(ushort*)end = (ushort)(distance | (uint)flags << 8);
            Cursor = end + sizeof(ushort);
            return new ReadOnlySpan<byte>(Start, Length);
        }

        return FinishWithTables(flags);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<byte> FinishWithTables(byte flags)
    {
        var root = (int)(SlotStart[0] - (uint)Start);
        EnsureRoom(Trailer.MaxFixedLength + 4L * _shapeCount + _documentSymbols.Length);
        var length = Length;
        if (_hasShared)
        {
            flags |= Trailer.Shared;
            length += Varint.WriteBackward(Tail(length), (uint)Math.Min(_expectedInput, uint.MaxValue));
            length += Varint.WriteBackward(Tail(length), Math.Max((uint)_deepest, _inheritedDepth));
        }

        if (_documentSymbols.Length > 0)
        {
            flags |= Trailer.HasSymbols;
            _documentSymbols.Span.CopyTo(Tail(length));
            length += _documentSymbols.Length;
            length += Varint.WriteBackward(Tail(length), (uint)_documentSymbols.Length);
        }

        if (_shapeCount > 0)
        {
            flags |= Trailer.HasShapes;
            var wide = Trailer.ShapeEntrySize(length) == 4;
            foreach (var shape in _shapes.AsSpan(0, _shapeCount))
            {
                if (wide)
                {
                    BinaryPrimitives.WriteInt32LittleEndian(Tail(length), shape);
                    length += 4;
                }
                else
                {
                    BinaryPrimitives.WriteUInt16LittleEndian(Tail(length), (ushort)shape);
                    length += 2;
                }
            }

            length += Varint.WriteBackward(Tail(length), (uint)_shapeCount);
        }

        *(ulong*)(Start + length) = _dictionaryTrailer;
        length += _dictionaryTrailerLength;
        length += Varint.WriteBackward(Tail(length), (uint)(length - root));
        Start[length++] = flags;
        Cursor = Start + length;
        return new ReadOnlySpan<byte>(Start, length);
    }

    private Span<byte> Tail(int offset) => _output.AsSpan(offset);
}
