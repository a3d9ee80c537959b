using System.Runtime.CompilerServices;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>How many children a value has.</summary>
internal static class ContainerCount
{
    /// <summary>Elements of an array or properties of an object; -1 for a value of another kind.</summary>
    /// <exception cref="BlittableException">The value is damaged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Read(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary)
    {
        var tag = RawBytes.ReadTag(document, address);
        var width = tag - Tag.Array;
        if ((uint)width > Tag.ArrayLast - Tag.Array)
        {
            return tag == Tag.PackedNumbers ? ReadPacked(document, address) : ReadOther(document, address, shapeTable, dictionary);
        }

        var start = address + 1;
        var count = RawBytes.ReadVarint(document, ref start);
        if (start + ((long)count << width) > document.Length)
        {
            ThrowHelper.InvalidCount(count, "slots", address);
        }

        return (int)count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ReadPacked(ReadOnlySpan<byte> document, int address) =>
        PackedNumbers.TryReadPlainRows(document, address, out var rows) ? rows : ReadOtherPacked(document, address);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ReadOtherPacked(ReadOnlySpan<byte> document, int address) => PackedNumbers.ReadRows(document, address, out _);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ReadOther(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary)
    {
        if (address < 0)
        {
            return PackedElement.TryReadRow(document, address, shapeTable, out var row) ? row.Count : -1;
        }

        return Container.TryReadObject(document, address, shapeTable, dictionary, out var container, out _)
            || Container.TryReadArray(document, address, out container)
            ? container.Count
            : -1;
    }
}
