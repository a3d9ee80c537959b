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
    private readonly Argument<string> _sql = new("sql") { Description = "The query, or statements of which the last one is the query. Each collection is a table, named like its file without the extension." };
    private readonly OutputOption _output = new(
        $"A new collection ('{CollectionFormat.Extension}') for the rows. Default: print the rows as newline-delimited JSON.", "file");

    private readonly ReplaceOption _replace = new();
    private readonly ParentsOption _parents = new();
    private readonly Option<bool> _document = new("--document") { Description = "Add the column 'document' to each table, with the JSON of the whole document." };
    private readonly Option<bool> _nestedAsJson = new("--nested-as-json") { Description = "Return objects and arrays as JSON, which keeps absent properties and number texts, instead of STRUCT and LIST." };

    public SqlCommand(CommandStreams streams)
        : base("sql", "Run a SQL query over collections with DuckDB.", streams, "Collections.", ArgumentArity.ZeroOrMore)
    {
        Arguments.Add(_sql);
        AddInputs();
        Options.Add(_output);
        Options.Add(_replace);
        Options.Add(_parents);
        Options.Add(_document);
        Options.Add(_nestedAsJson);
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension];

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var target = parsed.GetValue(_output);
        OutputTarget? output = null;
        if (target is not null)
        {
            output = new OutputGuard(inputs).Require(target, OutputKind.Collection, mayReplace: parsed.GetValue(_replace));
            _parents.RequireFolderOf(parsed, target);
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
                connection.AttachCollection(TableName(input), readers[^1], parsed.GetValue(_document), parsed.GetValue(_nestedAsJson));
            }

            using var rows = connection.ExecuteDocuments(parsed.GetRequiredValue(_sql));
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
                "Parser" or "Syntax" or "Binder" or "Catalog" => new UsageException(fault.Message),
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
