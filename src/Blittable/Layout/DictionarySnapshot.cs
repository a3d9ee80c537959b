using Blittable.Strings;

namespace Blittable.Layout;

/// <summary>A dictionary as it was published at one version: what readers see while a writer goes on appending.</summary>
/// <remarks>
/// Shapes, strings and symbol tables are only ever appended, so a snapshot serves documents of its own and of all earlier versions. The arrays are
/// the writer's own and may be longer than what is published; nothing that is published is ever written again.
/// </remarks>
internal sealed class DictionarySnapshot
{
    /// <summary>A dictionary before its first version.</summary>
    public static readonly DictionarySnapshot Empty = new();

    /// <summary>Bytes after the shape blocks that vectors may read.</summary>
    public const int Slack = 64;

    private static long _snapshots;

    private ShapeMemory? _memory;
    private DictionarySnapshot? _unlimited;

    /// <summary>Gets a number that no other snapshot of the process has; never 0.</summary>
    public long Id { get; } = Interlocked.Increment(ref _snapshots);

    /// <summary>Versions so far.</summary>
    public int Version { get; init; }

    /// <summary>The state at each version, the first at index 0.</summary>
    public DictionaryVersion[] Versions { private get; init; } = [];

    /// <summary>Shape blocks one after the other, with <see cref="Slack"/> bytes after them.</summary>
    public byte[] ShapeBytes { private get; init; } = [];

    /// <summary>Where each block starts.</summary>
    public int[] ShapeAddresses { private get; init; } = [];

    /// <summary>Bytes of all blocks.</summary>
    public int ShapesLength { private get; init; }

    /// <summary>Strings one after the other, raw UTF-8.</summary>
    public byte[] StringBytes { private get; init; } = [];

    /// <summary>End of each string.</summary>
    public int[] StringEnds { private get; init; } = [];

    /// <summary>All symbol tables.</summary>
    public SymbolTable[] SymbolTables { private get; init; } = [];

    /// <summary>Finds a string by its text; null where there are none.</summary>
    public DictionaryStringIndex? Index { get; init; }

    /// <summary>The document's own symbol table, where this stands for the dictionary of a document that has none.</summary>
    public DocumentSymbols? OwnSymbols { get; private init; }

    /// <summary>
    /// The most bytes of JSON text that the document of a value may expand to, where its caller set a limit; null for the default. It belongs to a value rather
    /// than to a dictionary, and is here because every value has this reference.
    /// </summary>
    public long? MaxExpandedBytes { get; private set; }

    /// <summary>Gets a value that indicates whether this represents a dictionary, rather than only a limit or the symbols of a document without a dictionary.</summary>
    public bool IsDictionary => Version > 0;

    public int ShapeCount { get; init; }

    public int StringCount => Version == 0 ? 0 : Versions[Version - 1].StringCount;

    public int SymbolTableCount => Version == 0 ? 0 : Versions[Version - 1].SymbolTableCount;

    /// <summary>The symbol table of all versions that have one, if it is the same.</summary>
    public SymbolTable? OnlySymbols { get; init; }

    /// <summary>The bytes that hold all shape blocks, for <see cref="ShapeBlock.Read"/>.</summary>
    public ReadOnlySpan<byte> Shapes => ShapeBytes.AsSpan(0, ShapesLength);

    /// <summary>The same with <see cref="Slack"/>, whose bytes may change at any time.</summary>
    public ReadOnlySpan<byte> ShapesAndSlack => ShapeBytes.AsSpan(0, ShapesLength + Slack);

    /// <summary>The dictionary with which callers read a document that they read much of.</summary>
    /// <param name="document">The document.</param>
    /// <param name="dictionary">Its dictionary, if it has one.</param>
    /// <returns>The dictionary; an empty one that expands the document's symbol table, if that is all the document has.</returns>
    public static DictionarySnapshot? ForMuchOf(ReadOnlySpan<byte> document, DictionarySnapshot? dictionary) =>
        dictionary is { IsDictionary: true } or { OwnSymbols: not null } or { MaxExpandedBytes: null } || document.IsEmpty || (document[^1] & Trailer.HasSymbols) == 0
            ? dictionary
            : new DictionarySnapshot { OwnSymbols = new DocumentSymbols(), MaxExpandedBytes = dictionary?.MaxExpandedBytes };

    /// <summary>Returns a dictionary that is equal to another, for values with a limit of their own.</summary>
    /// <param name="dictionary">The dictionary; null for none.</param>
    /// <param name="maxExpandedBytes">The limit; null for the default.</param>
    public static DictionarySnapshot? WithMaxExpandedBytes(DictionarySnapshot? dictionary, long? maxExpandedBytes)
    {
        if (dictionary?.MaxExpandedBytes == maxExpandedBytes)
        {
            return dictionary;
        }

        dictionary ??= Empty;
        return maxExpandedBytes == long.MaxValue
            ? dictionary._unlimited ??= dictionary.Copy(maxExpandedBytes)
            : dictionary.Copy(maxExpandedBytes);
    }

    private DictionarySnapshot Copy(long? maxExpandedBytes)
    {
        var copy = (DictionarySnapshot)MemberwiseClone();
        copy.MaxExpandedBytes = maxExpandedBytes;
        copy._unlimited = null;
        return copy;
    }

    /// <summary>Returns the state at <paramref name="version"/>, from 1 on.</summary>
    public DictionaryVersion At(int version) => Versions[version - 1];

    /// <summary>Address of shape <paramref name="number"/> in <see cref="Shapes"/>.</summary>
    public int ShapeAddress(int number) => ShapeAddresses[number];

    /// <summary>The hints of each shape; those of another reader are dropped.</summary>
    public nint[] Memory(object owner)
    {
        var memory = _memory;
        if (!ReferenceEquals(memory?.Owner, owner))
        {
            _memory = memory = new ShapeMemory(owner, new nint[ShapeCount]);
        }

        return memory!.Addresses;
    }

    public ReadOnlySpan<byte> String(int index)
    {
        var start = index == 0 ? 0 : StringEnds[index - 1];
        return StringBytes.AsSpan(start, StringEnds[index] - start);
    }

    /// <summary>A string and the bytes after it, which may change at any time.</summary>
    public ReadOnlySpan<byte> StringAndMore(int index, out int length)
    {
        var start = index == 0 ? 0 : StringEnds[index - 1];
        length = StringEnds[index] - start;
        return StringBytes.AsSpan(start);
    }

    /// <summary>The symbol table that documents of <paramref name="version"/> use: the newest that there was; null if none.</summary>
    public SymbolTable? Symbols(int version)
    {
        var count = version == 0 ? 0 : At(version).SymbolTableCount;
        return count == 0 ? null : SymbolTables[count - 1];
    }

    /// <summary>Determines whether a document of this version and with this check was written with this dictionary.</summary>
    public bool Has(int version, ushort check) => (uint)(version - 1) < (uint)Version && Versions[version - 1].Check == check;

    /// <summary>Refuses a document whose dictionary is not this one, or is a version that this copy has not seen.</summary>
    /// <exception cref="BlittableException">
    /// <see cref="BlittableErrorCode.DictionaryOutdated"/> or <see cref="BlittableErrorCode.DictionaryMismatch"/>.
    /// </exception>
    public void Require(int version, ushort check)
    {
        if (version > Version)
        {
            ThrowHelper.DictionaryOutdated(version, Version);
        }

        if (At(version).Check != check)
        {
            ThrowHelper.DictionaryMismatch(version);
        }
    }
}

/// <summary>Holds a reader's hints of each shape of a dictionary.</summary>
/// <param name="Owner">Owns the memory that is pointed to, and must be kept alive as long as that is used.</param>
/// <param name="Addresses">An address for each shape; zero where nothing is remembered yet.</param>
internal sealed record ShapeMemory(object Owner, nint[] Addresses);
