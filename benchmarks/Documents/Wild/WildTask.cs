using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents.Wild;

/// <summary>What the suite asks of each form of a file.</summary>
/// <param name="Name">The task's name in tables.</param>
/// <param name="Suits">Whether a form can do it.</param>
/// <param name="Prepare">Does the untimed preparation and returns what is timed.</param>
internal sealed record WildTask(string Name, Func<DocumentForm, bool> Suits, Func<Corpus, DocumentForm, Work> Prepare)
{
    /// <summary>The name of the fact that holds a file's bytes over its minified JSON.</summary>
    public const string Size = "size";

    /// <summary>The name of the fact that all forms of a file must agree on.</summary>
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
