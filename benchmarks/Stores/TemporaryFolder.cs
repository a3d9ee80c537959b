namespace Blittable.Benchmarks.Stores;

/// <summary>Makes folders that are gone when the process is.</summary>
internal static class TemporaryFolder
{
    public static string Create()
    {
        var folder = Directory.CreateTempSubdirectory("blittable-stores-").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(folder, recursive: true);
        return folder;
    }
}
