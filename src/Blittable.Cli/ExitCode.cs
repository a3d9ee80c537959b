namespace Blittable.Cli;

/// <summary>The exit codes of the command. If several errors occur, the highest code is returned.</summary>
internal enum ExitCode
{
    Done = 0,
    BadData = 1,
    Usage = 2,
    InputOutput = 3,

    /// <summary>A bug in this program, like EX_SOFTWARE in BSD.</summary>
    Internal = 70,
    Cancelled = 130,

    /// <summary>Broken pipe: the reader of the output, such as <c>head</c>, has closed it. Shells report the same code after SIGPIPE.</summary>
    OutputClosed = 141,
}
