using System.Buffers;
using Blittable.Json;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable;

/// <summary>Converts JSON texts to documents, one after another, and learns their shapes as it goes.</summary>
/// <remarks>
/// <para>After warm-up it allocates nothing per document. It keeps its buffers, sized for the largest document, until it is disposed of.
/// A byte order mark before the text of a stream or a pipe is skipped, as files of some systems start with one; a text in memory may not have one.</para>
/// <para>It is not thread-safe: give each thread its own. A call that begins before another one has returned throws an
/// <see cref="InvalidOperationException"/>, and so does a call from the output that a conversion is writing to.</para>
/// </remarks>
public sealed partial class BlittableConverter : IDisposable
{
    private readonly BlittableOptions _options;
    private readonly ValueWriter _writer;
    private readonly JsonParser _parser;
    private readonly ExclusiveUse _use = new(nameof(BlittableConverter));

    /// <summary>Creates a converter without any shapes yet.</summary>
    /// <param name="options">The options of conversion; memory mode if null.</param>
    public BlittableConverter(BlittableOptions? options = null)
    {
        _options = options ?? BlittableOptions.Default;
        _writer = new ValueWriter(_options) { LearnsAcrossDocuments = _options.LearnAcrossDocuments };
        _parser = new JsonParser(_writer, _options);
    }

    internal BlittableOptions Options => _options;

    /// <summary>Gets the <see cref="CacheTrims.Count"/> that there had been when a thread kept it.</summary>
    internal int Trims { get; init; }

    /// <summary>Converts one JSON text.</summary>
    /// <remarks>Every number is checked by the grammar of RFC 8259. In memory mode, its range and precision matter only when it is read.</remarks>
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
    /// <param name="output">Takes the document.</param>
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
    private ReadOnlySpan<byte> ConvertText(ReadOnlySpan<byte> utf8Json, long firstOffset = 0, long firstLine = 1, int indent = 0)
    {
        using var activity = BlittableMetrics.Start("blittable.convert");
        if (!_parser.TryConvert(utf8Json))
        {
            JsonFault.Throw(utf8Json, _options.MaxDepth, _options.ChecksNumbers, firstOffset, firstLine, indent);
        }

        var document = _writer.Finish();
        BlittableMetrics.Converted(utf8Json.Length, document.Length);
        return document;
    }
}
