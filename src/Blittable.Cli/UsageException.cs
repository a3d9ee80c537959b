namespace Blittable.Cli;

/// <summary>Thrown for arguments that are well-formed but cannot be used together or in this way.</summary>
internal sealed class UsageException(string message) : Exception(message);
