using System.CommandLine;

namespace Blittable.Cli;

/// <summary><c>blittable append COLLECTION FILES</c>: like <c>blittable pack --append -o COLLECTION FILES</c>, without its options.</summary>
internal sealed class AppendCommand : Command
{
    public AppendCommand(CommandStreams streams)
        : base("append", "Append JSON documents to a collection, like 'pack --append', which has more options. Documents are committed every 256 MB: if the input has an error, the message says how many are kept.")
    {
        var collection = new Argument<string>("collection") { Description = "The collection, which keeps its layout and key." };
        var inputs = new Argument<string[]>("input")
        {
            Description = "Files, folders, patterns such as 'data/**/*.ndjson', or '-' for standard input.", Arity = ArgumentArity.OneOrMore,
        };
        inputs.Validators.Add(result =>
        {
            foreach (var token in result.Tokens.Where(token => token.Value is ['-', _, ..] && !streams.Literals.Contains(token.Value)))
            {
                result.AddError($"'append' has no option '{token.Value}'. For the other options, use 'pack --append --output COLLECTION'; for a file with this name, put it after '--'.");
            }
        });
        Arguments.Add(collection);
        Arguments.Add(inputs);
        SetAction((parsed, cancellation) => BlittableCommand.RunAsync(
            ["pack", "--append", $"--output={parsed.GetRequiredValue(collection)}", .. streams.IsQuiet ? (string[])["--quiet"] : [], "--", .. parsed.GetRequiredValue(inputs)],
            streams,
            cancellation));
    }
}
