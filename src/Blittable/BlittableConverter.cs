using System.Buffers;
using Blittable.Building;
using Blittable.Json;
using Blittable.Strings;

namespace Blittable;

/// <summary>Converts JSON texts to documents, one after another, and learns their shapes as it goes.</summary>
/// <remarks>
/// <para>Once it is warm it allocates nothing per document. It keeps its buffers, as large as the largest document needed them, until it is disposed.
/// A byte order mark before the text of a stream or a pipe is skipped, as files of some systems start with one; a text in memory may not have one.</para>
/// <para>It is not thread-safe: give each thread its own. A call that begins before another one has returned throws an
/// <see cref="InvalidOperationException"/>, and so does a call from the output that a conversion is writing to.</para>
/// </remarks>
public sealed partial class BlittableConverter : IDisposable
{
    /// <summary>A shorter text is hardly longer than what every document has beside its strings.</summary>
    private const int MinCompressible = 64;

    /// <summary>Bytes of the longest text for which the documents before it count: what a large one repeats cannot be known from others.</summary>
    private const int MaxJudged = 1 << 14;

    /// <summary>One byte in so many of a document has to be saved by writing equal values once, or equal starts of strings.</summary>
    private const int SharingPart = 64;

    private readonly BlittableOptions _options;
    private readonly WriterKernel _writer;
    private readonly JsonKernel _kernel;
    private readonly StringCompression _compression;
    private readonly Gain _values = new(SharingPart);
    private readonly Gain _starts = new(SharingPart);

    private readonly SmazGain _smaz = new();

    /// <summary>How many bytes of text are in documents that are no longer without the general table: half of them have to be.</summary>
    private readonly Gain _fitting = new(2);
    private readonly ExclusiveUse _use = new(nameof(BlittableConverter));

    /// <summary>A converter without any shapes yet.</summary>
    /// <param name="options">How to convert; memory mode if null.</param>
    public BlittableConverter(BlittableOptions? options = null)
    {
        _options = options ?? BlittableOptions.Default;
        _writer = new WriterKernel(_options);
        _kernel = new JsonKernel(_writer, _options);
        _compression = _writer.Compression;
        _writer.SmazGain = _smaz;
    }

    internal BlittableOptions Options => _options;

    /// <summary>Whether a document does not depend on those before it: nothing is judged by what it saved in them.</summary>
    internal bool IsForgetful { get; init; }

    /// <summary>Converts one JSON text.</summary>
    /// <remarks>
    /// Memory mode leaves a number that is no integer to whoever reads it: <c>1.5.5</c> is found out then, by
    /// <see cref="BlittableErrorCode.InvalidNumber"/>, or by <see cref="BlittableDocument.Validate"/>.
    /// </remarks>
    /// <param name="utf8Json">The text in UTF-8, with nothing but white space around its value.</param>
    /// <returns>The document; its bytes are the converter's and valid until its next call.</returns>
    /// <exception cref="BlittableException">The text is not JSON, or too large or too deeply nested.</exception>
    /// <exception cref="InvalidOperationException">Another call is using the converter.</exception>
    public ReadOnlySpan<byte> Convert(ReadOnlySpan<byte> utf8Json)
    {
        using var use = _use.Enter();
        return ConvertText(utf8Json);
    }

    /// <summary>Converts one JSON text and writes its document to <paramref name="output"/>, all at once, or nothing if the text is not JSON.</summary>
    /// <param name="utf8Json">The text in UTF-8, with nothing but white space around its value.</param>
    /// <param name="output">Where the document goes.</param>
    /// <exception cref="BlittableException">The text is not JSON, or too large or too deeply nested.</exception>
    /// <exception cref="InvalidOperationException">Another call is using the converter.</exception>
    public void Convert(ReadOnlySpan<byte> utf8Json, IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        output.Write(ConvertText(utf8Json));
    }

    /// <summary>Lets go of the buffers.</summary>
    /// <exception cref="InvalidOperationException">Another call is using the converter.</exception>
    public void Dispose()
    {
        if (_use.TryDispose())
        {
            _writer.Trim(0);
            _text = [];
        }
    }

    /// <summary>Converts a text for a call that has entered.</summary>
    private ReadOnlySpan<byte> ConvertText(ReadOnlySpan<byte> utf8Json, long firstOffset = 0, long firstLine = 1)
    {
        if (IsForgetful)
        {
            _smaz.Forget();
        }

        var isJudged = utf8Json.Length <= MaxJudged && !IsForgetful;
        if (_compression != StringCompression.Smaz || utf8Json.Length < MinCompressible)
        {
            return ConvertText(utf8Json, _compression, isJudged, firstOffset, firstLine);
        }

        if (!isJudged || _fitting.IsWorthwhile())
        {
            var document = ConvertText(utf8Json, StringCompression.Smaz, isJudged, firstOffset, firstLine);
            var fits = document.Length <= utf8Json.Length;
            _fitting.Learn(fits ? utf8Json.Length : 0, utf8Json.Length);
            if (fits)
            {
                return document;
            }
        }

        // Longer than its text: such documents need all that saves anything.
        _smaz.Forget();
        return ConvertText(utf8Json, StringCompression.General, isJudged: false, firstOffset, firstLine);
    }

    private ReadOnlySpan<byte> ConvertText(ReadOnlySpan<byte> utf8Json, StringCompression compression, bool isJudged, long firstOffset, long firstLine)
    {
        _writer.Compression = compression;
        _writer.SharesValues = !isJudged || _values.IsWorthwhile();
        _writer.SharesStarts = !isJudged || _starts.IsWorthwhile();
        if (!_kernel.TryConvert(utf8Json))
        {
            JsonFault.Throw(utf8Json, _options.MaxDepth, checkNumbers: _options.Mode == BlittableMode.Disk, firstOffset, firstLine);
        }

        var document = _writer.Finish();
        if (utf8Json.Length <= MaxJudged)
        {
            Learn(document.Length);
        }

        return document;
    }

    /// <summary>Learns what was saved in the small document that was just written.</summary>
    private void Learn(int length)
    {
        if (_writer.SharesValues)
        {
            _values.Learn(_writer.SavedByValues, length);
        }

        if (_writer.SharesStarts)
        {
            _starts.Learn(_writer.SavedByStarts, length);
        }
    }
}
