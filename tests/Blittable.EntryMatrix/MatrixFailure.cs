namespace Blittable.EntryMatrix;

/// <summary>The exception that is thrown if one entry accepts a document and another entry rejects or changes it.</summary>
internal sealed class MatrixFailure(string entry, string message, Exception? cause = null) : Exception($"{entry}: {message}", cause);
