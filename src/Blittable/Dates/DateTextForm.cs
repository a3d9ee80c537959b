using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>Describes the text form of a date, which a <see cref="Timestamp"/> does not store: <c>.5</c> or <c>.500</c>, <c>Z</c> or <c>+00:00</c>.</summary>
/// <remarks>
/// Two bytes, zero for <c>YYYY-MM-DD</c>:
/// <code>
/// bits 0-3  fraction digits, 0 to 9 (0: no decimal point either)
/// bits 4-6  DateTextZone
/// bits 7-8  separator of date and time: 0 no time, 1 'T', 2 't', 3 a space
/// bits 9-15 zero
/// </code>
/// </remarks>
public readonly struct DateTextForm : IEquatable<DateTextForm>
{
    internal const int ZoneShift = 4;
    internal const int SeparatorShift = 7;
    internal const ushort UpperT = 1 << SeparatorShift;
    internal const ushort LowerT = 2 << SeparatorShift;
    internal const ushort Space = 3 << SeparatorShift;
    internal const ushort EndsInZ = (int)DateTextZone.Z << ZoneShift;
    internal const ushort EndsInOffset = (int)DateTextZone.Offset << ZoneShift;

    /// <summary>The most common forms in JSON. Documents have separate tags for them.</summary>
    internal const ushort UtcSeconds = UpperT | EndsInZ;
    internal const ushort UtcMilliseconds = UtcSeconds | 3;
    internal const ushort UtcTicks = UtcSeconds | 7;
    internal const ushort OffsetSeconds = UpperT | EndsInOffset;
    internal const ushort LocalSeconds = UpperT;
    internal const ushort SpacedSeconds = Space;

    private const int DigitsMask = 15;
    private const int ZoneMask = 7 << ZoneShift;
    private const int SeparatorMask = 3 << SeparatorShift;
    private const int AllBits = DigitsMask | ZoneMask | SeparatorMask;

    private readonly ushort _bits;

    /// <summary>Creates a form with a date and a time.</summary>
    /// <param name="separator"><c>'T'</c>, <c>'t'</c> or a space.</param>
    /// <param name="fractionDigits">The number of fraction digits, 0 to 9.</param>
    /// <param name="zone">The end of the text.</param>
    /// <exception cref="ArgumentOutOfRangeException">A value is outside its range.</exception>
    public DateTextForm(char separator, int fractionDigits, DateTextZone zone)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(fractionDigits);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(fractionDigits, 9);
        ArgumentOutOfRangeException.ThrowIfGreaterThan((int)zone, (int)DateTextZone.UnknownOffset, nameof(zone));
        var separatorBits = separator switch
        {
            'T' => UpperT,
            't' => LowerT,
            ' ' => Space,
            _ => throw new ArgumentOutOfRangeException(nameof(separator), separator, "The separator must be 'T', 't' or a space."),
        };
        _bits = (ushort)(fractionDigits | ((int)zone << ZoneShift) | separatorBits);
    }

    private DateTextForm(ushort bits) => _bits = bits;

    /// <summary>Gets the form <c>YYYY-MM-DD</c>.</summary>
    public static DateTextForm DateOnly => default;

    /// <summary>Gets the form <c>YYYY-MM-DDThh:mm:ssZ</c>.</summary>
    public static DateTextForm Utc => new(UtcSeconds);

    /// <summary>Gets the form as stored.</summary>
    public ushort Bits => _bits;

    /// <summary>Gets a value that indicates whether the text has no time.</summary>
    public bool IsDateOnly => _bits == 0;

    /// <summary>Gets the character between date and time, or <c>'\0'</c> without a time.</summary>
    public char Separator => "\0Tt "[_bits >> SeparatorShift];

    /// <summary>Gets the number of fraction digits, 0 to 9.</summary>
    public int FractionDigits => _bits & DigitsMask;

    /// <summary>Gets the end of the text.</summary>
    public DateTextZone Zone => (DateTextZone)((_bits & ZoneMask) >> ZoneShift);

    /// <summary>Gets the size of the text in bytes, 10 to 35.</summary>
    public int TextLength
    {
        get
        {
            if (IsDateOnly)
            {
                return Iso8601.DateLength;
            }

            var digits = FractionDigits;
            var zone = Zone switch { DateTextZone.None => 0, DateTextZone.Z or DateTextZone.LowerZ => 1, _ => Iso8601.OffsetLength };
            return Iso8601.DateTimeLength + (digits == 0 ? 0 : digits + 1) + zone;
        }
    }

    /// <summary>Gets the form that stored bits represent. Returns <see langword="false"/> for invalid bits.</summary>
    public static bool TryFromBits(ushort bits, out DateTextForm form)
    {
        var valid = bits == 0
            || ((bits & SeparatorMask) != 0 && (bits & ~AllBits) == 0 && (bits & DigitsMask) <= 9
                && (bits & ZoneMask) <= (int)DateTextZone.UnknownOffset << ZoneShift);
        form = new(valid ? bits : (ushort)0);
        return valid;
    }

    /// <summary>Returns the shortest form that shows an instant and its offset completely: <c>T</c>, 0, 3, 6 or 9 digits, <c>Z</c> for UTC.</summary>
    public static DateTextForm For(in Timestamp value)
    {
        var nanoseconds = value.Nanoseconds;
        var digits = nanoseconds == 0 ? 0 : nanoseconds % 1_000_000 == 0 ? 3 : nanoseconds % 1_000 == 0 ? 6 : 9;
        return new((ushort)(UpperT | digits | (value.OffsetMinutes == 0 ? EndsInZ : EndsInOffset)));
    }

    /// <summary>Returns the form in which System.Text.Json writes a time of whole seconds.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static DateTextForm ForSeconds(DateTextZone zone) => new((ushort)(UpperT | ((int)zone << ZoneShift)));

    /// <summary>Returns the form in which System.Text.Json writes a time: <c>T</c>, as many fraction digits as the ticks require, and the zone.</summary>
    internal static DateTextForm ForTicks(long ticks, DateTextZone zone)
    {
        var fraction = (int)(ticks % TimeSpan.TicksPerSecond);
        var digits = fraction == 0 ? 0 : 7;
        if (digits > 0 && fraction % 10_000 == 0)
        {
            // Most fractions are milliseconds.
            (fraction, digits) = (fraction / 10_000, 3);
        }

        for (; digits > 0 && fraction % 10 == 0; digits--)
        {
            fraction /= 10;
        }

        return new((ushort)(UpperT | digits | ((int)zone << ZoneShift)));
    }

    /// <inheritdoc/>
    public bool Equals(DateTextForm other) => _bits == other._bits;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is DateTextForm other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _bits;

    /// <summary>Returns the form as a pattern, such as <c>YYYY-MM-DDThh:mm:ss.fffZ</c>.</summary>
    public override string ToString() => IsDateOnly
        ? "YYYY-MM-DD"
        : "YYYY-MM-DD" + Separator + "hh:mm:ss" + (FractionDigits == 0 ? "" : "." + new string('f', FractionDigits)) + Zone switch
        {
            DateTextZone.None => "",
            DateTextZone.Z => "Z",
            DateTextZone.LowerZ => "z",
            DateTextZone.Offset => "+hh:mm",
            _ => "-00:00",
        };

    /// <summary>Determines whether two forms are equal.</summary>
    public static bool operator ==(DateTextForm left, DateTextForm right) => left.Equals(right);

    /// <summary>Determines whether two forms differ.</summary>
    public static bool operator !=(DateTextForm left, DateTextForm right) => !left.Equals(right);

    /// <summary>Creates a form from bits that are known to be valid.</summary>
    internal static DateTextForm FromKnownBits(int bits) => new((ushort)bits);
}
