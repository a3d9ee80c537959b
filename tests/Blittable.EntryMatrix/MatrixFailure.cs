namespace Blittable.EntryMatrix;

/// <summary>A document that one entry accepts and another entry refuses or changes.</summary>
internal sealed class MatrixFailure(string entry, string message, Exception? cause = null) : Exception($"{entry}: {message}", cause);
