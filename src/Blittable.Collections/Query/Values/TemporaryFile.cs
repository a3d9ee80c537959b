using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections.Query.Values;

/// <summary>Opens files that are deleted when they are closed, even if the process ends without closing them.</summary>
internal static class TemporaryFile
{
    public static SafeFileHandle Open(FileOptions options = FileOptions.None)
    {
        var path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        if (OperatingSystem.IsWindows())
        {
            return File.OpenHandle(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None, options | FileOptions.DeleteOnClose);
        }

        // A file without a name exists as long as it is open.
        var file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None, options);
        File.Delete(path);
        return file;
    }
}
