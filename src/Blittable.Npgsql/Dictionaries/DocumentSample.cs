namespace Blittable.Npgsql.Dictionaries;

/// <summary>
/// Texts to learn from: the first documents that are written, and later some now and then, the more rarely the longer they teach nothing new.
/// </summary>
internal sealed class DocumentSample
{
    private const int Documents = 64;
    private const int MaxBytes = 1 << 18;

    /// <summary>The names of a longer text are little of it.</summary>
    private const int MaxTextLength = 1 << 16;

    private const int MinPause = 256;
    private const int MaxPause = 1 << 16;

    private readonly Lock _changing = new();
    private List<ReadOnlyMemory<byte>> _texts = [];
    private int _bytes;
    private int _pause = MinPause;
    private int _skip;

    /// <summary>Determines whether texts reach the count or the length of a sample.</summary>
    public static bool IsFull(IReadOnlyList<ReadOnlyMemory<byte>> texts) => texts.Count >= Documents || texts.Sum(text => (long)text.Length) >= MaxBytes;

    /// <summary>Notices a text that a document was made of.</summary>
    /// <returns>A sample, to the one caller whose text completes it; otherwise null.</returns>
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

    /// <summary>The last sample had something new, so the next may well have too.</summary>
    public void LookAgainSoon()
    {
        lock (_changing)
        {
            _skip = 0;
            _pause = MinPause;
        }
    }
}
