namespace Blittable.Golden;

/// <summary>Adds golden files: <c>dotnet run -c Release --project tests/Blittable.Golden -- add</c>. All other arguments are passed to xUnit.</summary>
internal static class Program
{
    public static int Main(string[] args)
    {
        if (args is not ["add"])
        {
            return Xunit.Runner.InProc.SystemConsole.ConsoleRunner.Run(args).GetAwaiter().GetResult();
        }

        foreach (var name in GoldenFiles.Add(Path.Combine(FolderOfProject(), "Version1")))
        {
            Console.WriteLine($"added {name}");
        }

        return 0;
    }

    private static string FolderOfProject([System.Runtime.CompilerServices.CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;
}
