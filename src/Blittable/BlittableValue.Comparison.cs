using Blittable.Reading;

namespace Blittable;

/// <content>Comparison of values, independent of mode and dictionary.</content>
public readonly ref partial struct BlittableValue
{
    private static readonly ulong HashSeed = (ulong)Random.Shared.NextInt64();

    /// <summary>Determines whether two values, including all nested values, are equal.</summary>
    /// <remarks>
    /// Equality is defined like <see cref="System.Text.Json.JsonElement.DeepEquals"/>. Strings are compared by text, and numbers by exact value: 1, 1.0 and
    /// 10e-1 are equal. Arrays are compared element by element, and objects regardless of property order. Properties with equal names must have the same
    /// relative order. A stored date equals its string. Binary values are equal if their data is equal. A float equals the number of its JSON text, and NaN
    /// equals itself. Exponents beyond 2^56 are treated as 2^56. The time is linear in the size of the documents, regardless of the number of references to
    /// shared values.
    /// </remarks>
    /// <exception cref="BlittableException">
    /// A document is damaged, the text of a number is not valid JSON, or values are nested too deeply for the stack of this thread. Or more values would be
    /// compared than the larger limit of both values allows (<see cref="WithMaxExpandedBytes"/>).
    /// </exception>
    public static bool DeepEquals(BlittableValue left, BlittableValue right) => ValueComparison.Compare(left, right, isEquality: true) == 0;

    /// <summary>Compares two values, including all nested values. The order is consistent with <see cref="DeepEquals"/>.</summary>
    /// <remarks>
    /// The order of kinds is: null, false, true, number, string, binary, array, object. Numbers are ordered by value, strings by their UTF-8 bytes (which is
    /// code point order), and arrays by their first difference. Objects are ordered by their number of properties, and then, in name order, by each name
    /// (shorter names first) and value.
    /// </remarks>
    /// <returns>A negative number if <paramref name="left"/> precedes <paramref name="right"/>, 0 if they are equal, or a positive number otherwise.</returns>
    /// <inheritdoc cref="DeepEquals" path="/exception"/>
    public static int DeepCompare(BlittableValue left, BlittableValue right) => ValueComparison.Compare(left, right, isEquality: false);

    /// <summary>Returns a hash code of the value, including all nested values. Values that are equal according to <see cref="DeepEquals"/> have equal hash
    /// codes.</summary>
    /// <remarks>The seed is random for each process, so attackers cannot choose values that collide. Do not store hash codes.</remarks>
    /// <inheritdoc cref="DeepEquals" path="/exception"/>
    public int GetDeepHashCode() => ValueHash.Of(this, HashSeed).GetHashCode();
}
