using Blittable.Layout;

namespace Blittable;

/// <summary>Specifies the conversion from and to MessagePack where the formats differ.</summary>
public sealed record BlittableMessagePackOptions
{
    internal static readonly BlittableMessagePackOptions Default = new();

    private readonly BlittableMessagePackDates? _dates;

    /// <summary>
    /// Gets the application-specific extension that represents dates, such as <see cref="BlittableMessagePackDateExtension.RawFull"/>. The default is
    /// <see langword="null"/>: only timestamps of the MessagePack specification are dates, because each application defines the types 0 to 127 itself. If the
    /// extension has the type -1 of the timestamps, timestamps are read only if <see cref="Dates"/> selects timestamps for writing.
    /// </summary>
    public BlittableMessagePackDateExtension? DateExtension { get; init; }

    /// <summary>
    /// Gets the format in which dates are written. The default is <see cref="DateExtension"/> if it is set, or otherwise the timestamps of the MessagePack
    /// specification, which every MessagePack reader supports.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
    public BlittableMessagePackDates Dates
    {
        get => _dates ?? (DateExtension is null ? BlittableMessagePackDates.Timestamp : BlittableMessagePackDates.Extension);
        init => _dates = Setting.Named(value);
    }

    /// <summary>
    /// Gets a value that indicates whether date strings in MessagePack become dates, like <see cref="BlittableOptions.DetectDates"/> for JSON. The default is
    /// <see langword="false"/>, because MessagePack has its own dates. A string that became a date would be written as an extension, which readers that expect
    /// strings reject.
    /// </summary>
    public bool DetectDates { get; init; }

    /// <summary>
    /// Gets a value that indicates whether a date is written as a string if an extension would not preserve its text. Examples are a date without a time,
    /// trailing zeros in the fraction, <c>+00:00</c> instead of <c>Z</c>, and, for the timestamp extension, any UTC offset. The default is
    /// <see langword="true"/>. Strings and the timestamp extension do not contain the zone index of a date, only the other extensions do.
    /// </summary>
    public bool KeepDateText { get; init; } = true;

    /// <summary>Gets the handling of numbers that MessagePack cannot represent exactly. By default, writing them fails.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
    public BlittableMessagePackNumbers Numbers { get; init => field = Setting.Named(value); } = BlittableMessagePackNumbers.Refuse;

    /// <summary>
    /// Gets a value that indicates whether map keys that are integers, floats, booleans or nil become property names with their JSON text. The default is
    /// <see langword="false"/>: these keys are rejected. Keys of other types, NaN and infinities are always rejected.
    /// </summary>
    public bool KeysToText { get; init; }

    /// <summary>
    /// Gets the maximum size of the output, in bytes. Writing more fails with <see cref="BlittableErrorCode.ExpansionTooLarge"/>, because a document that
    /// shares values can expand to much more output. By default, the limit of the value applies. See <see cref="BlittableValue.WithMaxExpandedBytes"/>.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public long? MaxExpandedBytes { get; init => field = value is { } bytes ? Setting.NotNegative(bytes) : null; }
}
