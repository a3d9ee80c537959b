using System.Buffers;
using Blittable.Building;
using Blittable.Json;

namespace Blittable;

/// <summary>Converts JSON texts to documents, one after another, and learns their shapes as it goes.</summary>
/// <remarks>
/// Once it is warm it allocates nothing per document. It is not thread-safe: give each thread its own. It keeps its buffers, as large as
/// the largest document needed them, until it is disposed. A byte order mark before the text of a stream or a pipe is passed over, as files of
/// some systems start with one; a text in memory may not have one.
/// </remarks>
public sealed partial class BlittableConverter : IDisposable
{
    /// <summary>A shorter text is hardly longer than what every document has beside its strings.</summary>
    private const int MinCompressible = 64;

    /// <summary>After so many documents in turn that Smaz could not shorten it is tried with every so many only.</summary>
    private const int HopelessDocuments = 3, Trials = 16;

    private readonly BlittableOptions _options;
    private readonly WriterKernel _writer;
    private readonly JsonKernel _kernel;
    private readonly StringCompression _compression;
    private readonly SharingGain _sharing = new();
    private bool _isDisposed;

    /// <summary>Documents in turn that Smaz could not shorten, or was not tried with after these.</summary>
    private int _hopeless;

    /// <summary>A converter without any shapes yet.</summary>
    /// <param name="options">What to do; memory mode if null.</param>
    public BlittableConverter(BlittableOptions? options = null)
    {
        _options = options ?? BlittableOptions.Default;
        _writer = new WriterKernel(_options);
        _kernel = new JsonKernel(_writer, _options);
        _compression = _writer.Compression;
    }

    internal BlittableOptions Options => _options;

    /// <summary>Whether every document is searched for equal values, whatever that saved in those before it.</summary>
    internal bool AlwaysShares { get; init; }

    /// <summary>Converts one JSON text.</summary>
    /// <param name="utf8Json">The text in UTF-8, with nothing but white space around its value.</param>
    /// <returns>The document; its bytes are the converter's and valid until its next call.</returns>
    /// <exception cref="BlittableException">The text is not JSON, or too large or too deeply nested.</exception>
    public ReadOnlySpan<byte> Convert(ReadOnlySpan<byte> utf8Json) => Convert(utf8Json, firstOffset: 0, firstLine: 1);

    /// <summary>Converts one JSON text and writes its document to <paramref name="output"/>, all at once, or nothing if the text is not JSON.</summary>
    /// <param name="utf8Json">The text in UTF-8, with nothing but white space around its value.</param>
    /// <param name="output">Where the document goes.</param>
    /// <exception cref="BlittableException">The text is not JSON, or too large or too deeply nested.</exception>
    public void Convert(ReadOnlySpan<byte> utf8Json, IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        output.Write(Convert(utf8Json));
    }

    /// <summary>Lets go of the buffers.</summary>
    public void Dispose()
    {
        _isDisposed = true;
        _writer.Trim(0);
        _text = [];
    }

    private ReadOnlySpan<byte> Convert(ReadOnlySpan<byte> utf8Json, long firstOffset, long firstLine)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        if (_compression != StringCompression.Smaz || utf8Json.Length < MinCompressible)
        {
            return Convert(utf8Json, _compression, firstOffset, firstLine);
        }

        if (_hopeless >= HopelessDocuments && ++_hopeless % Trials != 0)
        {
            return Convert(utf8Json, StringCompression.General, firstOffset, firstLine);
        }

        var document = Convert(utf8Json, StringCompression.Smaz, firstOffset, firstLine);
        if (document.Length <= utf8Json.Length)
        {
            _hopeless = 0;
            return document;
        }

        // Smaz was made for English words: these strings may be addresses or codes.
        _hopeless++;
        return Convert(utf8Json, StringCompression.General, firstOffset, firstLine);
    }

    private ReadOnlySpan<byte> Convert(ReadOnlySpan<byte> utf8Json, StringCompression compression, long firstOffset, long firstLine)
    {
        _writer.Compression = compression;
        _writer.SharesValues = AlwaysShares || _sharing.IsWorthwhile(utf8Json.Length);
        if (!_kernel.TryConvert(utf8Json))
        {
            JsonFault.Throw(utf8Json, _options.MaxDepth, checkNumbers: _options.Mode == BlittableMode.Disk, firstOffset, firstLine);
        }

        var document = _writer.Finish();
        if (_writer.SharesValues)
        {
            _sharing.Learn(utf8Json.Length, _writer.SavedBySharing, document.Length);
        }

        return document;
    }
}
