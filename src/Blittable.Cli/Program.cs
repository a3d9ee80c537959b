using System.Reflection;
using Blittable.Cli;

// Scripts detect the tool by its version, so this path skips the parser.
if (args is ["--version"])
{
    Console.Out.WriteLine(typeof(BlittableCommand).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion);
    return 0;
}

return await BlittableCommand.RunAsync(args, CommandStreams.OfProcess());
