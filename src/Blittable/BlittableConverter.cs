using System.Buffers;
using Blittable.Json;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable;

/// <summary>Converts JSON texts to documents, one after another, and learns the shapes of their objects.</summary>
/// <remarks>
/// <para>A warm converter allocates nothing per document. It keeps its buffers, sized for the largest document, until it is disposed. A byte order mark at the
/// start of a stream or pipe is skipped. A text in memory must not have one.</para>
/// <para>The converter is not thread-safe: use one per thread. A call that begins while another call is in progress throws an
/// <see cref="InvalidOperationException"/>. So does a call from the output that a conversion writes to.</para>
/// </remarks>
public sealed partial class BlittableConverter : IDisposable
{
    private readonly BlittableOptions _options;
    private readonly ValueWriter _writer;
    private readonly JsonParser _parser;
    private readonly ExclusiveUse _use = new(nameof(BlittableConverter));

    /// <summary>Creates a converter that has not learned any shapes.</summary>
    /// <param name="options">The conversion options. If <see langword="null"/>, memory mode is used.</param>
    public BlittableConverter(BlittableOptions? options = null)
    {
        _options = options ?? BlittableOptions.Default;
        _writer = new ValueWriter(_options) { LearnsAcrossDocuments = _options.LearnAcrossDocuments };
        _parser = new JsonParser(_writer, _options);
    }

    internal BlittableOptions Options => _options;

    /// <summary>Gets the <see cref="CacheTrims.Count"/> when the converter was created to be cached by a thread.</summary>
    internal int Trims { get; init; }

    /// <summary>Converts one JSON text.</summary>
    /// <remarks>Every number is checked against the grammar of RFC 8259, unless memory mode is used without <see cref="BlittableOptions.ValidateNumbers"/>. In
    /// memory mode, the range and precision of a number are checked only when it is read.</remarks>
    /// <param name="utf8Json">The text in UTF-8. Only white space may surround the value.</param>
    /// <returns>The document. It is in the converter's buffer and valid until its next call.</returns>
    /// <exception cref="BlittableException">The text is not valid JSON, is too large, or is nested too deeply.</exception>
    /// <exception cref="InvalidOperationException">Another call is using the converter.</exception>
    public ReadOnlySpan<byte> Convert(ReadOnlySpan<byte> utf8Json)
    {
        using var use = _use.Enter();
        return ConvertText(utf8Json);
    }

    /// <summary>Converts one JSON text and writes its document to <paramref name="output"/> in a single write, or nothing if the text is not valid
    /// JSON.</summary>
    /// <param name="utf8Json">The text in UTF-8. Only white space may surround the value.</param>
    /// <param name="output">The output.</param>
    /// <exception cref="BlittableException">The text is not valid JSON, is too large, or is nested too deeply.</exception>
    /// <exception cref="InvalidOperationException">Another call is using the converter.</exception>
    public void Convert(ReadOnlySpan<byte> utf8Json, IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        output.Write(ConvertText(utf8Json));
    }

    /// <summary>Releases the buffers.</summary>
    /// <exception cref="InvalidOperationException">Another call is using the converter.</exception>
    public void Dispose()
    {
        if (_use.TryDispose())
        {
            _writer.Trim(0);
            _text = [];
        }
    }

    /// <summary>Converts a text for a call that has entered <see cref="_use"/>.</summary>
    private ReadOnlySpan<byte> ConvertText(ReadOnlySpan<byte> utf8Json, long firstOffset = 0, long firstLine = 1, int indent = 0)
    {
        using var activity = BlittableMetrics.Start("blittable.convert");
        try
        {
            if (!_parser.TryConvert(utf8Json))
            {
                JsonFault.Throw(utf8Json, _options.MaxDepth, _options.ChecksNumbers, firstOffset, firstLine, indent);
            }

            var document = _writer.Finish();
            BlittableMetrics.Converted(utf8Json.Length, document.Length);
            return document;
        }
        catch (Exception fault)
        {
            BlittableMetrics.Fail(activity, fault);
            throw;
        }
    }
}
