namespace Blittable.Arrow;

/// <summary>Describes a value that its column in a given schema cannot store exactly, and for which a null was exported.</summary>
/// <param name="Column">The names from the root to the column, separated by periods.</param>
/// <param name="Row">The row number of the document in its collection.</param>
/// <param name="Message">The message of the error that ends an export without <see cref="ArrowOptions.OnUnfitValue"/>.</param>
public sealed record UnfitValue(string Column, long Row, string Message);
