using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Format;
using Blittable.Strings;

namespace Blittable.Reading;

/// <summary>Lookup among compressed names: a name has one coding, so codes are compared, and a name that is looked for again and again is coded once.</summary>
internal static partial class PropertyKernel
{
    /// <summary>Names whose codes may need more bytes than this are coded in rented memory.</summary>
    private const int MaxCodesOnStack = 256;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindCodedByFingerprint(ReadOnlySpan<byte> document, int address, ReadOnlySpan<byte> name) =>
        NameCodesMemoryKernel.Find(name) is { } codes ? FindByFingerprint(document, address, name, codes.Span) : (int)Unusual;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindCodedByLength(ReadOnlySpan<byte> document, int address, ReadOnlySpan<byte> name) =>
        NameCodesMemoryKernel.Find(name) is { } codes ? FindStoredByLength(document, address, codes.Span) : (int)Unusual;

    /// <summary>Compressed names, and what only the long way finds.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long SearchUnusual(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary, ReadOnlySpan<byte> name)
    {
        var found = NameCodesMemoryKernel.Find(name) is { } codes
            ? SearchCoded(document, address, shapeTable, name, codes.Span)
            : SearchCodedAnew(document, address, shapeTable, name);
        return found == Unusual ? SearchTheLongWay(document, address, shapeTable, dictionary, name) : found;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long SearchCoded(ReadOnlySpan<byte> document, int address, int shapeTable, ReadOnlySpan<byte> name, ReadOnlySpan<byte> codes) =>
        Search(document, address, shapeTable, name, codes, ShapeBlock.HasCodedNames);

    /// <summary>Codes a name and has it remembered.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static long SearchCodedAnew(ReadOnlySpan<byte> document, int address, int shapeTable, ReadOnlySpan<byte> name)
    {
        var room = NameCodesKernel.MaxEncodedLength(name.Length);
        var rented = room > MaxCodesOnStack ? ArrayPool<byte>.Shared.Rent(room) : [];
        var codes = room > MaxCodesOnStack ? rented : stackalloc byte[MaxCodesOnStack];
        codes = codes[..NameCodesKernel.Encode(name, codes)];
        NameCodesMemoryKernel.Remember(name, codes);
        var found = SearchCoded(document, address, shapeTable, name, codes);
        if (rented.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(rented);
        }

        return found;
    }
}
