using System.Diagnostics;
using System.Runtime.Versioning;

namespace Blittable.Cli.Tests.Files;

public sealed class OutputFileTests : IDisposable
{
    private readonly ScratchFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_file_appears_only_when_it_is_complete()
    {
        using (var output = OutputFile.Create(Target(_folder["new/out"])))
        {
            output.Stream.Write("data"u8);
            Assert.False(File.Exists(_folder["new/out"]));
            output.Commit();
        }

        Assert.Equal(["new/out"], _folder.Files);
        Assert.Equal("data"u8.ToArray(), _folder.Read("new/out"));
    }

    [Fact]
    public void A_symbolic_link_is_kept_and_its_target_is_written()
    {
        foreach (var target in (string[])["there", "not-yet-there"])
        {
            if (target == "there")
            {
                _folder.Write(target, "old");
            }

            var link = _folder[$"link-to-{target}"];
            File.CreateSymbolicLink(link, target);
            Write(link);

            Assert.Equal(target, new FileInfo(link).LinkTarget);
            Assert.Equal("data"u8.ToArray(), _folder.Read(target));
        }
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public void A_replaced_file_keeps_its_permissions()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Files have lists of rights there, which come from their folder.");
        var secret = _folder.Write("secret", "old");
        File.SetUnixFileMode(secret, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        using (var output = OutputFile.Create(Target(secret)))
        {
            foreach (var file in _folder.Files)
            {
                Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(_folder[file]));
            }

            output.Stream.Write("data"u8);
            output.Commit();
        }

        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(secret));
        Assert.Equal("data"u8.ToArray(), _folder.Read("secret"));
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public async Task A_pipe_is_written_to_and_not_replaced()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Pipes have no names in folders there.");
        var pipe = _folder["pipe"];
        using (var make = Process.Start("mkfifo", [pipe]))
        {
            await make.WaitForExitAsync();
        }

        var read = Task.Run(() => File.ReadAllBytes(pipe));
        await Task.Run(() => Write(pipe));

        Assert.Equal("data"u8.ToArray(), await read);
        Assert.Equal(["pipe"], _folder.Files);
    }

    [Fact]
    public void A_device_is_written_to_and_not_replaced()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Devices are not in a folder there.");

        Write("/dev/null");

        Assert.Empty(File.ReadAllBytes("/dev/null"));
    }

    [Fact]
    public void A_path_that_cannot_be_written_is_named()
    {
        var inTheWay = _folder.Write("file", "");

        var fault = Assert.Throws<IOException>(() => OutputFile.Create(Target(System.IO.Path.Combine(inTheWay, "out"))));

        Assert.Contains(inTheWay, fault.Message, StringComparison.Ordinal);
    }

    private static OutputTarget Target(string path) => new(path, OutputKind.Json);

    private static void Write(string path)
    {
        using var output = OutputFile.Create(Target(path));
        output.Stream.Write("data"u8);
        output.Commit();
    }
}
