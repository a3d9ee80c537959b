namespace Blittable.Npgsql.Dictionaries;

/// <summary>
/// Collects samples of texts to learn from. The first sample consists of the first documents that are written. Later samples follow at intervals, which double
/// as long as samples contain nothing new.
/// </summary>
internal sealed class DictionarySampler
{
    private const int Documents = 64;
    private const int MaxBytes = 1 << 18;

    /// <summary>The maximum length of a sampled text. In a longer text, property names account for little of the size.</summary>
    private const int MaxTextLength = 1 << 16;

    private const int MinPause = 256;
    private const int MaxPause = 1 << 16;

    private readonly Lock _changing = new();
    private List<ReadOnlyMemory<byte>> _texts = [];
    private int _bytes;
    private int _pause = MinPause;
    private int _skip;

    /// <summary>Determines whether texts reach the count or the total length of a sample.</summary>
    public static bool IsFull(IReadOnlyList<ReadOnlyMemory<byte>> texts) => texts.Count >= Documents || texts.Sum(text => (long)text.Length) >= MaxBytes;

    /// <summary>Adds the text of a converted document, unless it is skipped.</summary>
    /// <returns>A sample if the text completes it; otherwise, null. Each sample is returned to a single caller.</returns>
    public IReadOnlyList<ReadOnlyMemory<byte>>? Add(ReadOnlySpan<byte> utf8Json)
    {
        lock (_changing)
        {
            if (_skip > 0)
            {
                _skip--;
                return null;
            }

            if (utf8Json.Length > MaxTextLength)
            {
                return null;
            }

            _texts.Add(utf8Json.ToArray());
            _bytes += utf8Json.Length;
            if (_texts.Count < Documents && _bytes < MaxBytes)
            {
                return null;
            }

            var sample = _texts;
            _texts = [];
            _bytes = 0;
            _skip = _pause;
            _pause = Math.Min(2 * _pause, MaxPause);
            return sample;
        }
    }

    /// <summary>Resets the interval. Call this after a sample contained something new, because the next sample probably does too.</summary>
    public void LookAgainSoon()
    {
        lock (_changing)
        {
            _skip = 0;
            _pause = MinPause;
        }
    }
}
