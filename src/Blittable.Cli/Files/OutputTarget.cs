namespace Blittable.Cli;

/// <summary>A file that a command may write, as decided by <see cref="OutputGuard"/>.</summary>
/// <param name="Path">The path, as it was typed.</param>
/// <param name="Kind">What is written.</param>
/// <param name="MayReplace">Whether the user has requested that an existing file is replaced.</param>
internal sealed record OutputTarget(string Path, OutputKind Kind, bool MayReplace = false);
