using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>The decoder's way into <see cref="ExpandedSymbols"/>.</summary>
internal readonly ref struct ExpandedSymbolsKernel : ISymbolSource
{
    private readonly ref ulong _words;
    private readonly ref byte _lengths;
    private readonly Vector128<byte> _counts;

    public ExpandedSymbolsKernel(ExpandedSymbols symbols)
    {
        _words = ref MemoryMarshal.GetArrayDataReference(symbols.Words);
        _lengths = ref MemoryMarshal.GetArrayDataReference(symbols.Lengths);
        _counts = Vector128.Create((byte)symbols.Count);
    }

    public static int Omitted => 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Has(uint code) => code < _counts.ToScalar();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasAll(uint fourCodes) => !Vector128.GreaterThanOrEqualAny(Vector128.Create(fourCodes).AsByte(), _counts);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public nint LengthOf(uint code) => Unsafe.Add(ref _lengths, code);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public nint Put(uint code, ref byte output)
    {
        Unsafe.WriteUnaligned(ref output, Unsafe.Add(ref _words, code));
        return Unsafe.Add(ref _lengths, code);
    }
}
