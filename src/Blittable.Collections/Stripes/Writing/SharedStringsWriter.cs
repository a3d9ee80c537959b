using Blittable.Collections.Storage;
using Blittable.Columns;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Encodes the strings of a stripe's column both with a shared dictionary and as independent chunks. Writes the smaller form at the end of the
/// stripe.</summary>
/// <remarks>URLs and names of medium cardinality repeat from chunk to chunk, so each independent chunk would contain most of them again.</remarks>
internal sealed class SharedStringsWriter
{
    /// <summary>The number of distinct strings in a chunk below which its own dictionary is small.</summary>
    private const int LeastDistinct = 256;

    /// <summary>The maximum percentage of distinct values. Strings that hardly repeat do not benefit.</summary>
    private const int MostDistinct = 95;

    private const int MostBytes = 1 << 24;

    private readonly StringTable _table = new();
    private readonly ValueRows<int> _codes = new();
    private readonly List<(int Group, ChunkInfo Chunk, byte[] Own, byte[] Codes)> _chunks = [];
    private bool? _isTried;

    /// <summary>Determines whether to defer a chunk to the end of the stripe. The first chunk decides for all later chunks, as long
    /// as the dictionary does not exceed its maximum size.</summary>
    public bool IsTried(int values, int distinct) =>
        (_isTried ??= distinct > LeastDistinct && distinct * 100L <= (long)values * MostDistinct) && _table.ByteCount <= MostBytes;

    /// <summary>Adds a chunk.</summary>
    /// <param name="group">The chunk group.</param>
    /// <param name="chunk">The directory entry of the independent chunk.</param>
    /// <param name="own">The bytes of the independent chunk.</param>
    /// <param name="texts">The strings.</param>
    /// <param name="rows">The number of rows in the group.</param>
    /// <param name="context">The encoder of the codes.</param>
    public void Add(int group, ChunkInfo chunk, ReadOnlySpan<byte> own, TextRows texts, int rows, ChunkContext context)
    {
        for (var i = 0; i < texts.Count; i++)
        {
            _codes.Add(texts.Rows[i], _table.Number(texts[i]));
        }

        var codes = context.Small.Encode(_codes.Spread(_codes.Values, rows, out var validity), validity);
        _chunks.Add((group, chunk, own.ToArray(), codes.ToArray()));
        _codes.Clear();
    }

    /// <summary>Writes the deferred chunks, and their dictionary if it is used.</summary>
    /// <param name="context">The output.</param>
    /// <param name="dictionary">The block of the dictionary; none if the chunks are independent.</param>
    /// <returns>The written chunks, with their groups.</returns>
    public IEnumerable<(int Group, ChunkInfo Chunk)> Finish(ChunkContext context, out BlockReference dictionary)
    {
        dictionary = default;
        if (_chunks.Count == 0)
        {
            return [];
        }

        var ends = new int[_table.Count];
        var length = 0;
        for (var i = 0; i < ends.Length; i++)
        {
            ends[i] = length += _table[i].Length;
        }

        var bytes = new byte[length];
        for (var i = 0; i < ends.Length; i++)
        {
            _table[i].CopyTo(bytes.AsSpan(ends[i] - _table[i].Length));
        }

        context.Strings.WriteBatch(bytes, ends, default);
        var strings = context.Strings.Finish();
        var isShared = strings.Length + _chunks.Sum(chunk => (long)chunk.Codes.Length) <= _chunks.Sum(chunk => (long)chunk.Own.Length);
        if (isShared)
        {
            dictionary = context.Sink.Write(strings.Span);
        }

        return
        [
            .. _chunks.Select(chunk => (chunk.Group, chunk.Chunk.At(
                isShared ? ChunkFormat.Codes : chunk.Chunk.Format, context.Sink.Write(isShared ? chunk.Codes : chunk.Own)))),
        ];
    }
}
