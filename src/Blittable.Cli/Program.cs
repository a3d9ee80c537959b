using System.Reflection;
using Blittable.Cli;

// Scripts ask for the version of a tool to see whether it is there: that needs no parser.
if (args is ["--version"])
{
    Console.Out.WriteLine(typeof(BlittableCommand).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion);
    return 0;
}

return await BlittableCommand.RunAsync(args, CommandStreams.OfProcess());
