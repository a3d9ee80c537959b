namespace Blittable.Writing;

/// <summary>The time that each technique of disk mode takes, in nanoseconds, and the price of a byte.</summary>
/// <remarks>
/// Measured on Zen 5 by leaving one technique out of whole files. They are constants, not clocks: a document must not depend on the machine or the moment.
/// A technique pays in a context if the bytes that it saves, times the price, are worth the time.
/// </remarks>
internal static class Costs
{
    /// <summary>Looking a string, a date or a long number up, if the table is in the second cache.</summary>
    public const int Lookup = 25;

    /// <summary>Looking a number of at most five bytes or a literal up, in a table of its own.</summary>
    public const int Leaf = 8;

    /// <summary>Hashing the children of a container and comparing them, without the look-up.</summary>
    public const int Container = 30;

    /// <summary>Hashing the start of a container's text, looking it up and remembering it.</summary>
    public const int Repeat = 20;

    /// <summary>Looking up which string begins like another.</summary>
    public const int Start = 20;

    /// <summary>Predicting whether a string shrinks.</summary>
    public const int Prediction = 5;

    private const int Encoding = 50;

    /// <summary>Encoding a string.</summary>
    public static int Code(int length) => Encoding + length + (length >> 2);
}
