using System.Text.Json;
using Blittable.Layout;

namespace Blittable;

/// <summary>Sets how a stream of JSON texts is read: its format, encoding and compression, and what is tolerated in it.</summary>
public sealed record BlittableTextOptions
{
    /// <summary>Gets how the texts follow each other; detected by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a defined one.</exception>
    public BlittableTextFormat Format { get; init => field = Setting.Named(value); } = BlittableTextFormat.Auto;

    /// <summary>Gets a value that indicates whether detection takes an array of objects for many documents; true by default. If false, it is one document.</summary>
    public bool SplitArrays { get; init; } = true;

    /// <summary>Gets how the stream is compressed; detected by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a defined one.</exception>
    public BlittableTextCompression Compression { get; init => field = Setting.Named(value); } = BlittableTextCompression.Auto;

    /// <summary>Gets the function that opens a Zstandard stream for decompression. If null, such streams are refused: .NET 10 has no decompressor of its own.</summary>
    public Func<Stream, Stream>? OpenZstandard { get; init; }

    /// <summary>Gets what happens to halves of surrogate pairs; they are refused by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a defined one.</exception>
    public BlittableLoneSurrogates LoneSurrogates { get; init => field = Setting.Named(value); } = BlittableLoneSurrogates.Refuse;

    /// <summary>Gets a value that indicates whether comments are skipped, as in <see cref="JsonDocumentOptions.CommentHandling"/>; false by default.</summary>
    public bool SkipComments { get; init; }

    /// <summary>Gets a value that indicates whether a comma may follow the last element or property, as in <see cref="JsonDocumentOptions.AllowTrailingCommas"/>; false by default.</summary>
    public bool AllowTrailingCommas { get; init; }

    /// <summary>
    /// Gets the receiver of texts that cannot be converted; reading then continues with the next text; if null, the first one ends it with an exception.
    /// A stream whose structure is broken, so that the next text cannot be found, ends it in any case.
    /// </summary>
    public Action<BlittableTextFault>? OnFault { get; init; }

    internal bool IsLenient => SkipComments || AllowTrailingCommas || LoneSurrogates != BlittableLoneSurrogates.Refuse;
}
