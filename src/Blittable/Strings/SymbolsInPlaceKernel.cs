using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>The symbols of a serialized table, followed where they lie.</summary>
/// <remarks>Of a table that has symbols and is sound: that all of them start inside it was found out before.</remarks>
internal readonly ref struct SymbolsInPlaceKernel : ISymbolSource
{
    private readonly ref byte _entries;
    private readonly ref byte _symbols;
    private readonly Vector128<byte> _counts;

    public SymbolsInPlaceKernel(SymbolTableView table)
    {
        _entries = ref MemoryMarshal.GetReference(table.Entries);
        _symbols = ref MemoryMarshal.GetReference(table.Symbols);
        _counts = Vector128.Create((byte)table.Count);
    }

    /// <summary>Entries have lengths less one. Adding three numbers at each code takes a cycle more than two, and the next code waits for it.</summary>
    public static int Omitted => 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Has(uint code) => code < _counts.ToScalar();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool HasAll(uint fourCodes) => !Vector128.GreaterThanOrEqualAny(Vector128.Create(fourCodes).AsByte(), _counts);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public nint LengthOf(uint code) => (nint)(EntryOf(code) & (SymbolTableView.MaxSymbolLength - 1)) + 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public nint Put(uint code, ref byte output)
    {
        var entry = EntryOf(code);
        Unsafe.WriteUnaligned(ref output, Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref _symbols, (nuint)(entry >> SymbolTableView.LengthBits))));
        return (nint)(entry & (SymbolTableView.MaxSymbolLength - 1));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint EntryOf(uint code) => Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref _entries, (nuint)code * sizeof(ushort)));
}
