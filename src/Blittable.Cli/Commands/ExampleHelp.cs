using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace Blittable.Cli;

/// <summary>Prints the help of a command, followed by its examples.</summary>
internal sealed class ExampleHelp(HelpAction help) : SynchronousCommandLineAction
{
    /// <summary>Adds the examples to the help of all commands.</summary>
    public static void AddTo(RootCommand root)
    {
        foreach (var option in root.Options.OfType<HelpOption>())
        {
            option.Action = new ExampleHelp((HelpAction)option.Action!);
        }
    }

    /// <summary>Gets a value that indicates that help is printed even if arguments are missing.</summary>
    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        var code = help.Invoke(parseResult);
        var examples = CommandExamples.Of(parseResult.CommandResult.Command);
        if (examples.Count > 0)
        {
            var output = parseResult.InvocationConfiguration.Output;
            output.WriteLine("Examples:");
            foreach (var example in examples)
            {
                output.WriteLine($"  {example}");
            }

            output.WriteLine();
        }

        return code;
    }
}
