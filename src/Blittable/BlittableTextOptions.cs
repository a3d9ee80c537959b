using System.Text.Json;
using Blittable.Layout;

namespace Blittable;

/// <summary>Specifies how a stream of JSON texts is read: its format, encoding and compression, and the deviations from JSON to accept.</summary>
public sealed record BlittableTextOptions
{
    /// <summary>Gets the arrangement of the texts. By default, it is detected.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
    public BlittableTextFormat Format { get; init => field = Setting.Named(value); } = BlittableTextFormat.Auto;

    /// <summary>Gets a value that indicates whether format detection treats an array of objects as many documents. If <see langword="false"/>, the array is one
    /// document. The default is <see langword="true"/>.</summary>
    public bool SplitArrays { get; init; } = true;

    /// <summary>Gets the compression of the stream. By default, it is detected.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
    public BlittableTextCompression Compression { get; init => field = Setting.Named(value); } = BlittableTextCompression.Auto;

    /// <summary>Gets the maximum number of bytes of a stream after decompression. The default is <see cref="long.MaxValue"/>; set a limit for untrusted
    /// streams, because a few kilobytes can expand to gigabytes. A longer stream throws a <see cref="BlittableException"/> with the code
    /// <see cref="BlittableErrorCode.InputTooLarge"/>. The limit does not apply to a stream without compression.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long MaxDecompressedBytes { get; init => field = Setting.NotNegative(value); } = long.MaxValue;

    /// <summary>Gets the function that opens a Zstandard stream for decompression. If <see langword="null"/>, such streams are rejected, because .NET 10 has no
    /// Zstandard decompressor.</summary>
    public Func<Stream, Stream>? OpenZstandard { get; init; }

    /// <summary>Gets the handling of lone surrogates. By default, they are rejected.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
    public BlittableLoneSurrogates LoneSurrogates { get; init => field = Setting.Named(value); } = BlittableLoneSurrogates.Refuse;

    /// <summary>Gets a value that indicates whether comments are skipped, like <see cref="JsonDocumentOptions.CommentHandling"/>. The default is
    /// <see langword="false"/>.</summary>
    public bool SkipComments { get; init; }

    /// <summary>Gets a value that indicates whether a comma may follow the last element or property, like
    /// <see cref="JsonDocumentOptions.AllowTrailingCommas"/>. The default is <see langword="false"/>.</summary>
    public bool AllowTrailingCommas { get; init; }

    /// <summary>
    /// Gets the callback for texts that cannot be converted. After the call, reading continues with the next text. If <see langword="null"/>, the first such
    /// text throws an exception. If the structure of the stream is damaged and the next text cannot be found, reading always ends with an exception.
    /// </summary>
    public Action<BlittableTextFault>? OnFault { get; init; }

    internal bool IsLenient => SkipComments || AllowTrailingCommas || LoneSurrogates != BlittableLoneSurrogates.Refuse;
}
