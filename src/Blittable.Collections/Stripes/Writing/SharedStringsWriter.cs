using Blittable.Collections.Storage;
using Blittable.Columns;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Tries one dictionary for all strings of a column of a stripe, beside chunks that stand for themselves: what is smaller is written at the stripe's end.
/// </summary>
/// <remarks>Urls and names of middling number repeat from chunk to chunk; a chunk of its own has most of them again.</remarks>
internal sealed class SharedStringsWriter
{
    /// <summary>Chunks of fewer distinct strings have small dictionaries themselves.</summary>
    private const int LeastDistinct = 256;

    /// <summary>Strings that hardly repeat gain nothing: of a hundred values at most so many may be distinct.</summary>
    private const int MostDistinct = 95;

    private const int MostBytes = 1 << 24;

    private readonly StringTable _table = new();
    private readonly ValueRows<int> _codes = new();
    private readonly List<(int Group, ChunkInfo Chunk, byte[] Own, byte[] Codes)> _chunks = [];
    private bool? _isTried;

    /// <summary>Determines whether a chunk is to wait for the stripe's end: what the first one is like decides for all.</summary>
    public bool IsTried(int values, int distinct) =>
        (_isTried ??= distinct > LeastDistinct && distinct * 100L <= (long)values * MostDistinct) && _table.ByteCount <= MostBytes;

    /// <summary>Takes a chunk.</summary>
    /// <param name="group">The chunk group.</param>
    /// <param name="chunk">What is known of it.</param>
    /// <param name="own">Its bytes as they are without a dictionary.</param>
    /// <param name="texts">The strings.</param>
    /// <param name="rows">The rows of the group.</param>
    /// <param name="context">Encodes numbers.</param>
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

    /// <summary>Writes the chunks that wait, and their dictionary where there is one.</summary>
    /// <param name="context">Where to.</param>
    /// <param name="dictionary">The dictionary's block; none where chunks stand for themselves.</param>
    /// <returns>The chunks as they were written, with their groups.</returns>
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
