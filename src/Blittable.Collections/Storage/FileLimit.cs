namespace Blittable.Collections.Storage;

/// <summary>Recognizes the exception with which .NET reports EFBIG: a file exceeds the limit of its file system, such as 4 GB on FAT32, or of the process.</summary>
internal static class FileLimit
{
    /// <summary>The parameter that the exception names, although the methods that write have no such parameter.</summary>
    private const string Parameter = "value";

    /// <summary>Determines whether an exception reports that a file exceeds a limit. Exceptions about arguments mostly contain the value.</summary>
    public static bool IsReached(Exception fault) => fault is ArgumentOutOfRangeException { ParamName: Parameter, ActualValue: null };

    /// <summary>Returns the exception to report: an I/O error if a file exceeds a limit; otherwise, the exception itself.</summary>
    public static Exception Explain(Exception fault, string? name = null) => IsReached(fault) ? ErrorOf(name, fault) : fault;

    /// <summary>Creates the exception that reports the limit as what it is, a failure of the output.</summary>
    /// <param name="name">The path of the file, or null if it is unknown.</param>
    /// <param name="fault">The exception of .NET.</param>
    public static IOException ErrorOf(string? name, Exception fault) => new(
        $"{(name is null ? "The output" : $"'{name}'")} exceeds the maximum file size of the file system or of the process. Write to another file system, or raise the limit (ulimit -f).",
        fault);
}
