namespace Blittable.Validation;

/// <summary>Measures a value with all that it refers to written out.</summary>
/// <param name="Text">Bytes of its JSON text without white space; <see cref="long.MaxValue"/> for more.</param>
/// <param name="Depth">Containers that are nested in it, itself among them; an empty one counts as none.</param>
internal readonly record struct ExpandedValue(long Text, uint Depth);
