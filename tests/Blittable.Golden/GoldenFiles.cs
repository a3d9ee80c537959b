using System.Reflection;
using System.Text;
using Blittable.Collections;

namespace Blittable.Golden;

/// <summary>
/// The files of format version 1 that are checked in. They are added once, by the build that first wrote their kind, and then never change: every later build must
/// read them.
/// </summary>
internal static class GoldenFiles
{
    /// <summary>The names of all files, with their folders.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. Assembly.GetExecutingAssembly().GetManifestResourceNames().Where(name => name.Contains('/'))];

    /// <summary>The bytes of a file.</summary>
    /// <param name="name">The folder and the name of the file, without <c>.hex</c>.</param>
    public static byte[] Bytes(string name) => HexText.Read(Text($"{name}.hex"));

    /// <summary>The text of a file.</summary>
    /// <param name="name">The folder and the name of the file.</param>
    public static string Text(string name)
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream(name) ?? throw new FileNotFoundException($"There is no golden file {name}.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    /// <summary>Opens a golden dictionary.</summary>
    /// <param name="name">The name of the dictionary.</param>
    public static BlittableDictionary Dictionary(string name) => BlittableDictionary.Load(Bytes($"dictionaries/{name}"));

    /// <summary>The rows of a collection, one per line.</summary>
    public static string Rows(CollectionReader reader)
    {
        var rows = new StringBuilder();
        reader.ForEach((row, document) => rows.Append(row).Append(' ').Append(document.ToJson()).Append('\n'));
        return rows.ToString();
    }

    /// <summary>Adds the missing files of a folder. Existing files are not changed.</summary>
    /// <param name="folder">The folder of the files.</param>
    /// <returns>The names of the files that were added.</returns>
    public static IReadOnlyList<string> Add(string folder)
    {
        List<string> added = [];
        AddDictionaries();
        foreach (var (name, dictionary, make) in GoldenDocuments.All.Where(one => Lacks($"documents/{one.Name}.hex")))
        {
            using var document = make(dictionary is null ? null : BlittableDictionary.Load(HexText.Read(File.ReadAllText(PathOf($"dictionaries/{dictionary}.hex")))));
            Write($"documents/{name}.hex", HexText.Write(document.Bytes.Span));
            Write($"documents/{name}.json", document.Root.ToJson());
        }

        if (Lacks("extensions/extension.hex"))
        {
            using var document = GoldenDocuments.Extension();
            Write("extensions/extension.hex", HexText.Write(document.Bytes.Span));
        }

        foreach (var (name, options) in GoldenCollections.All.Where(one => Lacks($"collections/{one.Name}.hex")))
        {
            var bytes = GoldenCollections.Make(options);
            using var reader = CollectionReader.Open(new MemoryStream(bytes));
            Write($"collections/{name}.hex", HexText.Write(bytes));
            Write($"collections/{name}.ndjson", Rows(reader));
        }

        return added;

        void AddDictionaries()
        {
            if (Lacks($"dictionaries/{GoldenDictionaries.First}.hex"))
            {
                var dictionary = GoldenDictionaries.Train();
                var version = dictionary.Version;
                Write($"dictionaries/{GoldenDictionaries.First}.hex", HexText.Write(dictionary.Save()));
                GoldenDictionaries.Retrain(dictionary);
                Write($"dictionaries/{GoldenDictionaries.Second}.hex", HexText.Write(dictionary.Save()));
                Write($"dictionaries/{GoldenDictionaries.Changes}.hex", HexText.Write(dictionary.SaveChanges(version)));
            }
        }

        string PathOf(string name) => Path.Combine(folder, name);

        bool Lacks(string name) => !File.Exists(PathOf(name));

        void Write(string name, string text)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(PathOf(name))!);
            File.WriteAllText(PathOf(name), text);
            added.Add(name);
        }
    }
}
