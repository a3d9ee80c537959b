using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Format;
using Blittable.Strings;

namespace Blittable.Reading;

/// <content>Lookup among compressed names: a name has one coding, so codes are compared, and a name that is looked for again and again is coded once.</content>
internal static partial class PropertyKernel
{
    /// <summary>Names whose codes may need more bytes than this are coded in rented memory.</summary>
    private const int MaxCodesOnStack = 256;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindCodedByFingerprint(ReadOnlySpan<byte> document, int address, ReadOnlySpan<byte> name) =>
        KnownNamesKernel.Find(name) is { } known ? FindByFingerprint(document, address, name, known.Codes) : (int)Unusual;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int FindCodedByLength(ReadOnlySpan<byte> document, int address, ReadOnlySpan<byte> name) =>
        KnownNamesKernel.Find(name) is { } known ? FindStoredByLength(document, address, known.Codes) : (int)Unusual;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static long SearchCoded(ReadOnlySpan<byte> document, int address, int shapeTable, ReadOnlySpan<byte> name, ReadOnlySpan<byte> codes) =>
        Search(document, address, shapeTable, name, codes, ShapeBlock.HasCodedNames);

    /// <summary>Codes a name that is not remembered.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static long SearchCoded(ReadOnlySpan<byte> document, int address, int shapeTable, ReadOnlySpan<byte> name)
    {
        var room = NameCodesKernel.MaxEncodedLength(name.Length);
        var rented = room > MaxCodesOnStack ? ArrayPool<byte>.Shared.Rent(room) : [];
        var codes = room > MaxCodesOnStack ? rented : stackalloc byte[MaxCodesOnStack];
        var found = SearchCoded(document, address, shapeTable, name, codes[..NameCodesKernel.Encode(name, codes)]);
        if (rented.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(rented);
        }

        return found;
    }
}
