using System.Diagnostics;

namespace Blittable.Cli.Tests;

public sealed class ProcessTests : IDisposable
{
    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Data_messages_and_the_exit_code_are_separate()
    {
        using var process = Start("convert", "-");
        await process.StandardInput.WriteAsync("[1,");
        process.StandardInput.Close();
        var error = await process.StandardError.ReadToEndAsync();
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();

        Assert.Equal((int)ExitCode.BadData, process.ExitCode);
        Assert.Empty(output);
        Assert.StartsWith("blittable: -: ", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_interrupt_ends_the_command_and_removes_unfinished_files()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "There is no way to send Ctrl-C to another process's console there.");

        using var process = Start("convert", "-", "--format", "ndjson", "-o", _folder["out.blits"]);
        await process.StandardInput.WriteAsync("1\n");
        await process.StandardInput.FlushAsync();
        var waited = Stopwatch.StartNew();
        while (!_folder.Files.Any())
        {
            Assert.False(process.HasExited, "The command ended before it created its file.");
            Assert.True(waited.Elapsed < TimeSpan.FromMinutes(1), "The command created no file.");
            await Task.Delay(10);
        }

        using (var kill = Process.Start("kill", ["-INT", process.Id.ToString(System.Globalization.CultureInfo.InvariantCulture)]))
        {
            await kill.WaitForExitAsync();
        }

        // A shell's background job ignores interrupts, and so do its processes: they would wait for input forever.
        await process.WaitForExitAsync().WaitAsync(TimeSpan.FromMinutes(1));

        Assert.Equal((int)ExitCode.Cancelled, process.ExitCode);
        Assert.Empty(_folder.Files);
    }

    [Fact]
    public async Task The_command_ends_without_an_error_if_the_reader_closes_the_pipe()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "A pipe whose reader is gone is an ordinary error of output there.");

        var documents = _folder.Write("many.ndjson", string.Concat(Enumerable.Repeat("[\"a line of some length\"]\n", 100_000)));
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("convert", documents)).ExitCode);

        using var process = Start("to-json", _folder["many.blits"]);
        Assert.Equal("[\"a line of some length\"]", await process.StandardOutput.ReadLineAsync());
        process.StandardOutput.Close();
        var error = await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();

        Assert.Equal((int)ExitCode.OutputClosed, process.ExitCode);
        Assert.Empty(error);
    }

    [Fact]
    public async Task A_pipeline_of_commands_contains_no_tables()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/bin/bash"), "The test asks bash.");

        Assert.Equal("2\n", await BuiltCommand.Bash($$"""{ echo '[1,2]' | {{BuiltCommand.Line}} convert - | {{BuiltCommand.Line}} get '$[1]' -; } 2>&1"""));
    }

    [Fact]
    public async Task The_manual_page_is_formatted_without_warnings()
    {
        Assert.SkipUnless(File.Exists("/usr/bin/groff") && File.Exists("/bin/bash"), "The test asks groff.");

        Assert.Equal("", await BuiltCommand.Bash("blittable man | groff -man -Tutf8 -ww -rLL=200n 2>&1 > /dev/null"));
        var page = await BuiltCommand.Bash("blittable man | groff -man -Tutf8 -rLL=200n -P-cbou");
        Assert.Contains("blittable query shop.blic --where '$.price > 2' --limit 10 --offset 20", page, StringComparison.Ordinal);
        Assert.Contains("-o, --output file", page, StringComparison.Ordinal);
    }

    private static Process Start(params string[] arguments) => Process.Start(new ProcessStartInfo(
        Environment.ProcessPath is { } host && Path.GetFileNameWithoutExtension(host) == "dotnet" ? host : "dotnet",
        [Path.Combine(AppContext.BaseDirectory, "Blittable.Cli.dll"), .. arguments])
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
    })!;
}
