using Blittable.Reading;

namespace Blittable;

/// <content>Comparison of values, independent of mode and dictionary.</content>
public readonly ref partial struct BlittableValue
{
    private static readonly ulong HashSeed = (ulong)Random.Shared.NextInt64();

    /// <summary>Compares two values with all that is below them.</summary>
    /// <remarks>
    /// As <see cref="System.Text.Json.JsonElement.DeepEquals"/> does: strings are equal by their text, numbers by their exact value (1, 1.0 and 10e-1
    /// are equal), arrays element by element, and objects whatever the order of their properties; properties of equal names must be in the same order among
    /// themselves. A stored date is the string that it was. Binary values equal binary values with the same bytes. A float equals the number of its JSON
    /// text, and NaN equals itself. Exponents beyond 10^16 count as that. The time is linear in the bytes of the documents, however often they refer to a value.
    /// </remarks>
    /// <exception cref="BlittableException">
    /// A document is damaged, the text of a number breaks the JSON grammar, values are nested deeper than the stack of this thread reaches, or more values would be
    /// compared than the limit of both values allows (<see cref="WithMaxExpandedBytes"/>).
    /// </exception>
    public static bool DeepEquals(BlittableValue left, BlittableValue right) => ValueComparison.Compare(left, right, isEquality: true) == 0;

    /// <summary>Compares two values with all that is below them by an order in which those are equal that <see cref="DeepEquals"/> calls equal.</summary>
    /// <remarks>
    /// Null comes first, then false, true, numbers by value, strings by their bytes of UTF-8 (which is the order of code points), binary values, arrays by
    /// their first difference, and objects: by their number of properties, then name by name (shorter names first) and value by value in the order of names.
    /// </remarks>
    /// <returns>A negative number where <paramref name="left"/> comes first, 0 for equal values, a positive number otherwise.</returns>
    /// <inheritdoc cref="DeepEquals" path="/exception"/>
    public static int DeepCompare(BlittableValue left, BlittableValue right) => ValueComparison.Compare(left, right, isEquality: false);

    /// <summary>Gets a hash of the value with all that is below it; values that <see cref="DeepEquals"/> calls equal share it.</summary>
    /// <remarks>Its seed is a random one of this process, so that an attacker cannot choose values that collide: do not store it.</remarks>
    /// <inheritdoc cref="DeepEquals" path="/exception"/>
    public int GetDeepHashCode() => ValueHash.Of(this, HashSeed).GetHashCode();
}
