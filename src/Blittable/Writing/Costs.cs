namespace Blittable.Writing;

/// <summary>Provides the time that each technique of disk mode takes, in nanoseconds.</summary>
/// <remarks>
/// Measured on Zen 5 by omitting one technique for whole files. The costs are constants instead of clock readings because a document must not depend on the
/// machine or the moment. A technique pays in a context if the value of the bytes that it saves exceeds the time that it takes.
/// </remarks>
internal static class Costs
{
    /// <summary>The cost of looking up a string, a date or a long number, if the table fits in the L2 cache.</summary>
    public const int Lookup = 25;

    /// <summary>The cost of looking up a literal or a number of at most five bytes, which have their own table.</summary>
    public const int Leaf = 8;

    /// <summary>The cost of hashing and comparing the children of a container, without the lookup.</summary>
    public const int Container = 30;

    /// <summary>The cost of hashing the start of a container's text, looking it up and storing it.</summary>
    public const int Repeat = 20;

    /// <summary>The cost of looking up a string with the same beginning.</summary>
    public const int Start = 20;

    /// <summary>The cost of predicting whether a string shrinks.</summary>
    public const int Prediction = 5;

    private const int Encoding = 50;

    /// <summary>Returns the cost of encoding a string.</summary>
    public static int Code(int length) => Encoding + length + (length >> 2);
}
