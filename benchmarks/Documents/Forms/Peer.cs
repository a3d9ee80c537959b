using System.Text.Json;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Forms;

/// <summary>Describes the library of a form and the methods used.</summary>
/// <param name="Library">The name of the library.</param>
/// <param name="Version">The version of the library.</param>
/// <param name="Convert">The method that converts JSON; empty if conversion is not measured.</param>
/// <param name="Read">The method that reads properties; empty if reading is not measured.</param>
/// <param name="Write">The method that writes JSON; empty if writing is not measured.</param>
internal sealed record Peer(string Library, string Version, string Convert, string Read, string Write)
{
    /// <summary>Creates a description for System.Text.Json, whose version is the version of the framework.</summary>
    public static Peer OfFramework(string convert, string read, string write) =>
        new("System.Text.Json", LibraryVersion.Of(typeof(JsonSerializer)), convert, read, write);

    /// <summary>Creates a table with one row per form: library, version and methods used.</summary>
    public static Table Table(IEnumerable<DocumentForm> forms)
    {
        var table = new Table("Peers: libraries, versions and methods", "form", "library", "version", "convert", "read", "write");
        foreach (DocumentForm form in forms)
        {
            table.Add(form.Name, form.Peer.Library, form.Peer.Version, form.Peer.Convert, form.Peer.Read, form.Peer.Write);
        }

        return table;
    }
}
