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

    private readonly BlittableOptions _options;
    private readonly WriterKernel _writer;
    private readonly JsonKernel _kernel;
    private bool _isDisposed;

    /// <summary>A converter without any shapes yet.</summary>
    /// <param name="options">What to do; memory mode if null.</param>
    public BlittableConverter(BlittableOptions? options = null)
    {
        _options = options ?? BlittableOptions.Default;
        _writer = new WriterKernel(_options);
        _kernel = new JsonKernel(_writer, _options);
    }

    internal BlittableOptions Options => _options;

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
        if (!_kernel.TryConvert(utf8Json))
        {
            JsonFault.Throw(utf8Json, _options.MaxDepth, checkNumbers: _options.Mode == BlittableMode.Disk, firstOffset, firstLine);
        }

        var document = _writer.Finish();
        return document.Length > utf8Json.Length && utf8Json.Length >= MinCompressible && _writer.Compression == StringCompression.Smaz
            ? ConvertWithGeneralTable(utf8Json)
            : document;
    }

    /// <summary>Converts a text again that Smaz, made for English words, could not shorten: its strings may be addresses or codes.</summary>
    private ReadOnlySpan<byte> ConvertWithGeneralTable(ReadOnlySpan<byte> utf8Json)
    {
        _writer.Compression = StringCompression.General;
        _ = _kernel.TryConvert(utf8Json);
        _writer.Compression = StringCompression.Smaz;
        return _writer.Finish();
    }
}
