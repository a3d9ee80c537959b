namespace Blittable.Benchmarks.Stores;

/// <summary>Creates folders that are deleted when the process ends.</summary>
internal static class TemporaryFolder
{
    public static string Create()
    {
        var folder = Directory.CreateTempSubdirectory("blittable-stores-").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(folder, recursive: true);
        return folder;
    }
}
