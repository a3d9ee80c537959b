/// <summary>Checks that every package in a folder has the required contents, and writes a line for each fault.</summary>
internal static class Program
{
    /// <param name="args">The folder of the packages and symbol packages.</param>
    private static int Main(string[] args)
    {
        string[] packages = Directory.GetFiles(args[0], "*.nupkg");
        var faults = packages.SelectMany(PackageCheck.Faults).ToList();
        faults.ForEach(Console.Error.WriteLine);
        Console.WriteLine($"{packages.Length} packages, {faults.Count} errors");
        return packages.Length > 0 && faults.Count == 0 ? 0 : 1;
    }
}
