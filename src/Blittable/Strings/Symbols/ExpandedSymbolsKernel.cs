using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary><see cref="ExpandedSymbols"/> as the decoder reads them.</summary>
internal readonly ref struct ExpandedSymbolsKernel : ISymbolSource
{
    private readonly ref ulong _words;
    private readonly ref byte _lengths;

    public ExpandedSymbolsKernel(ExpandedSymbols symbols)
    {
        _words = ref MemoryMarshal.GetArrayDataReference(symbols.Words);
        _lengths = ref MemoryMarshal.GetArrayDataReference(symbols.Lengths);
        Counts = Vector128.Create((byte)symbols.Count);
    }

    public Vector128<byte> Counts { get; }

    public static int Omitted => 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public nint LengthOf(nint code) => Unsafe.Add(ref _lengths, code);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public nint Put(nint code, ref byte output)
    {
        Unsafe.WriteUnaligned(ref output, Unsafe.Add(ref _words, code));
        return Unsafe.Add(ref _lengths, code);
    }
}
