using System.Globalization;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Schemas;

/// <summary>Parses times of day, such as <c>12:34:56.789</c>.</summary>
internal static class TimeOfDay
{
    private const int MostDigits = 9, SecondsOfDay = 86_400;
    private const long NanosecondsOfSecond = 1_000_000_000;

    /// <summary>Parses a time of day without a time zone, between 00:00 and 23:59:59.999999999. Seconds and their fraction are optional.</summary>
    /// <param name="value">The value, which may be of any kind.</param>
    /// <param name="type">The type, which determines the unit.</param>
    /// <param name="units">The number of units since midnight.</param>
    /// <returns>false if the value is not a time of day, or has more fraction digits than the unit represents; otherwise, true.</returns>
    public static bool TryRead(in BlittableValue value, TimeBasedType type, out long units)
    {
        units = 0;
        if (value.Kind != BlittableValueKind.String || !TryParse(value.GetString()!, out var nanoseconds))
        {
            return false;
        }

        var step = type.Unit switch { TimeUnit.Second => NanosecondsOfSecond, TimeUnit.Millisecond => 1_000_000, TimeUnit.Microsecond => 1000, _ => 1 };
        units = nanoseconds / step;
        return nanoseconds % step == 0;
    }

    private static bool TryParse(string text, out long nanoseconds)
    {
        nanoseconds = 0;
        var point = text.IndexOf('.', StringComparison.Ordinal);
        var clock = point < 0 ? text : text[..point];
        var fraction = point < 0 ? "" : text[(point + 1)..];
        var seconds = 0;
        var isTime = clock.Length switch
        {
            5 => clock[2] == ':' && point < 0 && TryAdd(clock.AsSpan(0, 2), 24, 3600, ref seconds) && TryAdd(clock.AsSpan(3, 2), 60, 60, ref seconds),
            8 => clock[2] == ':' && clock[5] == ':' && TryAdd(clock.AsSpan(0, 2), 24, 3600, ref seconds) && TryAdd(clock.AsSpan(3, 2), 60, 60, ref seconds)
                && TryAdd(clock.AsSpan(6, 2), 60, 1, ref seconds),
            _ => false,
        };
        if (!isTime || seconds >= SecondsOfDay || (point >= 0 && fraction.Length is 0 or > MostDigits) || fraction.Any(digit => !char.IsAsciiDigit(digit)))
        {
            return false;
        }

        nanoseconds = (seconds * NanosecondsOfSecond) + (fraction.Length == 0 ? 0 : long.Parse(fraction.PadRight(MostDigits, '0'), CultureInfo.InvariantCulture));
        return true;
    }

    private static bool TryAdd(ReadOnlySpan<char> digits, int limit, int unit, ref int seconds)
    {
        var isNumber = int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number < limit;
        seconds += number * unit;
        return isNumber;
    }
}
