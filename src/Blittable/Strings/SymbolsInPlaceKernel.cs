using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Strings;

/// <summary>The symbols of a serialized table, followed where they lie.</summary>
/// <remarks>A symbol's start is compared with the end of all symbols before it is followed: the table may be damaged.</remarks>
internal readonly ref struct SymbolsInPlaceKernel(SymbolTableView table) : ISymbolSource
{
    private readonly ref byte _entries = ref MemoryMarshal.GetReference(table.Entries);
    private readonly ref byte _symbols = ref MemoryMarshal.GetReference(table.Symbols);
    private readonly uint _count = (uint)table.Count;
    private readonly uint _symbolBytes = (uint)table.SymbolBytes;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Has(uint code) => code < _count && EntryOf(code) >> SymbolTableView.LengthBits < _symbolBytes;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasAll(uint fourCodes) =>
        Has((byte)fourCodes) && Has((byte)(fourCodes >> 8)) && Has((byte)(fourCodes >> 16)) && Has(fourCodes >> 24);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public nint LengthOf(uint code) => (nint)(EntryOf(code) & (SymbolTableView.MaxSymbolLength - 1)) + 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public nint Put(uint code, ref byte output)
    {
        var entry = EntryOf(code);
        Unsafe.WriteUnaligned(ref output, Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref _symbols, (nuint)(entry >> SymbolTableView.LengthBits))));
        return (nint)(entry & (SymbolTableView.MaxSymbolLength - 1)) + 1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint EntryOf(uint code) => Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref _entries, (nuint)code * sizeof(ushort)));
}
