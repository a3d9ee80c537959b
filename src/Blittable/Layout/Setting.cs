using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Checks the values of options.</summary>
internal static class Setting
{
    /// <summary>A value that its type names.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It does not.</exception>
    public static T Named<T>(T value, [CallerMemberName] string option = "")
        where T : struct, Enum =>
        Enum.IsDefined(value)
            ? value
            : throw new ArgumentOutOfRangeException(option, value, $"Expected one of {string.Join(", ", Enum.GetNames<T>())}.");

    /// <summary>A number within limits.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is not.</exception>
    public static int Within(int value, int least, int most, [CallerMemberName] string option = "")
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(value, least, option);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(value, most, option);
        return value;
    }

    /// <summary>A count or a length.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is negative.</exception>
    public static T NotNegative<T>(T value, [CallerMemberName] string option = "")
        where T : struct, System.Numerics.INumberBase<T>
    {
        ArgumentOutOfRangeException.ThrowIfNegative(value, option);
        return value;
    }
}
