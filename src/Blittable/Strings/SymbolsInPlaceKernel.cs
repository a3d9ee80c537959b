using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>The symbols of a serialized table, followed where they lie.</summary>
/// <remarks>
/// Of a table that has symbols and bytes for them. It may be damaged: a symbol that starts behind the table is taken from its beginning. To compare at each
/// code takes less than to look through a table before each string, for a processor predicts that all is well.
/// </remarks>
internal readonly ref struct SymbolsInPlaceKernel : ISymbolSource
{
    private readonly ref byte _entries;
    private readonly ref byte _symbols;
    private readonly uint _symbolBytes;

    public SymbolsInPlaceKernel(SymbolTableView table)
    {
        _entries = ref MemoryMarshal.GetReference(table.Entries);
        _symbols = ref MemoryMarshal.GetReference(table.Symbols);
        _symbolBytes = (uint)table.SymbolBytes;
        Counts = Vector128.Create((byte)table.Count);
    }

    public Vector128<byte> Counts { get; }

    /// <summary>Entries have lengths less one. Adding three numbers at each code takes a cycle more than two, and the next code waits for it.</summary>
    public static int Omitted => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public nint LengthOf(uint code) => (nint)(EntryOf(code) & (SymbolTableView.MaxSymbolLength - 1)) + 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public nint Put(uint code, ref byte output)
    {
        var entry = EntryOf(code);
        var start = entry >> SymbolTableView.LengthBits;
        if (start >= _symbolBytes)
        {
            start = 0;
        }

        Unsafe.WriteUnaligned(ref output, Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref _symbols, (nuint)start)));
        return (nint)(entry & (SymbolTableView.MaxSymbolLength - 1));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint EntryOf(uint code) => Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref _entries, (nuint)code * sizeof(ushort)));
}
