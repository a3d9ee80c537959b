using System.Buffers;
using Blittable.Layout;
using Blittable.Rendering;
using Blittable.Wire;
using Blittable.Writing;

namespace Blittable;

/// <summary>Converts MessagePack to documents, one after another, and writes documents as MessagePack, without JSON in between.</summary>
/// <remarks>
/// <para>Maps become objects with their keys in order, equal keys included; their keys must be strings, see
/// <see cref="BlittableMessagePackOptions.KeysToText"/>. Integers of any width become integers; float32, float64 and binary stay what they are, and
/// so do extensions, but for dates: <see cref="BlittableMessagePackOptions.DateExtension"/> and the specification's own
/// timestamps (type -1) become dates where they have a text in RFC 3339 form, and so do strings that are dates if
/// <see cref="BlittableMessagePackOptions.DetectDates"/> says so.</para>
/// <para>Once it is warm it allocates nothing per document. It keeps its buffers, as large as the largest document needed them, until it is
/// disposed.</para>
/// <para>It is not thread-safe: give each thread its own. A call that begins before another one has returned throws an
/// <see cref="InvalidOperationException"/>, and so does a call from the output that a conversion is writing to. Static methods may be called by any
/// thread.</para>
/// </remarks>
public sealed partial class BlittableMessagePack : IDisposable
{
    /// <summary>Buffers that a converter between two calls of <see cref="ToDocument"/> may hold on to.</summary>
    private const int MaxKept = 1 << 20;

    /// <summary>The converter that this thread's last <see cref="ToDocument"/> warmed up: one without shapes makes small documents slow.</summary>
    [ThreadStatic]
    private static BlittableMessagePack? s_kept;

    private readonly BlittableOptions _options;
    private readonly BlittableMessagePackOptions _format;
    private readonly ValueWriter _writer;
    private readonly WireReader _reader;
    private readonly int _trims = CacheTrims.Count;
    private readonly ExclusiveUse _use = new(nameof(BlittableMessagePack));

    /// <summary>Creates a converter without any shapes yet.</summary>
    /// <param name="options">How documents are stored; memory mode if null.</param>
    /// <param name="format">How kinds are converted that MessagePack and documents do not have in common.</param>
    public BlittableMessagePack(BlittableOptions? options = null, BlittableMessagePackOptions? format = null)
    {
        _options = options ?? BlittableOptions.Default;
        _format = format ?? BlittableMessagePackOptions.Default;
        _writer = new ValueWriter(_options) { LearnsAcrossDocuments = _options.LearnAcrossDocuments };
        _reader = new WireReader(_writer, _options, _format);
    }

    /// <summary>Converts one MessagePack value.</summary>
    /// <param name="messagePack">The value and nothing else.</param>
    /// <returns>The document; its bytes are the converter's and valid until its next call.</returns>
    /// <exception cref="BlittableException">
    /// The bytes are not MessagePack or end too early, a string is not UTF-8, a key is not a string, or containers are nested too deep;
    /// <see cref="BlittableException.Offset"/> is where.
    /// </exception>
    /// <exception cref="InvalidOperationException">Another call is using the converter.</exception>
    public ReadOnlySpan<byte> Convert(ReadOnlySpan<byte> messagePack)
    {
        using var use = _use.Enter();
        return ConvertWhole(messagePack);
    }

    /// <summary>Converts the first of the MessagePack values that stand one after the other.</summary>
    /// <param name="messagePack">The value, and what comes after it.</param>
    /// <param name="consumed">Bytes of the value.</param>
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

    /// <summary>Converts one MessagePack value and writes its document to <paramref name="output"/>, all at once, or nothing if it fails.</summary>
    /// <param name="messagePack">The value and nothing else.</param>
    /// <param name="output">Takes the document.</param>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte})" path="/exception"/>
    public void Convert(ReadOnlySpan<byte> messagePack, IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        output.Write(ConvertWhole(messagePack));
    }

    /// <summary>
    /// Converts one MessagePack value to a document of its own. Each thread keeps the converter of its last call, for the next one with equal
    /// options.
    /// </summary>
    /// <param name="messagePack">The value and nothing else.</param>
    /// <param name="options">How the document is stored; memory mode if null.</param>
    /// <param name="format">How kinds are converted that MessagePack and documents do not have in common.</param>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte})" path="/exception"/>
    public static BlittableDocument ToDocument(ReadOnlySpan<byte> messagePack, BlittableOptions? options = null, BlittableMessagePackOptions? format = null)
    {
        var converter = Rent(options ?? BlittableOptions.Default, format ?? BlittableMessagePackOptions.Default);
        try
        {
            return BlittableDocument.OpenOwn(converter.Convert(messagePack).ToArray(), options?.Dictionary);
        }
        finally
        {
            converter._writer.Trim(MaxKept);
            s_kept = converter;
        }
    }

    /// <summary>Writes a value as MessagePack, every number, string and header in its shortest form.</summary>
    /// <param name="value">The value, of a document or a part of one.</param>
    /// <param name="output">Where the bytes go. When an exception is thrown, a part of them may have been written already.</param>
    /// <param name="format">How dates are written, and numbers that MessagePack does not have.</param>
    /// <exception cref="BlittableException">
    /// A number is more precise than a float64 (<see cref="BlittableErrorCode.NumberOutOfRange"/>; see <see cref="BlittableMessagePackNumbers"/>),
    /// its text breaks the JSON grammar (<see cref="BlittableErrorCode.InvalidNumber"/>: memory mode leaves that to its reader),
    /// the output passes its limit (<see cref="BlittableErrorCode.ExpansionTooLarge"/>), or the document is damaged.
    /// </exception>
    /// <exception cref="ArgumentException">The output gives a shorter buffer than it was asked for.</exception>
    public static void Write(BlittableValue value, IBufferWriter<byte> output, BlittableMessagePackOptions? format = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        WireWriter.Write(value, output, format ?? BlittableMessagePackOptions.Default);
    }

    /// <summary>Returns the bytes of a value as MessagePack.</summary>
    /// <inheritdoc cref="Write(BlittableValue, IBufferWriter{byte}, BlittableMessagePackOptions?)"/>
    public static byte[] ToArray(BlittableValue value, BlittableMessagePackOptions? format = null)
    {
        using var buffer = new PooledBuffer();
        Write(value, buffer, format);
        return buffer.Written.ToArray();
    }

    /// <summary>Finds the end of the MessagePack value that a run of bytes starts with, by its codes and lengths alone.</summary>
    /// <param name="messagePack">The value, and what comes after it.</param>
    /// <param name="length">Bytes of the value; 0 where it is not whole.</param>
    /// <returns>False where the bytes end before the value does, or hold the code that is never used.</returns>
    public static bool TryGetLength(ReadOnlySpan<byte> messagePack, out int length) => WireLength.TryGet(messagePack, out length);

    /// <summary>Lets go of the buffers.</summary>
    /// <exception cref="InvalidOperationException">Another call is using the converter.</exception>
    public void Dispose()
    {
        if (_use.TryDispose())
        {
            _writer.Trim(0);
            _input = [];
        }
    }

    /// <summary>Lets go of what this thread keeps.</summary>
    internal static void ForgetKept() => s_kept = null;

    private static BlittableMessagePack Rent(BlittableOptions options, BlittableMessagePackOptions format)
    {
        var kept = s_kept;
        s_kept = null;
        return kept is not null && kept._trims == CacheTrims.Count && kept._options.Equals(options) && kept._format.Equals(format) ? kept : new BlittableMessagePack(options, format);
    }

    /// <summary>Converts bytes that are one value, for a call that has entered.</summary>
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
}
