using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Describes the collection's state at a commit: all of it, or the difference to an earlier footer, its parent.</summary>
/// <remarks>
/// <code>
/// a <see cref="SealedRecord"/> of the kind 'F', and in it:
///    varint   number of the commit
///    varint   tokens of the last commits that had one, the latest first, and each: 16 bytes
///    block    the parent, its offset from the start of the file; a length of zero where the footer has all of the state, and then:
///      ...     options (<see cref="StoredOptions"/>)
///    varint   stripes of the parent that are still there, from its first one on
///    varint   stripes among these in which rows were deleted, and each (<see cref="StripeChange"/>)
///    varint   dictionaries that the parent lacks, and each (<see cref="DictionaryReference"/>)
///    varint   stripes after those of the parent, and each (<see cref="StripeReference"/>)
/// </code>
/// A footer is found and checked without anything that leads to it: that is how a state is recovered whose superblock is damaged.
/// </remarks>
internal sealed record Footer
{
    /// <summary>The tokens that a footer remembers: a caller may retry after a few commits of others.</summary>
    public const int MostTokens = 8;

    private const int TokenSize = 16;

    public required long Sequence { get; init; }

    /// <summary>The tokens of the last commits that had one, the latest first.</summary>
    public IReadOnlyList<Guid> Tokens { get; init; } = [];

    /// <summary>The footer that this one adds to; none where this one has all of the state.</summary>
    public BlockReference Parent { get; init; }

    /// <summary>How the collection is written; only in a footer without a parent.</summary>
    public CollectionOptions? Options { get; init; }

    public int KeptStripes { get; init; }

    public IReadOnlyList<StripeChange> Changes { get; init; } = [];

    public IReadOnlyList<DictionaryReference> Dictionaries { get; init; } = [];

    public IReadOnlyList<StripeReference> Stripes { get; init; } = [];

    /// <summary>The footer's bytes.</summary>
    /// <param name="offset">Where it is written.</param>
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
    /// <param name="bytes">All of its bytes.</param>
    /// <param name="offset">Where it is in the file.</param>
    /// <exception cref="BlittableException">They are damaged, or of another version.</exception>
    public static Footer Read(ReadOnlyMemory<byte> bytes, long offset)
    {
        var fields = SealedRecord.Open(bytes, SealedRecord.Footer, offset);
        var sequence = fields.TakeCount("the number of a commit", long.MaxValue);
        var tokens = new Guid[fields.TakeCount("the tokens of commits", MostTokens)];
        for (var i = 0; i < tokens.Length; i++)
        {
            tokens[i] = new Guid(fields.TakeRaw(TokenSize, "the token of a commit"));
        }

        var parent = BlockReference.Read(ref fields, 0);
        var options = parent.Exists ? null : StoredOptions.Read(ref fields);
        var kept = (int)fields.TakeCount("the stripes that a commit keeps", parent.Exists ? int.MaxValue : 0);
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
            ThrowHelper.InvalidData("the end of the footer after its stripes", "more bytes");
        }

        return new Footer
        {
            Sequence = sequence,
            Tokens = tokens,
            Parent = parent,
            Options = options,
            KeptStripes = kept,
            Changes = changes,
            Dictionaries = dictionaries,
            Stripes = stripes,
        };
    }
}
