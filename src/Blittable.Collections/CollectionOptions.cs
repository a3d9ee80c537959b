using Blittable.Layout;

namespace Blittable.Collections;

/// <summary>Specifies how a collection is written. The options are stored in the file and apply to later writers too.</summary>
public sealed record CollectionOptions
{
    /// <summary>The maximum number of rows in a chunk.</summary>
    public const int MaxChunkRows = 1 << 16;

    /// <summary>The maximum number of rows in a stripe.</summary>
    public const int MaxStripeRows = 1 << 24;

    private const string KeyOrOrder = "The path of a key or an order must match one value.";

    /// <summary>Gets the maximum JSON size that a document may expand to: the maximum length of JSON text that can be converted.</summary>
    internal static long MostExpandedBytes => Array.MaxLength;

    internal static CollectionOptions Default { get; } = new();

    /// <summary>Gets the document layout.</summary>
    public CollectionLayout Layout { get; init; } = CollectionLayout.Columns;

    /// <summary>Gets the number of rows in a stripe, the unit of sorting and indexing. A stripe also ends when its documents reach 256 MB.</summary>
    public int StripeRows { get; init; } = 150_000;

    /// <summary>Gets the number of rows in a chunk, the unit of reading and of the zone map.</summary>
    public int ChunkRows { get; init; } = 10_000;

    /// <summary>Gets the path that the rows of a stripe are sorted by, without wildcards, or <see langword="null"/> to keep insertion order.</summary>
    public string? OrderBy { get; init; }

    /// <summary>Gets the path of the key, without wildcards, or <see langword="null"/> for a collection without keys. A key is a unique number or string,
    /// required in every document.</summary>
    public string? Key { get; init; }

    /// <summary>Gets the paths to index, in addition to the key. A path with a wildcard or an array index has columns, but no index.</summary>
    public IReadOnlyList<string> Indexes { get; init; } = [];

    /// <summary>Gets the paths to store in columns in the layout <see cref="CollectionLayout.Hybrid"/>, in addition to <see cref="OrderBy"/>, <see cref="Key"/>
    /// and <see cref="Indexes"/>.</summary>
    public IReadOnlyList<string> Columns { get; init; } = [];

    /// <summary>Gets the block compression, applied to blocks that it makes smaller.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
    public BlockCompression Compression { get; init => field = Setting.Named(value); } = BlockCompression.None;

    /// <summary>Gets the maximum JSON size, in bytes, that a document may expand to. <see cref="CollectionWriter.Add(BlittableValue)"/> rejects larger
    /// documents (<see cref="BlittableErrorCode.ExpansionTooLarge"/>). Accepted documents are never rejected later.</summary>
    /// <remarks>By default, the limit of each added document applies (<see cref="BlittableValue.WithMaxExpandedBytes"/>), and JSON text is not limited. A document never
    /// expands to more than 2,147,483,591 bytes, which is the maximum length of JSON text. For
    /// layouts with columns, the cost of storing a document grows with its JSON size, regardless of its binary size.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long? MaxExpandedBytes { get; init => field = value is { } bytes ? Setting.NotNegative(bytes) : null; }

    /// <summary>Throws if the options are invalid.</summary>
    internal void Check()
    {
        if (!Enum.IsDefined(Layout) || StripeRows is < 1 or > MaxStripeRows || ChunkRows is < 1 or > MaxChunkRows)
        {
            throw new ArgumentException(
                $"A collection requires a defined layout, 1 to {MaxChunkRows} rows per chunk and 1 to {MaxStripeRows} rows per stripe; "
                + $"the options specify {Layout}, {ChunkRows} and {StripeRows}.");
        }

        foreach (var path in Indexes.Concat(Columns))
        {
            BlittablePath.Parse(path);
        }

        RequireSingle(OrderBy, KeyOrOrder);
        RequireSingle(Key, KeyOrOrder);
    }

    /// <summary>Throws if a path can match several values of a document.</summary>
    /// <param name="path">The path, or null.</param>
    /// <param name="reason">The sentence of the message that explains why several values are not permitted.</param>
    /// <exception cref="BlittableException">The path is invalid or has a wildcard.</exception>
    internal static void RequireSingle(string? path, string reason)
    {
        if (path is not null && BlittablePath.Parse(path).HasWildcard)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidPath, $"'{path}' can match several values. {reason}");
        }
    }
}
