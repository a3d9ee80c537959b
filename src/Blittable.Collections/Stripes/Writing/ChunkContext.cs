using Blittable.Collections.Storage;
using Blittable.Collections.Stripes.Indexes;
using Blittable.Columns;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Holds what the encoding of chunks shares: writers, and the output of chunks.</summary>
/// <remarks>Chunks have neither statistics nor checksums of their own: the directory has the bounds and a checksum of each block.</remarks>
internal sealed class ChunkContext(BlockSink sink)
{
    private static readonly ColumnOptions Bare = new() { Statistics = false, Checksum = false };
    private static readonly ColumnOptions Plain = new() { Statistics = false, Checksum = false, Encoding = ColumnEncoding.Plain };

    public ColumnWriter<long> Integers { get; } = new(Bare);

    public ColumnWriter<double> Doubles { get; } = new(Bare);

    public ColumnWriter<bool> Booleans { get; } = new(Bare);

    public ColumnWriter<int> Small { get; } = new(Bare);

    public StringColumnWriter Strings { get; } = new(Bare);

    /// <summary>For strings that are compressed already.</summary>
    public StringColumnWriter PlainStrings { get; } = new(Plain);

    public MembershipFilter.Builder Filter { get; } = new();

    public BlockSink Sink { get; } = sink;

    /// <summary>The first row of the chunk group, in the stripe.</summary>
    public int FirstRow { get; set; }
}
