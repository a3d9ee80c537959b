namespace Blittable.Fuzz.Running;

/// <summary>The exception that is thrown if an input violates a requirement of the library.</summary>
internal sealed class FuzzFailure(string message, Exception? inner = null) : Exception(message, inner);
