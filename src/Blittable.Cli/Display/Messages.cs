using Spectre.Console;

namespace Blittable.Cli;

/// <summary>What the command says to people.</summary>
internal static class Messages
{
    public static void WriteError(this IAnsiConsole console, string message) =>
        console.Write(new Text($"blittable: {message}{Environment.NewLine}"));

    public static void WriteError(this IAnsiConsole console, string path, Exception exception) =>
        console.WriteError($"{path}: {exception.Message}");
}
