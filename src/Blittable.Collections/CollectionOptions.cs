using Blittable.Layout;

namespace Blittable.Collections;

/// <summary>Sets how a collection is written. The options are stored in the file, and later writers use them, too.</summary>
public sealed record CollectionOptions
{
    /// <summary>The most rows of a chunk.</summary>
    public const int MaxChunkRows = 1 << 16;

    /// <summary>The most rows of a stripe.</summary>
    public const int MaxStripeRows = 1 << 24;

    /// <summary>The most bytes of JSON text that a document may expand to: as many as a text may have that is converted.</summary>
    internal static long MostExpandedBytes => Array.MaxLength;

    internal static CollectionOptions Default { get; } = new();

    /// <summary>Gets how documents are stored.</summary>
    public CollectionLayout Layout { get; init; } = CollectionLayout.Columns;

    /// <summary>Gets the number of rows of a stripe, which are sorted and indexed together; a stripe also ends where its documents reach 256 MB.</summary>
    public int StripeRows { get; init; } = 150_000;

    /// <summary>Gets the number of rows of a chunk, the unit of reading and of the zone map.</summary>
    public int ChunkRows { get; init; } = 10_000;

    /// <summary>Gets the path whose values sort the rows of a stripe; null keeps them as they come.</summary>
    public string? OrderBy { get; init; }

    /// <summary>Gets the path of the key, a number or a string that is present in every document and unique; null for a collection without keys.</summary>
    public string? Key { get; init; }

    /// <summary>Paths that documents are looked up by, besides the key.</summary>
    public IReadOnlyList<string> Indexes { get; init; } = [];

    /// <summary>Paths that have columns in <see cref="CollectionLayout.Hybrid"/>, those of the order, the key and the indexes besides.</summary>
    public IReadOnlyList<string> Columns { get; init; } = [];

    /// <summary>Gets the compression of blocks, used where it makes them smaller.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a defined one.</exception>
    public BlockCompression Compression { get; init => field = Setting.Named(value); } = BlockCompression.None;

    /// <summary>Gets the most bytes of JSON text that a document may expand to. <see cref="CollectionWriter.Add(BlittableValue)"/> refuses a longer one
    /// (<see cref="BlittableErrorCode.ExpansionTooLarge"/>); what it has accepted is never refused later.</summary>
    /// <remarks>By default this is the limit of the document that is added (<see cref="BlittableValue.WithMaxExpandedBytes"/>), and JSON text has none. Documents with columns
    /// take as much work as their text is long, whatever their own bytes.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public long? MaxExpandedBytes { get; init => field = value is { } bytes ? Setting.NotNegative(bytes) : null; }

    /// <summary>Throws for options that make no sense.</summary>
    internal void Check()
    {
        if (!Enum.IsDefined(Layout) || StripeRows is < 1 or > MaxStripeRows || ChunkRows is < 1 or > MaxChunkRows)
        {
            throw new ArgumentException(
                $"A collection has a layout, 1 to {MaxChunkRows} rows a chunk and 1 to {MaxStripeRows} rows a stripe; "
                + $"these options have {Layout}, {ChunkRows} and {StripeRows}.");
        }

        foreach (var path in Indexes.Concat(Columns).Append(OrderBy ?? "$").Append(Key ?? "$"))
        {
            BlittablePath.Parse(path);
        }
    }
}
