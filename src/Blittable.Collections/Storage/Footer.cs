using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Describes the state of the collection at a commit, either completely or as a difference to an earlier footer, its parent.</summary>
/// <remarks>
/// <code>
/// a <see cref="SealedRecord"/> of kind 'F' that contains:
///    varint   number of the commit
///    varint   number of tokens of recent commits, latest first, and for each: 16 bytes
///    block    the parent, its offset from the start of the file; a length of zero if the footer has the complete state, followed by:
///      ...     options (<see cref="StoredOptions"/>)
///      ...     lineage (<see cref="Storage.Lineage"/>)
///    varint   stripes of the parent that are kept, starting at the first one
///    varint   kept stripes in which rows were deleted, and for each: <see cref="StripeChange"/>
///    varint   dictionaries added after the dictionaries of the parent, and for each: <see cref="DictionaryReference"/>
///    varint   stripes added after the kept ones, and for each: <see cref="StripeReference"/>
/// </code>
/// A footer can be found and verified without a reference to it. This is how a state with a damaged superblock is recovered.
/// </remarks>
internal sealed record Footer
{
    /// <summary>The maximum number of tokens in a footer. It allows a caller to retry after a few commits of other callers.</summary>
    public const int MostTokens = 8;

    private const int TokenSize = 16;

    public required long Sequence { get; init; }

    /// <summary>Gets the tokens of the most recent commits with a token, latest first.</summary>
    public IReadOnlyList<Guid> Tokens { get; init; } = [];

    /// <summary>Gets the footer that this one extends, if any.</summary>
    public BlockReference Parent { get; init; }

    /// <summary>Gets the options that the collection is written with. Only a footer without a parent has options.</summary>
    public CollectionOptions? Options { get; init; }

    /// <summary>Gets the lineage. Only a footer without a parent has one.</summary>
    public Lineage? Lineage { get; init; }

    public int KeptStripes { get; init; }

    public IReadOnlyList<StripeChange> Changes { get; init; } = [];

    public IReadOnlyList<DictionaryReference> Dictionaries { get; init; } = [];

    public IReadOnlyList<StripeReference> Stripes { get; init; } = [];

    /// <summary>Encodes the footer.</summary>
    /// <param name="offset">The file offset of the footer.</param>
    public byte[] ToArray(long offset)
    {
        var output = new DirectoryBuffer();
        output.WriteCount(offset);
        output.WriteCount(Sequence);
        output.WriteCount(Tokens.Count);
        foreach (var token in Tokens)
        {
            output.WriteRaw(token.ToByteArray());
        }

        Parent.Write(output, 0);
        if (Options is not null)
        {
            StoredOptions.Write(output, Options);
            Lineage!.Write(output);
        }

        output.WriteCount(KeptStripes);
        output.WriteCount(Changes.Count);
        foreach (var change in Changes)
        {
            change.Write(output);
        }

        output.WriteCount(Dictionaries.Count);
        foreach (var dictionary in Dictionaries)
        {
            dictionary.Write(output);
        }

        output.WriteCount(Stripes.Count);
        foreach (var stripe in Stripes)
        {
            stripe.Write(output);
        }

        return SealedRecord.Seal(SealedRecord.Footer, output.Written);
    }

    /// <summary>Reads a footer.</summary>
    /// <param name="bytes">The bytes of the footer.</param>
    /// <param name="offset">The file offset of the footer.</param>
    /// <exception cref="BlittableException">The bytes are damaged, or have another version.</exception>
    public static Footer Read(ReadOnlyMemory<byte> bytes, long offset)
    {
        var fields = SealedRecord.Open(bytes, SealedRecord.Footer, offset);
        var sequence = fields.TakeCount("a commit number", long.MaxValue);
        var tokens = new Guid[fields.TakeCount("the number of commit tokens", MostTokens)];
        for (var i = 0; i < tokens.Length; i++)
        {
            tokens[i] = new Guid(fields.TakeRaw(TokenSize, "a commit token"));
        }

        var parent = BlockReference.Read(ref fields, 0);
        var options = parent.Exists ? null : StoredOptions.Read(ref fields);
        var lineage = parent.Exists ? null : Lineage.Read(ref fields);
        var kept = (int)fields.TakeCount("the number of stripes that a commit retains", parent.Exists ? int.MaxValue : 0);
        var changes = new StripeChange[fields.TakeLength("the number of stripes with deleted rows")];
        for (var i = 0; i < changes.Length; i++)
        {
            changes[i] = StripeChange.Read(ref fields, kept);
        }

        var dictionaries = new DictionaryReference[fields.TakeLength("the number of dictionaries")];
        for (var i = 0; i < dictionaries.Length; i++)
        {
            dictionaries[i] = DictionaryReference.Read(ref fields);
        }

        var stripes = new StripeReference[fields.TakeLength("the number of stripes")];
        for (var i = 0; i < stripes.Length; i++)
        {
            stripes[i] = StripeReference.Read(ref fields, int.MaxValue);
        }

        if (!fields.IsAtEnd)
        {
            ThrowHelper.InvalidData("the end of the footer after its stripes", "additional bytes");
        }

        return new Footer
        {
            Sequence = sequence,
            Tokens = tokens,
            Parent = parent,
            Options = options,
            Lineage = lineage,
            KeptStripes = kept,
            Changes = changes,
            Dictionaries = dictionaries,
            Stripes = stripes,
        };
    }
}
