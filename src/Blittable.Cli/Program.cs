using System.Reflection;
using Blittable.Cli;

// Scripts check for a tool by asking for its version, which needs no parser.
if (args is ["--version"])
{
    Console.Out.WriteLine(typeof(BlittableCommand).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion);
    return 0;
}

return await BlittableCommand.RunAsync(args, CommandStreams.OfProcess());
