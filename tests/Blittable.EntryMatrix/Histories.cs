using System.Security.Cryptography;
using System.Text;

namespace Blittable.EntryMatrix;

/// <summary>Converts the documents of files in many orders. A document must have the bytes of a new converter, whatever was converted before.</summary>
internal static class Histories
{
    /// <summary>The number of documents in a file of lines that get a new converter each. The others share one converter per file and order.</summary>
    private const int MaxFresh = 200;

    private static readonly (string Name, BlittableOptions Options)[] Kinds =
        [("memory", new()), ("balanced", BlittableOptions.Balanced), ("smallest", BlittableOptions.Smallest)];

    /// <summary>Converts the files, prints the sizes, and returns the number of documents that depend on others.</summary>
    public static int Run(string folder, int rounds, TextWriter output)
    {
        var files = Directory.EnumerateFiles(folder, "*.*json", SearchOption.AllDirectories).Order(StringComparer.Ordinal).Select(path => (Path: path, Documents: Read(path))).ToArray();
        var sizes = new long[files.Length, Kinds.Length];
        var differences = 0;
        for (var kind = 0; kind < Kinds.Length; kind++)
        {
            var options = Kinds[kind].Options;
            var expected = new Dictionary<(int File, int Document), ulong>();
            using var used = new BlittableConverter(options);
            var random = new Random(kind);
            for (var round = 0; round <= rounds; round++)
            {
                // The first round uses the original order, and some documents of each file get their own converter.
                var order = Enumerable.Range(0, files.Length).ToArray();
                if (round > 0)
                {
                    random.Shuffle(order);
                }

                foreach (var file in order)
                {
                    var documents = Enumerable.Range(0, files[file].Documents.Length).ToArray();
                    if (round > 0)
                    {
                        random.Shuffle(documents);
                    }

                    foreach (var document in documents)
                    {
                        var json = files[file].Documents[document];
                        if (round == 0 && document < MaxFresh)
                        {
                            using var fresh = new BlittableConverter(options);
                            expected[(file, document)] = Digest(fresh.Convert(json));
                        }

                        var bytes = used.Convert(json);
                        var digest = Digest(bytes);
                        sizes[file, kind] += round == 0 ? bytes.Length : 0;
                        if (expected.TryAdd((file, document), digest) || expected[(file, document)] == digest)
                        {
                            continue;
                        }

                        differences++;
                        output.WriteLine($"{Kinds[kind].Name}: {files[file].Path} document {document} has other bytes after others in round {round}");
                    }
                }
            }
        }

        for (var file = 0; file < files.Length; file++)
        {
            output.WriteLine($"| {Path.GetFileName(files[file].Path)} | {sizes[file, 0]} | {sizes[file, 1]} | {sizes[file, 2]} | {(sizes[file, 2] > sizes[file, 1] ? "LARGER" : "")} |");
        }

        return differences;
    }

    private static byte[][] Read(string path) => Path.GetExtension(path) == ".json"
        ? [File.ReadAllBytes(path)]
        : [.. File.ReadLines(path).Where(line => line.Length > 0).Select(Encoding.UTF8.GetBytes)];

    private static ulong Digest(ReadOnlySpan<byte> bytes) => BitConverter.ToUInt64(SHA256.HashData(bytes));
}
