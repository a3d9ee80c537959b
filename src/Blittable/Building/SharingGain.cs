namespace Blittable.Building;

/// <summary>Tells whether equal values are worth looking for in a small document, by what that saved in those before it.</summary>
/// <remarks>
/// Looking takes up to two fifths of a small document's conversion, and many kinds of documents repeat nothing inside themselves. Two sums are kept, of bytes
/// saved and of bytes written, in which a document counts a sixteenth less with each that follows. Where the saved ones are too few, only
/// every sixteenth document is searched, which is enough to notice when others come. What a large document repeats cannot be known from those before it.
/// </remarks>
internal sealed class SharingGain
{
    /// <summary>Bytes of the longest text that is judged by those before it.</summary>
    private const int MaxText = 1 << 14;

    /// <summary>Documents that count, and of how many one is searched where that saves little.</summary>
    private const int Window = 16;

    /// <summary>One byte in so many has to be saved.</summary>
    private const int WorthwhileShare = 64;

    private int _saved;
    private int _written;
    private int _known;
    private int _skipped;

    /// <summary>Whether the document of a text is to be searched for equal values.</summary>
    /// <param name="textLength">The bytes of the text.</param>
    public bool IsWorthwhile(int textLength) =>
        textLength > MaxText || _known < Window || _saved * WorthwhileShare >= _written || ++_skipped % Window == 0;

    /// <summary>Learns from a document that was searched.</summary>
    /// <param name="textLength">The bytes of its text.</param>
    /// <param name="saved">About how many bytes that saved.</param>
    /// <param name="written">The bytes of the document.</param>
    public void Learn(int textLength, int saved, int written)
    {
        if (textLength <= MaxText)
        {
            _saved += Math.Min(saved, MaxText) - _saved / Window;
            _written += written - _written / Window;
            _known = Math.Min(_known + 1, Window);
        }
    }
}
