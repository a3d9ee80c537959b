using System.Reflection;
using Blittable.Cli;

// Scripts detect the tool by its version, so this path skips the parser.
if (args is ["--version"])
{
    try
    {
        Console.Out.WriteLine(typeof(BlittableCommand).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion);
        return (int)ExitCode.Done;
    }
    catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
    {
        return (int)ExitCode.InputOutput;
    }
}

return await BlittableCommand.RunAsync(args, CommandStreams.OfProcess());
