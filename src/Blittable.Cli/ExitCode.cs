namespace Blittable.Cli;

/// <summary>How the command ended, for the shell; where several things went wrong, the highest is reported.</summary>
internal enum ExitCode
{
    Done = 0,
    BadData = 1,
    Usage = 2,
    InputOutput = 3,
    Cancelled = 130,

    /// <summary>Whoever read the output, as <c>head</c> does, has seen enough. Shells say the same of a program that SIGPIPE ended.</summary>
    OutputClosed = 141,
}
