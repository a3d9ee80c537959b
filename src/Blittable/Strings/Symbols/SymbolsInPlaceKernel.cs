using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>The symbols of a serialized table, followed where they lie.</summary>
/// <remarks>
/// Of a table that has symbols and bytes for them. Opening its document has found it whole; but nothing keeps the bytes from being changed later, so
/// each symbol's start is compared with the end of the table, which costs next to nothing as it is always foreseen, and one behind it is taken from
/// the table's beginning.
/// </remarks>
internal readonly ref struct SymbolsInPlaceKernel : ISymbolSource
{
    private readonly ref byte _entries;
    private readonly ref byte _symbols;
    private readonly uint _symbolBytes;

    public SymbolsInPlaceKernel(scoped in SymbolTableView table)
    {
        var entries = table.Entries;
        _entries = ref MemoryMarshal.GetReference(entries);
        _symbols = ref MemoryMarshal.GetReference(table.Symbols);
        _symbolBytes = (uint)table.SymbolBytes;
        Counts = Vector128.Create((byte)(entries.Length / sizeof(ushort)));
    }

    public Vector128<byte> Counts { get; }

    /// <summary>Entries have lengths less one. Adding three numbers at each code takes a cycle more than two, and the next code waits for it.</summary>
    public static int Omitted => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public nint LengthOf(nint code) => (nint)(EntryOf(code) & (SymbolTableView.MaxSymbolLength - 1)) + 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public nint Put(nint code, ref byte output)
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
    private uint EntryOf(nint code) => Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref _entries, code * sizeof(ushort)));
}
