using Spectre.Console;

namespace Blittable.Cli;

/// <summary>Writes what the command says to people about its inputs.</summary>
internal static class Messages
{
    public static void WriteError(this IAnsiConsole console, string message) =>
        console.Write(new Text($"blittable: {TerminalText.Escape(message)}{Environment.NewLine}"));

    public static void WriteError(this IAnsiConsole console, string path, Exception exception) =>
        console.WriteError($"{path}: {exception.Message}");
}
