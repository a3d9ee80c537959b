using Blittable.Collections.Storage;

namespace Blittable.Collections.Stripes.Indexes;

/// <summary>Represents the large membership filters of a column, which share a block.</summary>
/// <remarks>
/// For each chunk group: <c>bytes</c>, the filter; empty if the chunk has none. A query for a rare value reads this block instead of the chunks. The filter of a
/// chunk is dropped if its strings were finally stored as codes of a shared dictionary, so that it would exceed a twelfth of the size of the chunk.
/// </remarks>
internal static class LargeFilters
{
    /// <summary>Writes the filters that are worth their size.</summary>
    /// <param name="chunks">The filter of each chunk, and the stored size of the chunk.</param>
    /// <param name="sink">The output.</param>
    /// <returns>The block; none if no filter is worth its size.</returns>
    public static BlockReference Write(IEnumerable<(MembershipFilter Filter, int Bytes)> chunks, BlockSink sink)
    {
        var output = new DirectoryBuffer();
        var isAny = false;
        foreach (var (filter, bytes) in chunks)
        {
            var isStored = filter.IsWorthStoring(bytes);
            output.WriteBytes(isStored ? filter.Bytes : []);
            isAny |= isStored;
        }

        return isAny ? sink.Write(output.Written) : default;
    }

    /// <summary>Reads the filters of a column.</summary>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    public static MembershipFilter[] Read(ReadOnlyMemory<byte> block, int groups)
    {
        var fields = new DirectoryFields(block);
        var filters = new MembershipFilter[groups];
        foreach (ref var filter in filters.AsSpan())
        {
            filter = MembershipFilter.ReadLarge(ref fields);
        }

        return filters;
    }
}
