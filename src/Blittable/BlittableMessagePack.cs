using System.Buffers;
using Blittable.Layout;
using Blittable.Rendering;
using Blittable.Wire;
using Blittable.Writing;

namespace Blittable;

/// <summary>Converts MessagePack values to documents, one after another, and writes documents as MessagePack, without intermediate JSON.</summary>
/// <remarks>
/// <para>Maps become objects with their keys in order, including duplicate keys. Keys must be strings (see
/// <see cref="BlittableMessagePackOptions.KeysToText"/>). Integers of any width become integers. Float32, float64 and binary values keep their types, and
/// extensions are stored as extensions, except for dates. <see cref="BlittableMessagePackOptions.DateExtension"/> and the timestamps of the MessagePack
/// specification (type -1) become dates if RFC 3339 can represent them. With <see cref="BlittableMessagePackOptions.DetectDates"/>, date strings become dates
/// too.</para>
/// <para>A warm converter allocates nothing per document. It keeps its buffers, sized for the largest document, until it is disposed.</para>
/// <para>The converter is not thread-safe: use one per thread. A call that begins while another call is in progress throws an
/// <see cref="InvalidOperationException"/>. So does a call from the output that a conversion writes to. Static methods are thread-safe.</para>
/// </remarks>
public sealed class BlittableMessagePack : IDisposable, IThreadKept
{
    private readonly BlittableOptions _options;
    private readonly BlittableMessagePackOptions _format;
    private readonly ValueWriter _writer;
    private readonly WireReader _reader;
    private readonly ExclusiveUse _use = new(nameof(BlittableMessagePack));

    /// <summary>Creates a converter that has not learned any shapes.</summary>
    /// <param name="options">Specifies how documents are stored. If <see langword="null"/>, memory mode is used.</param>
    /// <param name="format">Specifies the conversion of types that only one of the formats has.</param>
    public BlittableMessagePack(BlittableOptions? options = null, BlittableMessagePackOptions? format = null)
    {
        _options = options ?? BlittableOptions.Default;
        _format = format ?? BlittableMessagePackOptions.Default;
        _writer = new ValueWriter(_options) { LearnsAcrossDocuments = _options.LearnAcrossDocuments };
        _reader = new WireReader(_writer, _options, _format);
    }

    int IThreadKept.Trims { get; } = CacheTrims.Count;

    /// <summary>Converts one MessagePack value.</summary>
    /// <param name="messagePack">The value, without further bytes.</param>
    /// <returns>The document. It is in the converter's buffer and valid until its next call.</returns>
    /// <exception cref="BlittableException">
    /// The bytes are not valid MessagePack or are truncated. A string is not valid UTF-8. A key is not a string. Or containers are nested too deeply.
    /// <see cref="BlittableException.Offset"/> is the position of the error.
    /// </exception>
    /// <exception cref="InvalidOperationException">Another call is using the converter.</exception>
    public ReadOnlySpan<byte> Convert(ReadOnlySpan<byte> messagePack)
    {
        using var use = _use.Enter();
        return ConvertWhole(messagePack);
    }

    /// <summary>Converts the first of several consecutive MessagePack values.</summary>
    /// <param name="messagePack">The value, and any bytes after it.</param>
    /// <param name="consumed">The length of the value in bytes.</param>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte})"/>
    public ReadOnlySpan<byte> Convert(ReadOnlySpan<byte> messagePack, out int consumed)
    {
        using var use = _use.Enter();
        if (!_reader.TryConvert(messagePack, ExpectedLength(messagePack)))
        {
            ThrowFault();
        }

        consumed = (int)_reader.Offset;
        return Finish();
    }

    /// <summary>Converts one MessagePack value and writes its document to <paramref name="output"/> in a single write, or nothing if the conversion
    /// fails.</summary>
    /// <param name="messagePack">The value, without further bytes.</param>
    /// <param name="output">The output.</param>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte})" path="/exception"/>
    public void Convert(ReadOnlySpan<byte> messagePack, IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        output.Write(ConvertWhole(messagePack));
    }

    /// <summary>
    /// Converts one MessagePack value to a document. Each thread caches two converters for later calls with equal options.
    /// </summary>
    /// <param name="messagePack">The value, without further bytes.</param>
    /// <param name="options">Specifies how the document is stored. If <see langword="null"/>, memory mode is used.</param>
    /// <param name="format">Specifies the conversion of types that only one of the formats has.</param>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte})" path="/exception"/>
    public static BlittableDocument ToDocument(ReadOnlySpan<byte> messagePack, BlittableOptions? options = null, BlittableMessagePackOptions? format = null)
    {
        using var rented = Rent(options ?? BlittableOptions.Default, format ?? BlittableMessagePackOptions.Default);
        return BlittableDocument.OpenOwn(rented.Value.Convert(messagePack).ToArray(), options?.Dictionary);
    }

    /// <summary>Writes a value as MessagePack. Every number, string and header is written in its shortest form.</summary>
    /// <param name="value">The value: a whole document or a part of one.</param>
    /// <param name="output">The output. If an exception is thrown, a part of the value may have been written.</param>
    /// <param name="format">Specifies the format of dates, and of numbers that MessagePack cannot represent.</param>
    /// <exception cref="BlittableException">
    /// A number is more precise than a float64 (<see cref="BlittableErrorCode.NumberOutOfRange"/>, see <see cref="BlittableMessagePackNumbers"/>). The text of
    /// a number is not valid JSON (<see cref="BlittableErrorCode.InvalidNumber"/>), which memory mode may leave to its readers. The output exceeds its limit
    /// (<see cref="BlittableErrorCode.ExpansionTooLarge"/>). Or the document is damaged.
    /// </exception>
    /// <exception cref="ArgumentException">The output returned a buffer that is shorter than requested.</exception>
    public static void Write(BlittableValue value, IBufferWriter<byte> output, BlittableMessagePackOptions? format = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        WireWriter.Write(value, output, format ?? BlittableMessagePackOptions.Default);
    }

    /// <summary>Returns a value as MessagePack.</summary>
    /// <inheritdoc cref="Write(BlittableValue, IBufferWriter{byte}, BlittableMessagePackOptions?)"/>
    public static byte[] ToArray(BlittableValue value, BlittableMessagePackOptions? format = null)
    {
        using var buffer = new PooledBuffer();
        Write(value, buffer, format);
        return buffer.Written.ToArray();
    }

    /// <summary>Determines the length of the MessagePack value at the start of the bytes. Only type codes and lengths are examined.</summary>
    /// <param name="messagePack">The value, and any bytes after it.</param>
    /// <param name="length">The length of the value in bytes, or 0 on failure.</param>
    /// <returns><see langword="false"/> if the value is truncated, or contains the type code that MessagePack never uses; otherwise,
    /// <see langword="true"/>.</returns>
    public static bool TryGetLength(ReadOnlySpan<byte> messagePack, out int length) => WireLength.TryGet(messagePack, out length);

    /// <summary>Releases the buffers.</summary>
    /// <exception cref="InvalidOperationException">Another call is using the converter.</exception>
    public void Dispose()
    {
        if (_use.TryDispose())
        {
            _writer.Trim(0);
            _input = [];
        }
    }

    void IThreadKept.Trim(int limit) => _writer.Trim(limit);

    private static ThreadKept<BlittableMessagePack> Rent(BlittableOptions options, BlittableMessagePackOptions format)
    {
        var taken = ThreadKept<BlittableMessagePack>.Take(out var kept);
        if (!Suits(kept))
        {
            taken.Exchange(ref kept);
        }

        return taken.With(Suits(kept) ? kept! : new BlittableMessagePack(options, format));

        bool Suits(BlittableMessagePack? converter) => converter is not null && converter._options.Equals(options) && converter._format.Equals(format);
    }

    /// <summary>Converts bytes that contain exactly one value, for a call that has entered <see cref="_use"/>.</summary>
    private ReadOnlySpan<byte> ConvertWhole(ReadOnlySpan<byte> messagePack)
    {
        if (!_reader.TryConvert(messagePack, messagePack.Length))
        {
            ThrowFault();
        }

        if (_reader.Offset != messagePack.Length)
        {
            ThrowHelper.MessagePackGoesOn(_reader.Offset);
        }

        return Finish();
    }

    private ReadOnlySpan<byte> Finish() => _writer.Finish(_reader.Offset * WireReader.MaxExpansion);

    private void ThrowFault() => ThrowHelper.MessagePackFault(_reader.Status, _reader.Found, _reader.Offset, _options.MaxDepth);

    // Segmented input.

    /// <summary>The initial size of the buffer for segmented values, and the expected size of a value that other values may follow.</summary>
    private const int FirstLength = 1 << 14;

    /// <summary>The buffer in which the segments of an input are joined.</summary>
    private byte[] _input = [];

    /// <summary>Converts one MessagePack value that may be split into segments.</summary>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte})"/>
    public ReadOnlySpan<byte> Convert(in ReadOnlySequence<byte> messagePack)
    {
        using var use = _use.Enter();
        return ConvertWhole(BlittableConverter.InOnePiece(messagePack, ref _input));
    }

    /// <summary>Converts one MessagePack value that may be split into segments, and writes its document to <paramref name="output"/>.</summary>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte}, IBufferWriter{byte})"/>
    public void Convert(in ReadOnlySequence<byte> messagePack, IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        output.Write(ConvertWhole(BlittableConverter.InOnePiece(messagePack, ref _input)));
    }

    /// <summary>Converts the first of several consecutive MessagePack values, which may be split into segments.</summary>
    /// <param name="messagePack">The value, and any bytes after it.</param>
    /// <param name="consumed">The position of the end of the value.</param>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte})"/>
    public ReadOnlySpan<byte> Convert(in ReadOnlySequence<byte> messagePack, out SequencePosition consumed)
    {
        using var use = _use.Enter();

        // If the first segment does not contain the whole value, ever longer prefixes are tried. The input may contain very many values, most of them small.
        var bytes = messagePack.FirstSpan;
        for (var length = Math.Max(FirstLength, 2L * bytes.Length); !_reader.TryConvert(bytes, ExpectedLength(bytes)); length *= 2)
        {
            if (_reader.Status != WireStatus.Truncated || bytes.Length == messagePack.Length)
            {
                ThrowFault();
            }

            bytes = BlittableConverter.InOnePiece(messagePack.Slice(0, Math.Min(length, messagePack.Length)), ref _input);
        }

        consumed = messagePack.GetPosition(_reader.Offset);
        return Finish();
    }

    /// <summary>Estimates the size of a value that other values may follow. Computing the exact size pays off only if equal values are shared.</summary>
    private int ExpectedLength(ReadOnlySpan<byte> messagePack)
    {
        if (_options.Mode == BlittableMode.Disk && _options.ShareValues && WireLength.TryGet(messagePack, out var length))
        {
            return length;
        }

        return Math.Min(messagePack.Length, FirstLength);
    }
}
