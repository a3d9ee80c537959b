namespace Blittable.Validation;

/// <summary>Represents the size of a value after expansion of all values that it refers to.</summary>
/// <param name="Text">The size in bytes of the minified JSON text, at most <see cref="long.MaxValue"/>.</param>
/// <param name="Depth">The nesting depth of containers, including the value itself. Empty containers do not count.</param>
internal readonly record struct ExpandedValue(long Text, uint Depth);
