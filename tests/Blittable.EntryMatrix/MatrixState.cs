using System.Globalization;

namespace Blittable.EntryMatrix;

/// <summary>The progress of a run over generated documents: six numbers in a file.</summary>
/// <param name="Seed">The seed of the documents.</param>
/// <param name="Next">The number of the next document.</param>
/// <param name="Documents">The number of documents that were accepted.</param>
/// <param name="Pairs">The number of pairs of a writing and a reading entry.</param>
/// <param name="Reads">The number of written documents that were read.</param>
/// <param name="Failures">The number of documents, or batches of them in a collection, that an entry rejected or changed.</param>
internal sealed record MatrixState(ulong Seed, long Next, long Documents, long Pairs, long Reads, long Failures)
{
    public static MatrixState Load(string? path, ulong seed, long first)
    {
        if (path is null || !File.Exists(path))
        {
            return new(seed, first, 0, 0, 0, 0);
        }

        var numbers = File.ReadAllText(path).Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        var saved = ulong.Parse(numbers[0], CultureInfo.InvariantCulture);
        return saved == seed
            ? new(seed, Number(1), Number(2), Number(3), Number(4), Number(5))
            : throw new ArgumentException($"'{path}' is the state of a run with seed {saved}.");

        long Number(int index) => long.Parse(numbers[index], CultureInfo.InvariantCulture);
    }

    /// <summary>Returns the state after documents before a number.</summary>
    public MatrixState After(long next, MatrixRun run) => this with
    {
        Next = next,
        Documents = Documents + run.Documents,
        Pairs = Pairs + run.Pairs,
        Reads = Reads + run.Reads,
        Failures = Failures + run.Failures.Count,
    };

    /// <summary>Saves the state atomically by writing another file first.</summary>
    public void Save(string? path)
    {
        if (path is not null)
        {
            File.WriteAllText(path + ".new", string.Create(CultureInfo.InvariantCulture, $"{Seed} {Next} {Documents} {Pairs} {Reads} {Failures}"));
            File.Move(path + ".new", path, overwrite: true);
        }
    }
}
