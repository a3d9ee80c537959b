namespace Blittable.Cli;

/// <summary>How the command ended, for the shell; where several things went wrong, the highest is reported.</summary>
internal enum ExitCode
{
    Done = 0,
    BadData = 1,
    Usage = 2,
    InputOutput = 3,
    Cancelled = 130,

    /// <summary>Broken pipe: the reader of the output, such as <c>head</c>, has closed it. Shells report the same code after SIGPIPE.</summary>
    OutputClosed = 141,
}
