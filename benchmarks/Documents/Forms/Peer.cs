using System.Text.Json;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Whose code a form runs, and by which way into it.</summary>
/// <param name="Library">The library.</param>
/// <param name="Version">Its version.</param>
/// <param name="Convert">How JSON is converted; empty where it is not.</param>
/// <param name="Read">How properties are read; empty where they are not.</param>
/// <param name="Write">How JSON is written; empty where it is not.</param>
internal sealed record Peer(string Library, string Version, string Convert, string Read, string Write)
{
    /// <summary>A way into System.Text.Json, whose version is the framework's.</summary>
    public static Peer OfFramework(string convert, string read, string write) =>
        new("System.Text.Json", LibraryVersion.Of(typeof(JsonSerializer)), convert, read, write);

    /// <summary>One row a form: library, version and the ways that were taken.</summary>
    public static Table Table(IEnumerable<DocumentForm> forms)
    {
        var table = new Table("Peers: library, version, and the way into it", "form", "library", "version", "convert", "read", "write");
        foreach (DocumentForm form in forms)
        {
            table.Add(form.Name, form.Peer.Library, form.Peer.Version, form.Peer.Convert, form.Peer.Read, form.Peer.Write);
        }

        return table;
    }
}
