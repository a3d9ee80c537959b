namespace Blittable.Fuzz.Running;

/// <summary>Reports a promise of the library that an input broke.</summary>
internal sealed class FuzzFailure(string message, Exception? inner = null) : Exception(message, inner);
