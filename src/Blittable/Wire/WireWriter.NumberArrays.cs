using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Wire;

/// <content>
/// Writes number arrays, whose elements have neither tags nor addresses. One frame serves an array or a matrix, whose numbers are written one after another.
/// </content>
internal unsafe ref partial struct WireWriter
{
    /// <summary>Starts with a value that has no tag of its own: a number, or a row of a matrix.</summary>
    private void BeginElement(in BlittableValue value)
    {
        _isElement = value.TryReadNumber(out _element);
        if (!_isElement)
        {
            var row = value.ShapeTable;
            _frames[++_depth].OpenPacked(NumberArrayElement.AddressOfPacked(_span, value.Address), row, row + 1);
        }
    }

    private byte* Element(byte* to) => to > _limit ? null : Number(to, 0, _element);

    private byte* OpenPacked(byte* to, int address)
    {
        // The number of values is bounded by the bits of the document instead of its bytes, whereas the limit counts bytes. The array itself was counted
        // with the elements of its parent.
        var packed = NumberArrayLayout.Read(_span, address);
        Push(Math.Min(packed.Rows, packed.End - address - 1), address).OpenPacked(address, 0, packed.Rows);
        return Header(to, packed.Rows, MessagePackCode.FixArray, MessagePackCode.Array16);
    }

    /// <summary>Writes as many numbers of an array as there is space for. Returns false if one of them needs a larger buffer.</summary>
    private bool Packed(ref byte* to, ref WireFrame frame)
    {
        var packed = NumberArrayLayout.Read(_span, frame.Address);
        if (packed.IsMatrix)
        {
            return PackedRows(ref to, ref frame, packed);
        }

        var column = packed.Column(0);
        while (frame.Next < frame.Count && to <= _limit)
        {
            var end = Number(to, frame.Address, StoredNumber.OfPacked(column, packed.Value(column, frame.Next)));
            if (end == null)
            {
                return false;
            }

            to = end;
            frame.Next++;
        }

        return true;
    }

    private bool PackedRows(ref byte* to, ref WireFrame frame, scoped in NumberArrayLayout packed)
    {
        while (frame.Next < frame.Count && to <= _limit)
        {
            if (frame.Column < 0)
            {
                to = Header(to, packed.Columns, MessagePackCode.FixArray, MessagePackCode.Array16);
            }
            else
            {
                var column = packed.Column(frame.Column);
                var end = Number(to, frame.Address, StoredNumber.OfPacked(column, packed.Value(column, frame.Next)));
                if (end == null)
                {
                    return false;
                }

                to = end;
            }

            if (++frame.Column == packed.Columns)
            {
                frame.Column = -1;
                frame.Next++;
            }
        }

        return true;
    }
}
