using System.Text;

namespace Blittable.Cli.Tests;

/// <summary>The output, the messages and the exit code of one run of the command in this process.</summary>
internal sealed record CommandRun(ExitCode ExitCode, byte[] Output, string Error)
{
    public string OutputText => Encoding.UTF8.GetString(Output);

    /// <summary>Runs the command with an empty standard input.</summary>
    public static Task<CommandRun> Of(params string[] arguments) => WithInput([], arguments);

    /// <summary>Runs the command with <paramref name="input"/> as its standard input.</summary>
    public static async Task<CommandRun> WithInput(byte[] input, params string[] arguments)
    {
        using var output = new MemoryStream();
        await using var error = new StringWriter();
        var code = await BlittableCommand.RunAsync(arguments, new CommandStreams(new MemoryStream(input), output, error));
        return new CommandRun((ExitCode)code, output.ToArray(), error.ToString());
    }
}
