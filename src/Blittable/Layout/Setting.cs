using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Validates option values.</summary>
internal static class Setting
{
    /// <summary>Returns a value that its enumeration defines.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The enumeration does not define the value.</exception>
    public static T Named<T>(T value, [CallerMemberName] string option = "")
        where T : struct, Enum =>
        Enum.IsDefined(value)
            ? value
            : throw new ArgumentOutOfRangeException(option, value, $"The value must be one of {string.Join(", ", Enum.GetNames<T>())}.");

    /// <summary>Returns a number in a range, including the bounds.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The number is outside the range.</exception>
    public static int Within(int value, int least, int most, [CallerMemberName] string option = "")
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(value, least, option);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(value, most, option);
        return value;
    }

    /// <summary>Returns a nonnegative count or length.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public static T NotNegative<T>(T value, [CallerMemberName] string option = "")
        where T : struct, System.Numerics.INumberBase<T>
    {
        ArgumentOutOfRangeException.ThrowIfNegative(value, option);
        return value;
    }
}
