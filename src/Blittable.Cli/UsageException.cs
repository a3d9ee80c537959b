namespace Blittable.Cli;

/// <summary>Thrown for arguments that are well-formed but cannot be used together or in this way.</summary>
/// <param name="message">The message.</param>
/// <param name="isOfInput">Whether the error concerns one input, so that the command can continue with the others.</param>
internal sealed class UsageException(string message, bool isOfInput = false) : Exception(message)
{
    public bool IsOfInput => isOfInput;
}
