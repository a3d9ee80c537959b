using Blittable.Collections.Storage;
using Blittable.Collections.Stripes.Indexes;
using Blittable.Columns;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Provides shared state for encoding chunks: column writers, and the output.</summary>
/// <remarks>Chunks have no statistics and checksums of their own, because the directory has the bounds and a checksum for each block.</remarks>
internal sealed class ChunkContext(BlockSink sink)
{
    private static readonly ColumnOptions Bare = new() { Statistics = false, Checksum = false };
    private static readonly ColumnOptions Plain = new() { Statistics = false, Checksum = false, Encoding = ColumnEncoding.Plain };

    public ColumnWriter<long> Integers { get; } = new(Bare);

    public ColumnWriter<double> Doubles { get; } = new(Bare);

    public ColumnWriter<bool> Booleans { get; } = new(Bare);

    public ColumnWriter<int> Small { get; } = new(Bare);

    public StringColumnWriter Strings { get; } = new(Bare);

    /// <summary>Gets the writer for strings that are already compressed.</summary>
    public StringColumnWriter PlainStrings { get; } = new(Plain);

    public MembershipFilter.Builder Filter { get; } = new();

    public BlockSink Sink { get; } = sink;

    /// <summary>Gets or sets the first row of the chunk group in the stripe.</summary>
    public int FirstRow { get; set; }
}
