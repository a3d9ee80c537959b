using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Text.Unicode;
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
public sealed partial class BlittableConverter : IDisposable, IThreadKept
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

    /// <summary>Gets the value of <see cref="CacheTrims.Count"/> when the converter was created.</summary>
    internal int Trims { get; } = CacheTrims.Count;

    int IThreadKept.Trims => Trims;

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

    // Input in segments, in UTF-16, or from streams and pipes.

    private static ReadOnlySpan<byte> ByteOrderMark => Encoding.UTF8.Preamble;

    /// <summary>The buffer in which the segments of an input are joined.</summary>
    private byte[] _text = [];

    /// <summary>Converts one JSON text that may be split into segments.</summary>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte})"/>
    public ReadOnlySpan<byte> Convert(in ReadOnlySequence<byte> utf8Json)
    {
        using var use = _use.Enter();
        return ConvertText(InOnePiece(utf8Json, ref _text));
    }

    /// <summary>Converts one JSON text that may be split into segments, and writes its document to <paramref name="output"/>.</summary>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte}, IBufferWriter{byte})"/>
    public void Convert(in ReadOnlySequence<byte> utf8Json, IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        output.Write(ConvertText(InOnePiece(utf8Json, ref _text)));
    }

    /// <summary>Converts one JSON text in UTF-16.</summary>
    /// <param name="json">The text. A lone surrogate is an error, because it cannot be encoded in UTF-8.</param>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte})"/>
    public ReadOnlySpan<byte> Convert(ReadOnlySpan<char> json)
    {
        using var use = _use.Enter();
        RequireText(ref _text, Math.Min(3L * json.Length, Array.MaxLength), 0);
        var status = Utf8.FromUtf16(json, _text, out var read, out var written, replaceInvalidSequences: false);
        if (status == OperationStatus.DestinationTooSmall)
        {
            ThrowHelper.InputTooLarge(3L * json.Length, Array.MaxLength);
        }

        if (status != OperationStatus.Done)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidUtf8, $"The surrogate at character {read} is unpaired.", read);
        }

        return ConvertText(_text.AsSpan(0, written));
    }

    /// <summary>Reads a stream to its end and converts its JSON text.</summary>
    /// <param name="utf8Json">The text in UTF-8, with or without a byte order mark.</param>
    /// <param name="output">The output. It receives the document in a single write, or nothing if the text is not valid JSON.</param>
    /// <param name="cancellationToken">The token to cancel reading.</param>
    /// <exception cref="BlittableException">The text is not valid JSON, is too large, or is nested too deeply.</exception>
    /// <exception cref="InvalidOperationException">The converter is in use by another call. This call uses it until its task completes.</exception>
    public async Task ConvertAsync(Stream utf8Json, IBufferWriter<byte> output, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        using var input = await PooledInput.ReadAsync(utf8Json, cancellationToken).ConfigureAwait(false);
        output.Write(ConvertFile(input.Bytes));
    }

    /// <summary>Reads a stream to its end, converts its JSON text and writes the document to another stream.</summary>
    /// <inheritdoc cref="ConvertAsync(Stream, IBufferWriter{byte}, CancellationToken)"/>
    public async Task ConvertAsync(Stream utf8Json, Stream output, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        using var input = await PooledInput.ReadAsync(utf8Json, cancellationToken).ConfigureAwait(false);
        ConvertFile(input.Bytes);
        await output.WriteAsync(_writer.Finished, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Reads a pipe to its end and converts its JSON text. The caller must complete the pipe.</summary>
    /// <remarks>The bytes are consumed as they arrive, so bytes read before a cancellation are lost.</remarks>
    /// <inheritdoc cref="ConvertAsync(Stream, IBufferWriter{byte}, CancellationToken)"/>
    public async Task ConvertAsync(PipeReader utf8Json, IBufferWriter<byte> output, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        using var input = await PooledInput.ReadAsync(utf8Json, cancellationToken).ConfigureAwait(false);
        output.Write(ConvertFile(input.Bytes));
    }

    /// <summary>Gets the length of the largest buffer, in bytes.</summary>
    internal int BufferLength => Math.Max(_writer.BufferLength, _text.Length);

    /// <summary>Releases buffers larger than a limit, which a large document left behind.</summary>
    internal void Trim(int limit)
    {
        _writer.Trim(limit);
        if (_text.Length > limit)
        {
            _text = [];
        }
    }

    void IThreadKept.Trim(int limit) => Trim(limit);

    /// <summary>Converts a text that may start with a byte order mark, for the only user of the converter. The mark counts for offsets, but not for
    /// columns.</summary>
    internal ReadOnlySpan<byte> ConvertFile(ReadOnlySpan<byte> utf8Json)
    {
        var mark = utf8Json.StartsWith(ByteOrderMark) ? ByteOrderMark.Length : 0;
        return ConvertText(utf8Json[mark..], firstOffset: mark);
    }

    /// <summary>Returns the only segment of an input, or copies all segments to a buffer, which grows if necessary.</summary>
    internal static ReadOnlySpan<byte> InOnePiece(scoped in ReadOnlySequence<byte> input, ref byte[] buffer)
    {
        if (input.IsSingleSegment)
        {
            return input.FirstSpan;
        }

        RequireText(ref buffer, input.Length, 0);
        input.CopyTo(buffer);
        return buffer.AsSpan(0, (int)input.Length);
    }

    private static void RequireText(ref byte[] text, long length, int keep)
    {
        if (length > Array.MaxLength)
        {
            ThrowHelper.InputTooLarge(length, Array.MaxLength);
        }

        if (text.Length < length)
        {
            var larger = GC.AllocateUninitializedArray<byte>((int)length);
            text.AsSpan(0, keep).CopyTo(larger);
            text = larger;
        }
    }
}
