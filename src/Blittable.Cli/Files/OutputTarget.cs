namespace Blittable.Cli;

/// <summary>A file that a command may write, as decided by <see cref="OutputGuard"/>.</summary>
/// <param name="Path">The path, as it was typed.</param>
/// <param name="Kind">What is written.</param>
internal sealed record OutputTarget(string Path, OutputKind Kind);
