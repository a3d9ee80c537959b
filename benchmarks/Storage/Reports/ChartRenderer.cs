using System.Diagnostics;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Storage;

/// <summary>
/// Turns the chart's specification into an SVG file with the npm packages beside it in <c>benchmarks/Storage/chart</c>, when they are installed.
/// </summary>
internal static class ChartRenderer
{
    private static readonly string Folder = Path.Combine(Machine.RepositoryRoot, "benchmarks", "Storage", "chart");

    /// <returns>What came of it, for the person who runs the suite.</returns>
    public static string Render(string specification, string picture)
    {
        if (!Directory.Exists(Path.Combine(Folder, "node_modules")))
        {
            return $"The chart is not drawn: run 'npm ci' in benchmarks/Storage/chart once, and then 'node render.mjs {specification} {picture}' there.";
        }

        try
        {
            using var node = Process.Start("node", [Path.Combine(Folder, "render.mjs"), Path.GetFullPath(specification), Path.GetFullPath(picture)]);
            node.WaitForExit();
            return node.ExitCode == 0 ? $"The chart is in {picture}." : $"The chart is not drawn: node ended with exit code {node.ExitCode}.";
        }
        catch (System.ComponentModel.Win32Exception error)
        {
            return $"The chart is not drawn: node does not start ({error.Message}).";
        }
    }
}
