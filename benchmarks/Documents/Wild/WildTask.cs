using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Wild;

/// <summary>Represents a task that the suite runs on each form of a file.</summary>
/// <param name="Name">The name of the task in tables.</param>
/// <param name="Suits">Determines whether a form supports the task.</param>
/// <param name="Prepare">Does the untimed preparation and returns the work to time.</param>
internal sealed record WildTask(string Name, Func<DocumentForm, bool> Suits, Func<Corpus, DocumentForm, Work> Prepare)
{
    /// <summary>The name of the fact that contains the size of a file relative to its minified JSON.</summary>
    public const string Size = "size";

    /// <summary>The name of the fact that must be equal in all forms of a file.</summary>
    public const string Sum = "sum";

    public static IReadOnlyList<WildTask> All { get; } =
    [
        new("convert", form => form.CanConvert, Convert),
        new("write", form => form.CanWrite, WriteSuite.Write),
        new("read all", form => form.CanRead, (corpus, form) => Repeat(form.Reader<EveryValueQuery>(corpus), corpus.Bytes, corpus.Documents.Count)),
        new("read in order", form => form.CanRead, (corpus, form) => Repeat(form.Reader<InOrderQuery>(corpus), corpus.Bytes, corpus.Documents.Count)),
        new("random paths", form => form.CanRead, FollowPaths),
    ];

    private static Work Convert(Corpus corpus, DocumentForm form)
    {
        Work work = ConvertSuite.Convert(corpus, form);
        return form.HasBytes
            ? work with { Facts = new Dictionary<string, double> { [Size] = (double)form.Size(corpus) / corpus.MinifiedBytes } }
            : work;
    }

    private static Work FollowPaths(Corpus corpus, DocumentForm form)
    {
        ValuePath[] paths = ValuePath.Choose(corpus.Documents);
        return Repeat(form.PathReader(corpus, paths), 0, paths.Length);
    }

    private static Work Repeat(Func<double> read, long bytes, long items)
    {
        double sum = read();
        return new Work(() => sum = read(), bytes, items) { Facts = new Dictionary<string, double> { [Sum] = sum } };
    }
}
