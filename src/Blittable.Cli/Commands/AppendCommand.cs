using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable append COLLECTION FILES</c>: equivalent to <c>blittable pack --append -o COLLECTION FILES</c>.</summary>
internal sealed class AppendCommand : Command
{
    public AppendCommand(CommandStreams streams)
        : base("append", "Append JSON documents to a collection. Equivalent to 'pack --append'.")
    {
        var collection = new Argument<string>("collection") { Description = "The collection, which keeps its layout and key." };
        var inputs = new Argument<string[]>("input")
        {
            Description = "Files, folders, patterns such as 'data/**/*.ndjson', or '-' for standard input.", Arity = ArgumentArity.OneOrMore,
        };
        Arguments.Add(collection);
        Arguments.Add(inputs);
        SetAction((parsed, cancellation) => BlittableCommand.RunAsync(
            ["pack", "--append", $"--output={parsed.GetRequiredValue(collection)}", .. streams.IsQuiet ? (string[])["--quiet"] : [], "--", .. parsed.GetRequiredValue(inputs)],
            streams,
            cancellation));
    }
}
