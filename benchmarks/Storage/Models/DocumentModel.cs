using System.Buffers;
using System.Globalization;
using System.Text.Json;
using Blittable.Dates;

namespace Blittable.Benchmarks.Storage;

/// <summary>Stores the date in a Blittable document in <c>cf5</c>. The column <c>cf3</c> contains a promoted copy in milliseconds since 1970, so that the
/// database can compare it.</summary>
/// <remarks>Reading the date opens the document in place. Changing it writes a new document and the promoted value, row by row.</remarks>
internal sealed class DocumentModel : DateModel
{
    private const string Format = "yyyy-MM-ddTHH:mm:ss.fffZ";

    private static readonly EpochModel Promoted = new();
    private static readonly BlittableName Date = new("date");
    private static readonly BlittableName Number = new("number");

    /// <summary>One converter per thread, which learns the single shape of the documents.</summary>
    private static readonly ThreadLocal<BlittableConverter> Converter = new(() => new BlittableConverter(new BlittableOptions { Mode = BlittableMode.Disk }));

    public override string Name => "document";

    public override string AddSecondSql => throw new NotSupportedException("SQL cannot change a date inside a document.");

    public override string DateColumn => "cf5";

    public override long Encode(long milliseconds) => Promoted.Encode(milliseconds);

    public override long ToMilliseconds(long stored) => Promoted.ToMilliseconds(stored);

    public override long SumFields(ReadOnlySpan<long> stored) => Promoted.SumFields(stored);

    public override (long From, long Before) MonthBounds(int year, int month) => Promoted.MonthBounds(year, month);

    public override string YearSql(SqlDialect dialect) => Promoted.YearSql(dialect);

    public override ReadOnlyMemory<byte> EncodeBytes(in StorageRow row) => Document(row.Milliseconds, row.Number);

    public override void Fetch(StorageStatement statement, FetchedDates dates) => dates.AddDocument(statement.GetBytes(0));

    public override long SumFields(FetchedDates dates)
    {
        var sum = 0L;
        for (var i = 0; i < dates.DocumentCount; i++)
        {
            var milliseconds = EpochDate.Pack(BlittableValue.Open(dates.Document(i)).GetProperty(Date).GetTimestamp());
            sum += Promoted.SumFields([milliseconds]);
        }

        return sum;
    }

    public override void Update(Worker worker, OperationMeter meter, IdRange ids, (long From, long Before) bounds)
    {
        const int second = 1_000;
        var table = worker.Context.Table;
        List<(long Id, byte[] Document)> rows = [];
        using (meter.Database())
        {
            var select = worker.Connection.Statement(table.SelectDocumentsSql());
            select.Bind(0, ids.First);
            select.Bind(1, ids.Last);
            select.Bind(2, bounds.From);
            select.Bind(3, bounds.Before);
            select.Query();
            while (select.Read())
            {
                rows.Add((select.GetInt64(0), select.GetBytes(1).ToArray()));
            }
        }

        var update = worker.Connection.Statement(table.UpdateDocumentSql());
        foreach (var (id, old) in rows)
        {
            long milliseconds;
            byte[] document;
            var root = BlittableValue.Open(old);
            milliseconds = EpochDate.Pack(root.GetProperty(Date).GetTimestamp()) + second;
            document = Document(milliseconds, root.GetProperty(Number).GetInt64());

            using (meter.Database())
            {
                update.Bind(0, Encode(milliseconds));
                update.Bind(1, document);
                update.Bind(2, DateTime.UtcNow);
                update.Bind(3, id);
                meter.Rows += update.Execute();
            }
        }
    }

    private static byte[] Document(long milliseconds, long number)
    {
        var text = new ArrayBufferWriter<byte>(128);
        using (var json = new Utf8JsonWriter(text))
        {
            json.WriteStartObject();
            json.WriteString("date", DateTimeOffset.FromUnixTimeMilliseconds(milliseconds).ToString(Format, CultureInfo.InvariantCulture));
            json.WriteNumber("number", number);
            json.WriteString("state", "open");
            json.WriteEndObject();
        }

        return Converter.Value!.Convert(text.WrittenSpan).ToArray();
    }
}
