using Blittable.Layout;

namespace Blittable;

/// <summary>Sets how documents are converted from and to MessagePack where the two formats differ.</summary>
public sealed record BlittableMessagePackOptions
{
    internal static readonly BlittableMessagePackOptions Default = new();

    private readonly BlittableMessagePackDates? _dates;

    /// <summary>
    /// Gets the extension of the application that dates are read from, such as <see cref="BlittableMessagePackDateExtension.RawFull"/>. Null by default: only
    /// the specification's timestamps are dates then, because the types 0 to 127 mean something else to every application. With type -1, that of the
    /// timestamps, these are read only if <see cref="Dates"/> says that dates become such.
    /// </summary>
    public BlittableMessagePackDateExtension? DateExtension { get; init; }

    /// <summary>
    /// Gets how dates of a document are written: by default as <see cref="DateExtension"/> if there is one, else as the specification's timestamps, which
    /// every reader of MessagePack knows.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a defined one.</exception>
    public BlittableMessagePackDates Dates
    {
        get => _dates ?? (DateExtension is null ? BlittableMessagePackDates.Timestamp : BlittableMessagePackDates.Extension);
        init => _dates = Setting.Named(value);
    }

    /// <summary>
    /// Gets a value that indicates whether strings of MessagePack that are dates become dates, as they do in JSON if
    /// <see cref="BlittableOptions.DetectDates"/> says so. False by default: MessagePack has dates of its own, and a string that became one would be
    /// written as an extension, which readers of strings refuse.
    /// </summary>
    public bool DetectDates { get; init; }

    /// <summary>
    /// Gets whether a date becomes a string where an extension would not give its text back: a day without a time, more fraction digits than
    /// needed, <c>+00:00</c> for <c>Z</c>; for the timestamp extension also any offset from UTC. True by default.
    /// </summary>
    public bool KeepDateText { get; init; } = true;

    /// <summary>Gets how a number is written that MessagePack cannot represent exactly; refused by default.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a defined one.</exception>
    public BlittableMessagePackNumbers Numbers { get; init => field = Setting.Named(value); } = BlittableMessagePackNumbers.Refuse;

    /// <summary>
    /// Gets whether keys of maps that are integers, floats, booleans or nil become names, by their JSON text; otherwise, and by default, they are refused.
    /// Keys of other kinds always are.
    /// </summary>
    public bool KeysToText { get; init; }

    /// <summary>
    /// Gets the bytes after which writing stops with <see cref="BlittableErrorCode.ExpansionTooLarge"/>, because a document with shared values can expand to many more.
    /// By default this is the limit of the value: see <see cref="BlittableValue.WithMaxExpandedBytes"/>.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public long? MaxExpandedBytes { get; init => field = value is { } bytes ? Setting.NotNegative(bytes) : null; }
}
