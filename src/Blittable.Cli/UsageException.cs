namespace Blittable.Cli;

/// <summary>Arguments that are well formed but cannot be meant like this.</summary>
internal sealed class UsageException(string message) : Exception(message);
