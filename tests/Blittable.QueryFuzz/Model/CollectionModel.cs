using System.Text;
using Blittable.Collections;

namespace Blittable.QueryFuzz.Model;

/// <summary>A collection: its options, and the commits that write it.</summary>
internal sealed record CollectionModel(CollectionOptions Options, CommitModel[] Commits)
{
    /// <summary>Gets the documents that remain after all commits.</summary>
    public Dictionary<long, string> Documents
    {
        get
        {
            var documents = new Dictionary<long, string>();
            foreach (var commit in Commits)
            {
                foreach (var document in commit.Added.Concat(commit.Updated))
                {
                    documents[document.Id] = document.Json;
                }

                foreach (var id in commit.Deleted)
                {
                    documents.Remove(id);
                }
            }

            return documents;
        }
    }

    /// <summary>Writes the collection in a layout.</summary>
    public MemoryStream Write(CollectionLayout layout)
    {
        var stream = new MemoryStream();
        var isFirst = true;
        foreach (var commit in Commits)
        {
            using var writer = isFirst
                ? CollectionWriter.Create(stream, Options with { Layout = layout }, leaveOpen: true)
                : CollectionWriter.Append(stream, leaveOpen: true);
            isFirst = false;
            foreach (var document in commit.Added)
            {
                writer.Add(Encoding.UTF8.GetBytes(document.Json));
            }

            foreach (var document in commit.Updated)
            {
                writer.Update(Encoding.UTF8.GetBytes(document.Json));
            }

            foreach (var id in commit.Deleted)
            {
                writer.Delete(id);
            }

            writer.Commit();
        }

        return stream;
    }

    /// <summary>Returns the commits as text, one line per change.</summary>
    public override string ToString()
    {
        var options = Options;
        var text = new StringBuilder(
            $"StripeRows = {options.StripeRows}, ChunkRows = {options.ChunkRows}, OrderBy = {options.OrderBy ?? "null"}, Key = {options.Key ?? "null"}, "
            + $"Compression = {options.Compression}, Columns = [{string.Join(", ", options.Columns)}], Indexes = [{string.Join(", ", options.Indexes)}]");
        foreach (var commit in Commits)
        {
            text.AppendJoin("", commit.Added.Select(document => $"\n{document.Json}"));
            text.AppendJoin("", commit.Updated.Select(document => $"\nupdate {document.Json}"));
            text.AppendJoin("", commit.Deleted.Select(id => $"\ndelete {id}"));
            text.Append("\ncommit");
        }

        return text.ToString();
    }
}
