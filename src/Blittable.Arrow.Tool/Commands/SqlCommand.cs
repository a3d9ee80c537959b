using System.CommandLine;
using Apache.Arrow.Ipc;
using Blittable.Cli;
using Blittable.Collections;
using Blittable.DuckDB;
using DuckDB.NET.Data;

namespace Blittable.Arrow.Tool;

/// <summary><c>blittable sql</c>: runs a SQL query over collections with DuckDB.</summary>
internal sealed class SqlCommand : FileCommand
{
    private readonly SqlOptions _options = new();

    public SqlCommand(CommandStreams streams)
        : base("sql", SqlOptions.Purpose, streams, SqlOptions.Inputs, ArgumentArity.ZeroOrMore)
    {
        Arguments.Add(_options.Query);
        AddInputs();
        _options.AddTo(this);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        Option<bool>[] ofCollections = [_options.Document, _options.NestedAsJson];
        if (inputs.Count == 0 && Array.Find(ofCollections, option => parsed.GetValue(option)) is { } given)
        {
            throw new UsageException($"'{given.Name}' applies to collections, but none is specified.");
        }

        var target = parsed.GetValue(_options.Output);
        OutputTarget? output = null;
        if (target is not null)
        {
            output = new OutputGuard(inputs).Require(target, OutputKind.Collection, mayReplace: parsed.GetValue(_options.Replace));
            _options.Parents.RequireFolderOf(parsed, target);
        }

        RequireDistinctNames(inputs);
        using var connection = new DuckDBConnection("Data Source=:memory:");
        await connection.OpenAsync(cancellation);
        List<CollectionReader> readers = [];
        try
        {
            connection.RegisterBlittable();
            foreach (var input in inputs)
            {
                readers.Add(CollectionFormat.Open(input));
                connection.AttachCollection(TableName(input), readers[^1], parsed.GetValue(_options.Document), parsed.GetValue(_options.NestedAsJson));
            }

            using var rows = connection.ExecuteDocuments(parsed.GetRequiredValue(_options.Query));
            if (rows is not null)
            {
                Write(rows, output, cancellation);
            }
            else if (output is not null)
            {
                throw new UsageException($"The last statement has no rows, so '{output.Path}' was not written. The statements were run.");
            }
            else
            {
                Streams.WriteNote("The last statement has no rows.");
            }

            return ExitCode.Done;
        }
        catch (DuckDBException fault)
        {
            // The start of the message is the only place that names the kind of the error.
            var end = fault.Message.IndexOf(" Error:", StringComparison.Ordinal);
            throw (end < 0 ? "" : fault.Message[..end]) switch
            {
                "IO" or "HTTP" or "Permission" => new IOException(fault.Message, fault),
                "Parser" or "Syntax" or "Binder" or "Catalog" => new BlittableException(BlittableErrorCode.InvalidQuery, fault.Message, innerException: fault),
                _ => new BlittableException(BlittableErrorCode.InvalidData, fault.Message, innerException: fault),
            };
        }
        finally
        {
            readers.ForEach(reader => reader.Dispose());
        }
    }

    private static string TableName(InputFile input) => Path.GetFileNameWithoutExtension(input.Path);

    /// <summary>Requires that no two collections would be the same table. SQL names are case-insensitive.</summary>
    private static void RequireDistinctNames(IReadOnlyList<InputFile> inputs)
    {
        if (inputs.GroupBy(TableName, StringComparer.OrdinalIgnoreCase).FirstOrDefault(group => group.Count() > 1) is { } group)
        {
            throw new UsageException(
                $"Several files map to the table '{group.Key}': {string.Join(" and ", group.Select(input => $"'{input.Path}'"))}. Rename or copy a file.");
        }
    }

    private void Write(IArrowArrayStream rows, OutputTarget? target, CancellationToken cancellation)
    {
        if (target is null)
        {
            using var output = OutputFile.Over(Streams.DataOutput);
            CollectionArrow.WriteJsonLines(rows, output.Stream, cancellation);
            output.Commit();
            return;
        }

        using var file = FileReplacement.Of(target);
        using (var writer = file.Create(name => CollectionWriter.Create(name, new CollectionOptions { Layout = CollectionLayout.Columns })))
        {
            var result = CollectionArrow.Import(rows, writer, null, cancellation);
            writer.Commit();
            Streams.WriteNote($"{target.Path}: {Figures.Documents(result.Count)}");
        }

        file.Commit();
    }
}
